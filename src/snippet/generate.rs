//! Generates the code of a call in any language.

use super::append::append;
use super::call::{PartValue, RunCall};
use super::language::Language;
use super::{curl, fetch, literal, package, python, rust, typescript};

/// The code that starts this run, waits until it ends, saves its files and prints its texts.
pub fn snippet(language: Language, call: &RunCall<'_>) -> String {
    let mut out = String::new();
    note_unchosen_files(language, call, &mut out);
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

/// Adds a comment for each file that is not chosen yet. With `fetch` the user chooses files in the
/// page's own inputs.
fn note_unchosen_files(language: Language, call: &RunCall<'_>, out: &mut String) {
    let comment = match language {
        Language::Fetch => return,
        Language::Curl | Language::Python => "# ",
        Language::Package | Language::TypeScript | Language::Rust => "// ",
    };
    for part in call.parts {
        if let PartValue::File {
            name,
            is_chosen: false,
            ..
        } = part.value
        {
            // A literal, so that nothing in the name ends the comment.
            let name = literal::script(name);
            append(out, &[comment, "No file is chosen yet: replace ", &name]);
            append(out, &[" with the path of your file.\n"]);
        }
    }
}
