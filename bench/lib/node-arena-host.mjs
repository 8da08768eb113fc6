// The process that a Node arena forks. It calls the exports its parent names; an error ends it.
const contenders = await import(process.argv[2]);

process.on("message", async ([name, args]) => {
  process.send((await contenders[name](...args)) ?? null);
});
process.send("ready");
