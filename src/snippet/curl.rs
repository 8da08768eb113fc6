//! The call in a POSIX shell, with curl. Knows what curl itself takes a value apart for.

use super::literal::shell;
use super::{Call, CallPart, EMPTY_FORM, EMPTY_TYPE, KEY, Value, append, essence};
use crate::api::KEY_HEADER;

pub(super) fn write(call: &Call<'_>, out: &mut String) {
    // What curl would send under another name is better said than sent.
    let (parts, left): (Vec<&CallPart<'_>>, Vec<_>) =
        call.parts.iter().partition(|part| !part.name.contains('='));
    if !left.is_empty() {
        out.push_str("# curl cannot send a field that has \"=\" in its name: such fields are left out here.\n");
    }
    let address = call.address();
    // Of these signs curl would make several addresses.
    let globs = address.contains(['[', ']', '{', '}']);
    let globoff = if globs { " --globoff" } else { "" };
    let address = shell(&address);
    append(out, &["curl --fail-with-body", globoff, " ", &address]);
    append(out, &[" \\\n  -H \"", KEY_HEADER, ": $", KEY, "\""]);
    for part in &parts {
        let (option, word) = option(part.name, part.value);
        append(out, &[" \\\n  ", option, " ", &shell(&word)]);
    }
    if parts.is_empty() {
        let form = shell(EMPTY_FORM.trim_end());
        append(out, &[" \\\n  -H 'Content-Type: ", EMPTY_TYPE, "'"]);
        append(out, &[" \\\n  --data-binary ", &form]);
    }
    out.push('\n');
}

/// The option that sends a part, and its word.
fn option(name: &str, value: Value<'_>) -> (&'static str, String) {
    let mut word = [name, "="].concat();
    match value {
        // In place of -F, which reads a file for a value that starts with @ or <.
        Value::Text(text) | Value::Plain(text) => {
            word.push_str(text);
            ("--form-string", word)
        }
        Value::File { name, kind, .. } => {
            append(&mut word, &["@", &path(name)]);
            let kind = essence(kind);
            if !kind.is_empty() {
                append(&mut word, &[";type=", kind]);
            }
            ("-F", word)
        }
    }
}

/// A path in curl's own quotes, in which neither `;` nor `,` ends it.
fn path(name: &str) -> String {
    // A mere dash is the standard input.
    let folder = if name == "-" { "./" } else { "" };
    let name = name.replace('\\', "\\\\").replace('"', "\\\"");
    ["\"", folder, &name, "\""].concat()
}
