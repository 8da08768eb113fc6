//! A run's call as code that a developer takes along: for a shell, JavaScript, TypeScript, Python and
//! Rust. Pure; knows neither form nor key: where the key belongs, the code has a placeholder.

mod curl;
mod fetch;
mod literal;
mod package;
mod python;
mod rust;
mod typescript;

use crate::api::RUN;

/// The environment variable that the code reads the key from.
const KEY: &str = "FLOWDECK_KEY";

/// The type and the body of a form without a part: some clients have no way of their own to send it.
const EMPTY_TYPE: &str = "multipart/form-data; boundary=empty";
const EMPTY_FORM: &str = "--empty--\r\n";

/// What a call sends, and where.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The deployment's address, without a slash at the end.
    pub base_url: &'a str,
    /// The workflow to run.
    pub workflow_id: &'a str,
    /// The form's parts, in their order; several may have one name.
    pub parts: &'a [CallPart<'a>],
}

/// A part of a call's form.
#[derive(Clone, Copy, Debug)]
pub struct CallPart<'a> {
    /// The field's name.
    pub name: &'a str,
    /// Its value.
    pub value: Value<'a>,
}

/// A part's value.
#[derive(Clone, Copy, Debug)]
pub enum Value<'a> {
    /// A text.
    Text(&'a str),
    /// A number, with the digits that were typed, or `true` or `false`: a form sends it as text, and
    /// code for people has it as its language writes such a value, where nothing of it is lost so.
    Plain(&'a str),
    /// A file, which the code looks for by its name.
    File {
        /// The file's name.
        name: &'a str,
        /// Its content type; empty where none is known.
        kind: &'a str,
        /// Whether it was chosen; else the name stands for a file that is still to be chosen.
        is_chosen: bool,
    },
}

/// What the code is written in, and with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// A POSIX shell, with curl.
    Curl,
    /// JavaScript for Node, with this project's package.
    Package,
    /// JavaScript for a page, with the platform's own `fetch`.
    Fetch,
    /// TypeScript for Node, with this project's package.
    TypeScript,
    /// Python, with requests.
    Python,
    /// Rust, with reqwest.
    Rust,
}

impl Language {
    /// Every language, in the order in which they are offered.
    pub const ALL: [Self; 6] = [
        Self::Curl,
        Self::Package,
        Self::Fetch,
        Self::TypeScript,
        Self::Python,
        Self::Rust,
    ];

    /// Its name.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Curl => "curl",
            Self::Package => "JavaScript",
            Self::Fetch => "fetch",
            Self::TypeScript => "TypeScript",
            Self::Python => "Python",
            Self::Rust => "Rust",
        }
    }

    /// The language of this name.
    pub fn named(label: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|language| language.label() == label)
    }

    /// Says which files are still to be put into the code. A page's own inputs ask for theirs.
    fn tell_unchosen(self, call: &Call<'_>, out: &mut String) {
        let sign = match self {
            Self::Fetch => return,
            Self::Curl | Self::Python => "# ",
            Self::Package | Self::TypeScript | Self::Rust => "// ",
        };
        for part in call.parts {
            if let Value::File {
                name,
                is_chosen: false,
                ..
            } = part.value
            {
                // As a literal, for nothing in it may end the comment.
                let name = literal::script(name);
                append(
                    out,
                    &[
                        sign,
                        "No file is chosen yet: put the path of yours in the place of ",
                    ],
                );
                append(out, &[&name, ".\n"]);
            }
        }
    }
}

/// The code that starts this run and shows what came of it.
pub fn snippet(language: Language, call: &Call<'_>) -> String {
    let mut out = String::new();
    language.tell_unchosen(call, &mut out);
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

impl Call<'_> {
    /// Where the run is started.
    fn address(&self) -> String {
        let mut address = RUN.url(self.base_url, "").unwrap_or_default();
        address.push_str(&RUN.query(self.workflow_id, ""));
        address
    }

    fn has_files(&self) -> bool {
        let mut parts = self.parts.iter();
        parts.any(|part| matches!(part.value, Value::File { .. }))
    }
}

/// A content type without its parameters, empty where it is none: not every client takes every text.
fn essence(kind: &str) -> &str {
    let essence = kind.split(';').next().unwrap_or_default().trim();
    let token = |text: &str| {
        let sign = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$&^_.+-".contains(&byte);
        !text.is_empty() && text.bytes().all(sign)
    };
    match essence.split_once('/') {
        Some((kind, sort)) if token(kind) && token(sort) => essence,
        _ => "",
    }
}

/// Appends pieces of code. Called from everywhere: in place it would be most of the room's bytes.
#[inline(never)]
fn append(out: &mut String, pieces: &[&str]) {
    for piece in pieces {
        out.push_str(piece);
    }
}

#[cfg(test)]
mod tests;
