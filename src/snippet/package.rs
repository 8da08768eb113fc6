//! The call in JavaScript for Node with the flowdeck package, which waits for the run to finish.

use super::append::append;
use super::call::{FormPart, KEY_VARIABLE, PartValue, RunCall};
use super::content_type::essence;
use super::literal::script;

pub(super) fn write(call: &RunCall<'_>, out: &mut String) {
    imports(call, "connect", out);
    let base_url = script(call.base_url);
    append(out, &["const deck = await connect({ baseUrl: ", &base_url]);
    append(out, &[", apiKey: process.env.", KEY_VARIABLE, " });\n"]);
    append(out, &[RUN_AND_WAIT, &script(call.workflow_id), ", "]);
    values(call, out);
    out.push_str(SAVE);
}

/// The package polls until the run ends.
pub(super) const RUN_AND_WAIT: &str =
    "const { runId, status, error, outputs } = await deck.runAndWait(";

/// The rest of the program, after the values. If the deployment does not report on runs, the status is `unknown` and
/// there are no outputs.
pub(super) const SAVE: &str = r#", { signal: AbortSignal.timeout(3_600_000) });
console.log("Run", runId, status);
if (status === "failed" || status === "cancelled") throw new Error(error ?? "no reason given");
for (const { filename, url } of outputs) {
  if (!url) throw new Error(`the output ${filename} has no link`);
  const file = await fetch(url);
  if (!file.ok) throw new Error(`${filename}: ${file.status} ${await file.text()}`);
  await writeFile(`${runId}-${filename.split("/").pop()}`, new Uint8Array(await file.arrayBuffer()));
}
"#;

/// Appends the imports of a program that uses `names` from the package.
pub(super) fn imports(call: &RunCall<'_>, names: &str, out: &mut String) {
    if call.has_files() {
        out.push_str("import { openAsBlob } from \"node:fs\";\n");
    }
    append(out, &[IMPORTS, names, " } from \"flowdeck\";\n\n"]);
}

const IMPORTS: &str = "import { writeFile } from \"node:fs/promises\";\nimport { ";

/// Appends the object of values; parts with the same name become a list.
pub(super) fn values(call: &RunCall<'_>, out: &mut String) {
    if call.parts.is_empty() {
        return out.push_str("{}");
    }
    out.push_str("{\n");
    for (index, part) in call.parts.iter().enumerate() {
        let (before, rest) = call.parts.split_at(index);
        let same = |other: &&FormPart<'_>| other.name == part.name;
        if !before.iter().any(|other| same(&other)) {
            let group: Vec<_> = rest.iter().filter(same).collect();
            append(out, &["  ", &key(part.name), ": "]);
            field(&group, out);
        }
    }
    out.push('}');
}

fn field(parts: &[&FormPart<'_>], out: &mut String) {
    if let [part] = parts {
        return entry(part.value, out);
    }
    out.push_str("[\n");
    for part in parts {
        out.push_str("    ");
        entry(part.value, out);
    }
    out.push_str("  ],\n");
}

/// A value with its comma, and a comment if a number has to be text.
fn entry(given: PartValue<'_>, out: &mut String) {
    let inexact = matches!(given, PartValue::Literal(text) if is_number(text) && !is_exact(text));
    append(
        out,
        &[&value(given), ",", if inexact { AS_TEXT } else { "" }, "\n"],
    );
}

const AS_TEXT: &str = " // as text: a JavaScript number would change its digits";

/// A name as an object's key.
fn key(name: &str) -> String {
    let starts = name
        .starts_with(|character: char| character.is_ascii_alphabetic() || "_$".contains(character));
    let word = |character: char| character.is_ascii_alphanumeric() || "_$".contains(character);
    match name {
        // Otherwise it would set the object's prototype.
        "__proto__" => ["[", &script(name), "]"].concat(),
        _ if starts && name.chars().all(word) => name.to_owned(),
        _ => script(name),
    }
}

fn value(value: PartValue<'_>) -> String {
    let (name, content_type) = match value {
        PartValue::Literal(text @ ("true" | "false")) => return text.to_owned(),
        PartValue::Literal(text) if is_exact(text) => return text.to_owned(),
        PartValue::Text(text) | PartValue::Literal(text) => return script(text),
        PartValue::File {
            name, content_type, ..
        } => (script(name), essence(content_type)),
    };
    let mut file = ["new File([await openAsBlob(", &name, ")], ", &name].concat();
    if !content_type.is_empty() {
        append(&mut file, &[", { type: \"", content_type, "\" }"]);
    }
    file.push(')');
    file
}

fn is_number(text: &str) -> bool {
    text.parse().is_ok_and(f64::is_finite)
}

/// Whether a JavaScript number keeps every digit of this text and is sent as written: without an
/// exponent, and below 2^53, the limit of exact integers.
fn is_exact(text: &str) -> bool {
    let digits = match text.split_once('.') {
        Some((whole, fraction)) if !fraction.is_empty() => {
            let fraction = fraction.trim_end_matches('0');
            let point = if fraction.is_empty() { "" } else { "." };
            [whole, point, fraction].concat()
        }
        _ => text.to_owned(),
    };
    let fits = |number: &f64| {
        let size = number.abs();
        size == 0.0 || (1e-6..=9_007_199_254_740_991.0).contains(&size)
    };
    let number: Option<f64> = digits.parse().ok();
    number
        .filter(fits)
        .is_some_and(|number| number.to_string() == digits)
}
