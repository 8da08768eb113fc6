// A program that takes the deployment from the environment and the photo's path as its argument.
import { openAsBlob } from "node:fs";
import { demo } from "./demo.js";

const { FLOWDECK_URL: baseUrl, FLOWDECK_API_KEY: apiKey } = process.env;
const photo = new File([await openAsBlob(process.argv[2], { type: "image/png" })], "photo.png", { type: "image/png" });
console.log(await demo({ baseUrl, apiKey }, { title: "Hello", photo }));
