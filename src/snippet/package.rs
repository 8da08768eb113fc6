//! The call in JavaScript for Node, with this project's package, which waits for the run's end.

use super::literal::script;
use super::{Call, CallPart, KEY, Value, append, essence};

pub(super) fn write(call: &Call<'_>, out: &mut String) {
    imports(call, "connect", out);
    let base_url = script(call.base_url);
    append(out, &["const deck = await connect({ baseUrl: ", &base_url]);
    append(out, &[", apiKey: process.env.", KEY, " });\n"]);
    append(out, &[RUN_AND_WAIT, &script(call.workflow_id), ", "]);
    values(call, out);
    append(out, &[");\n", SHOW]);
}

pub(super) const RUN_AND_WAIT: &str =
    "const { runId, status, error, outputs } = await deck.runAndWait(";
pub(super) const SHOW: &str = "console.log(runId, status, error ?? outputs);\n";

/// Appends the imports of a program that takes `names` from the package.
pub(super) fn imports(call: &Call<'_>, names: &str, out: &mut String) {
    if call.has_files() {
        out.push_str("import { openAsBlob } from \"node:fs\";\n");
    }
    append(out, &["import { ", names, " } from \"flowdeck\";\n\n"]);
}

/// Appends the object of the values; parts of one name are a list.
pub(super) fn values(call: &Call<'_>, out: &mut String) {
    if call.parts.is_empty() {
        return out.push_str("{}");
    }
    out.push_str("{\n");
    for (place, part) in call.parts.iter().enumerate() {
        let (before, rest) = call.parts.split_at(place);
        let same = |other: &&CallPart<'_>| other.name == part.name;
        if !before.iter().any(|other| same(&other)) {
            let together: Vec<_> = rest.iter().filter(same).collect();
            append(out, &["  ", &key(part.name), ": "]);
            field(&together, out);
        }
    }
    out.push('}');
}

fn field(parts: &[&CallPart<'_>], out: &mut String) {
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

/// A value, the comma after it, and why it is a text where one may wonder.
fn entry(given: Value<'_>, out: &mut String) {
    let inexact = matches!(given, Value::Plain(text) if is_number(text) && !is_exact(text));
    append(
        out,
        &[&value(given), ",", if inexact { AS_TEXT } else { "" }, "\n"],
    );
}

const AS_TEXT: &str = " // as text: a JavaScript number would change its digits";

/// A name as an object's key.
fn key(name: &str) -> String {
    let starts = name.starts_with(|sign: char| sign.is_ascii_alphabetic() || "_$".contains(sign));
    let word = |sign: char| sign.is_ascii_alphanumeric() || "_$".contains(sign);
    match name {
        // Else it would be the object's prototype.
        "__proto__" => ["[", &script(name), "]"].concat(),
        _ if starts && name.chars().all(word) => name.to_owned(),
        _ => script(name),
    }
}

fn value(value: Value<'_>) -> String {
    let (name, kind) = match value {
        Value::Plain(text @ ("true" | "false")) => return text.to_owned(),
        Value::Plain(text) if is_exact(text) => return text.to_owned(),
        Value::Text(text) | Value::Plain(text) => return script(text),
        Value::File { name, kind, .. } => (script(name), essence(kind)),
    };
    let mut file = ["new File([await openAsBlob(", &name, ")], ", &name].concat();
    if !kind.is_empty() {
        append(&mut file, &[", { type: \"", kind, "\" }"]);
    }
    file.push(')');
    file
}

fn is_number(text: &str) -> bool {
    text.parse().is_ok_and(f64::is_finite)
}

/// Whether a number of JavaScript is this one to the last digit, and is sent as it is written: neither
/// with an exponent, nor, as a whole number, beyond 2^53, from where on not each has a number.
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
