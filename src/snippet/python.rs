//! The call in Python with requests.

use super::append::append;
use super::call::{EMPTY_FORM, EMPTY_TYPE, KEY_VARIABLE, PartValue, RunCall};
use super::content_type::essence;
use super::literal::script;
use crate::api::KEY_HEADER;

pub(super) fn write(call: &RunCall<'_>, out: &mut String) {
    out.push_str("import os\n\nimport requests\n\nresponse = requests.post(\n    ");
    append(out, &[&script(&call.url()), ",\n    headers={\""]);
    append(out, &[KEY_HEADER, "\": os.environ[\"", KEY_VARIABLE, "\"]"]);
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
