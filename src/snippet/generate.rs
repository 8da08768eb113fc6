//! Generates the code of a call in any language, below comments that say what it needs.

use super::append::append;
use super::call::{KEY_VARIABLE, PartValue, RunCall};
use super::language::Language;
use super::{curl, fetch, install, literal, package, python, rust, typescript};

/// The code that starts this run, waits until it ends, and saves its outputs under names that begin with the ID of the
/// run.
pub fn snippet(language: Language, call: &RunCall<'_>) -> String {
    let mut out = String::new();
    // With `fetch`, a page has neither variables nor files of its own.
    if language != Language::Fetch {
        note_needs(language, call, &mut out);
    }
    match language {
        Language::Curl => curl::write(call, &mut out),
        Language::Package => package::write(call, &mut out),
        Language::Fetch => fetch::write(call, &mut out),
        Language::TypeScript => typescript::write(call, &mut out),
        Language::Python => python::write(call, &mut out),
        Language::Rust => rust::write(call, &mut out),
    }
    out
}

/// Adds comments: what to install, the variable with the key, and the files.
fn note_needs(language: Language, call: &RunCall<'_>, out: &mut String) {
    let comment = match language {
        Language::Curl | Language::Python => "# ",
        _ => "// ",
    };
    install::note(language, comment, call, out);
    append(out, &[comment, "export ", KEY_VARIABLE, "=YOUR_API_KEY\n"]);
    for part in call.parts {
        if let PartValue::File {
            name, is_chosen, ..
        } = part.value
        {
            note_file(comment, name, is_chosen, out);
        }
    }
}

/// Adds a comment about a file that the code opens.
fn note_file(comment: &str, name: &str, is_chosen: bool, out: &mut String) {
    // An interactive zsh runs comments: a name that the person did not type could be a command.
    if is_chosen && !name.chars().all(is_plain) {
        return;
    }
    // A literal, so that nothing in the name ends the comment.
    let name = literal::script(name);
    let (before, after) = match is_chosen {
        true => ("Expects ", " in the current folder.\n"),
        false => (
            "No file is chosen yet: replace ",
            " with the path of your file.\n",
        ),
    };
    append(out, &[comment, before, &name, after]);
}

fn is_plain(character: char) -> bool {
    character.is_alphanumeric() || " ._-".contains(character)
}
