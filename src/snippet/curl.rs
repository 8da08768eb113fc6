//! The call in a POSIX shell with curl, including curl's own escaping.

use super::append::append;
use super::call::{EMPTY_FORM, EMPTY_TYPE, FormPart, KEY_VARIABLE, PartValue, RunCall};
use super::content_type::essence;
use super::literal::shell;
use api::KEY_HEADER;

pub(super) fn write(call: &RunCall<'_>, out: &mut String) {
    // curl would send such a field under another name, so report it instead.
    let (parts, skipped): (Vec<&FormPart<'_>>, Vec<_>) =
        call.parts.iter().partition(|part| !part.name.contains('='));
    if !skipped.is_empty() {
        out.push_str("# curl cannot send a field that has \"=\" in its name: such fields are omitted here.\n");
    }
    append(
        out,
        &[NOTES, "base=", &shell(call.base_url), "\n", FUNCTIONS],
    );
    append(out, &[KEY_HEADER, ": $", KEY_VARIABLE, "\" \"$@\"; }\n\n"]);
    check_needs(&parts, out);
    append(
        out,
        &["answer=$(call --fail-with-body \"$base", &call.path(), "\""],
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
    append(out, &[") || fail \"$answer\"\n", END]);
}

/// Comments stay outside the parentheses, because an interactive zsh would run them as commands.
const NOTES: &str =
    "# Polls the run once a second for up to an hour. If the deployment does not report on
# runs (404), this prints where to look for the run.
(
set -eu
";

/// `member` prints the string that the JSON on its input has under a name.
const FUNCTIONS: &str = r#"fail() { printf '%s\n' "$1" >&2; exit 1; }
member() { sed -nE 's/.*"'"$1"'" *: *"(([^"\\]|\\.)*)".*/\1/p'; }
load() { curl --silent --show-error --globoff "$@"; }
call() { load -H ""#;

const END: &str = r#"run=$(printf '%s' "$answer" | tr -d '\n' | member run_id)
echo "Started run $run"

polls=0
while :; do
  answer=$(call --write-out '%{http_code}' "$base/api/v1/runs/$run" | tr -d '\n')
  case $(printf '%s' "$answer" | tr -d ' ') in
    *404)
      echo "This deployment does not report on runs. Until it ends, the run is in"
      echo "$base/api/v1/comfy/queue"
      exit ;;
    *'"status":"completed"'*200) break ;;
    *'"status":"failed"'*200) fail "run $run failed: $(printf '%s' "$answer" | member error)" ;;
    *'"status":"cancelled"'*200) fail "run $run was cancelled" ;;
    *200) [ $((polls += 1)) -lt 3600 ] || fail "run $run has not ended within an hour" ;;
    *) fail "$answer" ;;
  esac
  sleep 1
done

printf '%s\n' "$answer" | tr '{}' '\n\n' | grep '"filename" *:' | while read -r output; do
  name=$(printf '%s' "$output" | member filename)
  url=$(printf '%s' "$output" | member url)
  name=$run-${name##*/}
  case $url in
    '') fail "the output $name has no link" ;;
    http*) ;;
    *) url=$base$url ;;
  esac
  load --fail --output "$name" "$url"
  echo "Saved $name"
done
)
"#;

/// Stops before the call if the key is not set or a file cannot be read.
fn check_needs(parts: &[&FormPart<'_>], out: &mut String) {
    append(out, &["[ -n \"${", KEY_VARIABLE, ":-}\" ] || fail \"set "]);
    append(out, &[KEY_VARIABLE, " to your API key\"\n"]);
    for part in parts {
        if let PartValue::File { name, .. } = part.value {
            let path = shell(&path(name));
            append(out, &["[ -r ", &path, " ] || fail \"cannot read \"", &path]);
            out.push_str("\": copy the file here, or change its path\"\n");
        }
    }
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
            append(&mut argument, &["@", &quoted(&path(name))]);
            let content_type = essence(content_type);
            if !content_type.is_empty() {
                append(&mut argument, &[";type=", content_type]);
            }
            ("-F", argument)
        }
    }
}

/// The path of a file in the current folder. A plain dash would mean standard input.
fn path(name: &str) -> String {
    let folder = if name == "-" { "./" } else { "" };
    [folder, name].concat()
}

/// A path in curl's own quotes, so that neither `;` nor `,` ends it.
fn quoted(path: &str) -> String {
    let path = path.replace('\\', "\\\\").replace('"', "\\\"");
    ["\"", &path, "\""].concat()
}
