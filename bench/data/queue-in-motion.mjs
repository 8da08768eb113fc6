// A queue in motion: instances with one running and 50 pending tasks. Every tenth instance advances by
// one task per snapshot. Tasks are ids only, as flowdeck's own service returns them.

const PENDING = 50;

/** `next()` returns the next snapshot; `drain()` removes the last pending task of the first instance. */
export function queueInMotion(count) {
  const instances = Array.from({ length: count }, (_, index) => new Instance(index));
  let snapshots = 0;
  const next = () => {
    snapshots += 1;
    instances.forEach((instance, index) => {
      if ((index * 7 + snapshots) % 10 === 0) instance.advance();
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
    this.created = this.tasks.length;
    this.write();
  }

  advance() {
    this.tasks.shift();
    this.tasks.push(this.task(this.created));
    this.created += 1;
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
