//! The call in Python with requests.

use super::append::append;
use super::call::{EMPTY_FORM, EMPTY_TYPE, KEY_VARIABLE, PartValue, RunCall};
use super::content_type::essence;
use super::literal::script;
use api::KEY_HEADER;

pub(super) fn write(call: &RunCall<'_>, out: &mut String) {
    append(out, &[IMPORTS, "BASE = ", &script(call.base_url), "\n"]);
    append(out, &["HEADERS = {\"", KEY_HEADER, "\": os.environ.get(\""]);
    append(out, &[KEY_VARIABLE, "\") or sys.exit(\"set ", KEY_VARIABLE]);
    append(out, &["\")}\n", FUNCTIONS, &call.path(), "\",\n"]);
    if call.parts.is_empty() {
        append(
            out,
            &[
                "    headers=HEADERS | {\"Content-Type\": \"",
                EMPTY_TYPE,
                "\"},\n",
            ],
        );
        append(out, &["    data=", &script(EMPTY_FORM), ",\n"]);
    } else {
        out.push_str("    headers=HEADERS,\n    files=[\n");
        for part in call.parts {
            let (name, value) = (script(part.name), value(part.value));
            append(out, &["        (", &name, ", (", &value, ")),\n"]);
        }
        out.push_str("    ],\n");
    }
    out.push_str(END);
}

const IMPORTS: &str = "import os
import sys
import time

import requests

";

const FUNCTIONS: &str = r#"

def checked(response):
    if not response.ok:
        sys.exit(f"{response.status_code} {response.text}")
    return response


def outputs(run_id):
    # Polls once a second for up to an hour. A deployment that does not report on runs answers 404.
    for _ in range(3600):
        response = requests.get(f"{BASE}/api/v1/runs/{run_id}", headers=HEADERS, timeout=60)
        if response.status_code == 404:
            print("This deployment does not report on runs.")
            print(f"Until it ends, the run is in {BASE}/api/v1/comfy/queue")
            return []
        run = checked(response).json()["data"]
        if run["status"] == "completed":
            return run["outputs"]
        if run["status"] in ("failed", "cancelled"):
            sys.exit(f"run {run_id} {run['status']}: {run.get('error') or 'no reason given'}")
        time.sleep(1)
    sys.exit(f"run {run_id} has not ended within an hour")


response = requests.post(
    f"{BASE}"#;

const END: &str = r#"    timeout=60,
)
run_id = checked(response).json()["data"][0]["run_id"]
print("Started run", run_id)

for output in outputs(run_id):
    name, url = os.path.basename(output["filename"]), output["url"]
    if not url:
        sys.exit(f"the output {name} has no link")
    content = checked(requests.get(url if url.startswith("http") else BASE + url, timeout=60)).content
    if name.endswith(".txt"):
        print(content.decode())
    else:
        with open(name, "wb") as file:
            file.write(content)
        print("Saved", name)
"#;

/// A part as requests expects it: file name, content, content type. Text has no file name.
fn value(value: PartValue<'_>) -> String {
    let (name, content_type) = match value {
        PartValue::Text(text) | PartValue::Literal(text) => {
            return ["None, ", &script(text)].concat();
        }
        PartValue::File {
            name, content_type, ..
        } => (script(name), essence(content_type)),
    };
    let mut file = [&name, ", open(", &name, ", \"rb\")"].concat();
    if !content_type.is_empty() {
        append(&mut file, &[", \"", content_type, "\""]);
    }
    file
}
