//! The call in Python with requests.

use super::append::append;
use super::call::{EMPTY_FORM, EMPTY_TYPE, KEY_VARIABLE, PartValue, RunCall};
use super::content_type::essence;
use super::literal::script;
use api::KEY_HEADER;

pub(super) fn write(call: &RunCall<'_>, out: &mut String) {
    append(out, &[IMPORTS, "BASE, KEY = ", &script(call.base_url)]);
    append(
        out,
        &[", {\"", KEY_HEADER, "\": os.environ[\"", KEY_VARIABLE],
    );
    append(out, &["\"]}\n", CALL, &call.path(), "\", "]);
    if call.parts.is_empty() {
        append(out, &["data=", &script(EMPTY_FORM), ",\n    headers=KEY"]);
        append(out, &[" | {\"Content-Type\": \"", EMPTY_TYPE, "\"},\n)"]);
    } else {
        out.push_str("headers=KEY, files=[\n");
        for part in call.parts {
            let (name, value) = (script(part.name), value(part.value));
            append(out, &["    (", &name, ", (", &value, ")),\n"]);
        }
        out.push_str("])");
    }
    out.push_str(END);
}

const IMPORTS: &str = "import os, pathlib, time, requests\n\n";

/// Errors are exceptions, so that the code also works in a notebook. They contain the deployment's reason, which
/// `raise_for_status` leaves out. A deployment links its outputs by complete addresses or by paths.
const CALL: &str = r#"def call(method, url, **options):
    response = requests.request(method, url if "://" in url else BASE + url, timeout=60, **options)
    if not response.ok:
        raise RuntimeError(f"{response.status_code} {response.text}")
    return response

run_id = call("POST", ""#;

/// The key is not sent with the links of outputs.
const END: &str = r#".json()["data"][0]["run_id"]
while (run := call("GET", f"/api/v1/runs/{run_id}", headers=KEY).json()["data"])["status"] in ("pending", "running"):
    time.sleep(1)
if run["status"] != "completed":
    raise RuntimeError(f"run {run_id} {run['status']}: {run.get('error') or 'no reason given'}")
for output in run["outputs"]:
    pathlib.Path(f"{run_id}-{os.path.basename(output['filename'])}").write_bytes(call("GET", output["url"]).content)
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
