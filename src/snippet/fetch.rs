//! The call in a page or in Node, with the platform's own `fetch`; in a page, files come from its file
//! inputs.

use super::literal::script;
use super::{Call, CallPart, Value, append};
use crate::api::{KEY_HEADER, RUN};

/// Where the code runs as it is, and what it takes elsewhere.
const PAGE: &str = "// For a page with a file input of each such field's name. In Node (.mjs), put
// new File([await openAsBlob(path)], name) in the input's place: import { openAsBlob } from \"node:fs\".
";
const BOTH: &str = "// For a page, as a module, and for Node (.mjs).\n";

/// A page has no environment.
const PLACEHOLDER: &str = "YOUR_API_KEY";

pub(super) fn write(call: &Call<'_>, out: &mut String) {
    out.push_str(if call.has_files() { PAGE } else { BOTH });
    out.push_str("const form = new FormData();\n");
    for (place, part) in call.parts.iter().enumerate() {
        let before = call.parts.get(..place).unwrap_or_default();
        let (name, value) = (script(part.name), value(part, before));
        append(out, &["form.append(", &name, ", ", &value, ");\n"]);
    }
    let address = script(&call.address());
    append(out, &["\nconst response = await fetch(", &address, ", {\n"]);
    append(out, &["  method: \"", RUN.method, "\",\n"]);
    append(out, &["  headers: { \"", KEY_HEADER, "\": \"", PLACEHOLDER]);
    append(out, &["\" },\n", END]);
}

const END: &str = "  body: form,
});
if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
console.log(await response.json());
";

/// A text, or a file of the input that has the field's name: the first, or the one after those
/// `before` it.
fn value(part: &CallPart<'_>, before: &[CallPart<'_>]) -> String {
    let same = |other: &&CallPart<'_>| {
        other.name == part.name && matches!(other.value, Value::File { .. })
    };
    match part.value {
        Value::Text(text) | Value::Plain(text) => script(text),
        Value::File { .. } => {
            let inputs = ["document.getElementsByName(", &script(part.name), ")"].concat();
            let place = before.iter().filter(same).count().to_string();
            [&inputs, "[0].files[", &*place, "]"].concat()
        }
    }
}
