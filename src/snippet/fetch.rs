//! The call in a page or in Node with the platform's `fetch`. In a page, files come from its file inputs.

use super::append::append;
use super::call::{FormPart, PartValue, RunCall};
use super::literal::script;
use crate::api::{KEY_HEADER, RUN};

/// The environment in which the code runs unchanged, and what to change for others.
const PAGE: &str = "// For a page with a file input named after each file field. In Node (.mjs), replace the input with
// new File([await openAsBlob(path)], name): import { openAsBlob } from \"node:fs\".
";
const BOTH: &str = "// For a module in a page, or for Node (.mjs).\n";

/// A page has no environment variables.
const PLACEHOLDER: &str = "YOUR_API_KEY";

pub(super) fn write(call: &RunCall<'_>, out: &mut String) {
    out.push_str(if call.has_files() { PAGE } else { BOTH });
    out.push_str("const form = new FormData();\n");
    for (index, part) in call.parts.iter().enumerate() {
        let before = call.parts.get(..index).unwrap_or_default();
        let (name, value) = (script(part.name), value(part, before));
        append(out, &["form.append(", &name, ", ", &value, ");\n"]);
    }
    let url = script(&call.url());
    append(out, &["\nconst response = await fetch(", &url, ", {\n"]);
    append(out, &["  method: \"", RUN.method, "\",\n"]);
    append(out, &["  headers: { \"", KEY_HEADER, "\": \"", PLACEHOLDER]);
    append(out, &["\" },\n", END]);
}

const END: &str = "  body: form,
});
if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
console.log(await response.json());
";

/// A text, or a file from the input with the field's name: the one after the files `before` it.
fn value(part: &FormPart<'_>, before: &[FormPart<'_>]) -> String {
    let same = |other: &&FormPart<'_>| {
        other.name == part.name && matches!(other.value, PartValue::File { .. })
    };
    match part.value {
        PartValue::Text(text) | PartValue::Literal(text) => script(text),
        PartValue::File { .. } => {
            let inputs = ["document.getElementsByName(", &script(part.name), ")"].concat();
            let index = before.iter().filter(same).count().to_string();
            [&inputs, "[0].files[", &*index, "]"].concat()
        }
    }
}
