//! The call in Python, with requests.

use super::literal::script;
use super::{Call, EMPTY_FORM, EMPTY_TYPE, KEY, Value, append, essence};
use crate::api::KEY_HEADER;

pub(super) fn write(call: &Call<'_>, out: &mut String) {
    out.push_str("import os\n\nimport requests\n\nresponse = requests.post(\n    ");
    append(out, &[&script(&call.address()), ",\n    headers={\""]);
    append(out, &[KEY_HEADER, "\": os.environ[\"", KEY, "\"]"]);
    if call.parts.is_empty() {
        append(out, &[", \"Content-Type\": \"", EMPTY_TYPE, "\"},\n"]);
        append(out, &["    data=", &script(EMPTY_FORM), ",\n"]);
    } else {
        out.push_str("},\n    files=[\n");
        for part in call.parts {
            let (name, value) = (script(part.name), value(part.value));
            append(out, &["        (", &name, ", (", &value, ")),\n"]);
        }
        out.push_str("    ],\n");
    }
    out.push_str(END);
}

const END: &str = "    timeout=60,
)
if not response.ok:
    raise SystemExit(f\"{response.status_code} {response.text}\")
print(response.json())
";

/// A part as requests takes it: file name, content, content type. A text has no file name.
fn value(value: Value<'_>) -> String {
    let (name, kind) = match value {
        Value::Text(text) | Value::Plain(text) => return ["None, ", &script(text)].concat(),
        Value::File { name, kind, .. } => (script(name), essence(kind)),
    };
    let mut file = [&name, ", open(", &name, ", \"rb\")"].concat();
    if !kind.is_empty() {
        append(&mut file, &[", \"", kind, "\""]);
    }
    file
}
