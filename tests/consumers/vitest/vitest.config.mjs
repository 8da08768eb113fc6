export default { test: { environment: "jsdom", globals: false } };
