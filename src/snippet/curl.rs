//! The call in a POSIX shell with curl, including curl's own escaping.

use super::append::append;
use super::call::{EMPTY_FORM, EMPTY_TYPE, FormPart, KEY_VARIABLE, PartValue, RunCall};
use super::content_type::essence;
use super::literal::shell;
use crate::api::KEY_HEADER;

pub(super) fn write(call: &RunCall<'_>, out: &mut String) {
    // curl would send such a field under another name, so report it instead.
    let (parts, skipped): (Vec<&FormPart<'_>>, Vec<_>) =
        call.parts.iter().partition(|part| !part.name.contains('='));
    if !skipped.is_empty() {
        out.push_str("# curl cannot send a field that has \"=\" in its name: such fields are omitted here.\n");
    }
    let url = call.url();
    // curl expands these characters to several URLs.
    let globs = url.contains(['[', ']', '{', '}']);
    let globoff = if globs { " --globoff" } else { "" };
    let url = shell(&url);
    append(out, &["curl --fail-with-body", globoff, " ", &url]);
    append(
        out,
        &[" \\\n  -H \"", KEY_HEADER, ": $", KEY_VARIABLE, "\""],
    );
    for part in &parts {
        let (option, argument) = option(part.name, part.value);
        append(out, &[" \\\n  ", option, " ", &shell(&argument)]);
    }
    if parts.is_empty() {
        let form = shell(EMPTY_FORM.trim_end());
        append(out, &[" \\\n  -H 'Content-Type: ", EMPTY_TYPE, "'"]);
        append(out, &[" \\\n  --data-binary ", &form]);
    }
    out.push('\n');
}

/// The option that sends a part, and its argument.
fn option(name: &str, value: PartValue<'_>) -> (&'static str, String) {
    let mut argument = [name, "="].concat();
    match value {
        // Not -F, which reads a file for a value that starts with @ or <.
        PartValue::Text(text) | PartValue::Literal(text) => {
            argument.push_str(text);
            ("--form-string", argument)
        }
        PartValue::File {
            name, content_type, ..
        } => {
            append(&mut argument, &["@", &path(name)]);
            let content_type = essence(content_type);
            if !content_type.is_empty() {
                append(&mut argument, &[";type=", content_type]);
            }
            ("-F", argument)
        }
    }
}

/// A path in curl's own quotes, so that neither `;` nor `,` ends it.
fn path(name: &str) -> String {
    // A plain dash would mean standard input.
    let folder = if name == "-" { "./" } else { "" };
    let name = name.replace('\\', "\\\\").replace('"', "\\\"");
    ["\"", folder, &name, "\""].concat()
}
