// A queue in motion: so many instances with one running task and 50 pending, of which every tenth
// moves on by a task from one picture to the next. Tasks are ids, as flowdeck's own service gives them.

const PENDING = 50;

/** `next()` gives the next picture; `drain()` takes the last pending task of the first instance away. */
export function board(count) {
  const instances = Array.from({ length: count }, (_, index) => new Instance(index));
  let pictures = 0;
  const next = () => {
    pictures += 1;
    instances.forEach((instance, index) => {
      if ((index * 7 + pictures) % 10 === 0) instance.advance();
    });
    const data = instances.map(({ json }) => json).join();
    return Buffer.from(`{"status":"success","data":[${data}],"errors":null,"meta":null}`);
  };
  return { next, first: instances[0].address, pending: PENDING, drain: () => instances[0].drain() };
}

class Instance {
  constructor(index) {
    this.index = index;
    this.address = `http://10.0.${index >> 8}.${index & 255}:8188`;
    this.tasks = Array.from({ length: PENDING + 1 }, (_, number) => this.task(number));
    this.made = this.tasks.length;
    this.write();
  }

  advance() {
    this.tasks.shift();
    this.tasks.push(this.task(this.made));
    this.made += 1;
    this.write();
  }

  drain() {
    this.tasks.pop();
    this.write();
  }

  task(number) {
    return [number, `${hex(number, 8)}-3f0e-4a52-9f0d-${hex(this.index, 12)}`];
  }

  write() {
    const [running, ...pending] = this.tasks;
    this.json = JSON.stringify({
      comfy_uri: this.address,
      queue: { queue_running: [running], queue_pending: pending },
    });
  }
}

const hex = (number, digits) => number.toString(16).padStart(digits, "0");
