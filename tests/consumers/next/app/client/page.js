// Takes the deployment from the fragment of its address.
"use client";
import * as flowdeck from "flowdeck";
import { createElement, useEffect, useState } from "react";
import { makeCalls } from "../../../calls.js";

export default function Page() {
  const [shown, show] = useState("");
  useEffect(() => {
    const { baseUrl, apiKey } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
    makeCalls(flowdeck, { baseUrl, apiKey }).then((outcomes) => show(JSON.stringify(outcomes)));
  }, []);
  return createElement("pre", null, shown);
}
