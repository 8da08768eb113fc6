//! The call in a page with the browser's `fetch`. Files come from the page's file inputs; outputs are
//! downloaded.

use super::append::append;
use super::call::{FormPart, PartValue, RunCall};
use super::literal::script;
use api::{KEY_HEADER, RUN};

const FILES: &str = "// This page needs a file input named after each file field.\n";

/// A page has no environment variables.
const PLACEHOLDER: &str = "YOUR_API_KEY";

pub(super) fn write(call: &RunCall<'_>, out: &mut String) {
    append(out, &["// For a module script in a page.\n"]);
    if call.has_files() {
        out.push_str(FILES);
    }
    append(out, &["const BASE = ", &script(call.base_url), ";\n"]);
    append(
        out,
        &["const headers = { \"", KEY_HEADER, "\": \"", PLACEHOLDER],
    );
    append(
        out,
        &["\" };\n", FUNCTIONS, "const form = new FormData();\n"],
    );
    for (index, part) in call.parts.iter().enumerate() {
        let before = call.parts.get(..index).unwrap_or_default();
        let (name, value) = (script(part.name), value(part, before));
        append(out, &["form.append(", &name, ", ", &value, ");\n"]);
    }
    append(
        out,
        &["\nconst response = await fetch(`${BASE}", &call.path()],
    );
    append(out, &["`, { method: \"", RUN.method, END]);
}

const FUNCTIONS: &str = r#"
async function checked(response) {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response;
}

// Polls once a second for up to an hour. A deployment that does not report on runs answers 404.
async function outputsOf(runId) {
  for (let poll = 0; poll < 3600; poll++) {
    const response = await fetch(`${BASE}/api/v1/runs/${runId}`, { headers });
    if (response.status === 404) {
      console.log("This deployment does not report on runs.");
      console.log(`Until it ends, the run is in ${BASE}/api/v1/comfy/queue`);
      return [];
    }
    const { status, error, outputs } = (await (await checked(response)).json()).data;
    if (status === "completed") return outputs;
    if (status === "failed" || status === "cancelled") {
      throw new Error(`run ${runId} ${status}: ${error ?? "no reason given"}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  throw new Error(`run ${runId} has not ended within an hour`);
}

"#;

const END: &str = r#"", headers, body: form });
const [{ run_id: runId }] = (await (await checked(response)).json()).data;
console.log("Started run", runId);

for (const { filename, url } of await outputsOf(runId)) {
  if (!url) throw new Error(`the output ${filename} has no link`);
  const file = await checked(await fetch(url.startsWith("http") ? url : BASE + url));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await file.blob());
  link.download = `${runId}-${filename.split("/").pop()}`;
  link.click();
}
"#;

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
