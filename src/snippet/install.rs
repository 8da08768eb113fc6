//! What the code of a language needs installed. Knows the deployment's address, but no values.

use super::append::append;
use super::call::RunCall;
use super::language::Language;
use super::literal::{is_hidden, shell};

/// The file of the npm package in a release of this version.
const RELEASED: &str = concat!("./flowdeck-", env!("CARGO_PKG_VERSION"), ".tgz");

/// Where a deployment serves the npm package, if it does.
pub fn package_address(base_url: &str) -> String {
    [base_url.trim_end_matches('/'), "/flowdeck.tgz"].concat()
}

/// Appends one comment per command.
pub(super) fn note(language: Language, comment: &str, call: &RunCall<'_>, out: &mut String) {
    match language {
        Language::Package => package(comment, call, "", out),
        Language::TypeScript => package(comment, call, " @types/node", out),
        Language::Python => append(out, &[comment, "pip install requests\n"]),
        Language::Rust => {
            append(out, &[comment, "cargo add reqwest ", REQWEST, "\n"]);
            append(out, &[comment, "cargo add serde_json\n"]);
        }
        Language::Curl | Language::Fetch => {}
    }
}

const REQWEST: &str = "--features blocking,json,multipart";

/// The command that installs the package and `more`. The remark is in parentheses, so that a shell refuses the line
/// instead of passing its words to npm as names of packages.
fn package(comment: &str, call: &RunCall<'_>, more: &str, out: &mut String) {
    let offered = offered(call);
    let (package, remark) = match &offered {
        Some(address) => (address.as_str(), ""),
        None => (RELEASED, " (from a release)"),
    };
    append(out, &[comment, "npm install ", package, more, remark, "\n"]);
}

/// The address of the package as a shell's word, if the deployment offers it and a comment can hold it.
fn offered(call: &RunCall<'_>) -> Option<String> {
    let address = package_address(call.base_url);
    let is_usable = call.offers_package && !address.chars().any(is_hidden);
    let is_word =
        |character: char| character.is_ascii_alphanumeric() || ":/._-~%+,@".contains(character);
    is_usable.then(|| match address.chars().all(is_word) {
        true => address,
        false => shell(&address),
    })
}
