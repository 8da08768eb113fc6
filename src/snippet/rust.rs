//! The call in Rust with reqwest, blocking until the response arrives.

use super::append::append;
use super::call::{EMPTY_FORM, EMPTY_TYPE, FormPart, KEY_VARIABLE, PartValue, RunCall};
use super::content_type::essence;
use super::literal::rust;
use crate::api::KEY_HEADER;

pub(super) fn write(call: &RunCall<'_>, out: &mut String) {
    append(out, &[HEAD, imports(call), "\n", MAIN]);
    form(call, out);
    append(out, &["    let response = Client::new()\n        .post("]);
    append(out, &[&rust(&call.url()), ")\n        .header(\""]);
    append(
        out,
        &[KEY_HEADER, "\", env::var(\"", KEY_VARIABLE, "\")?)\n"],
    );
    match call.parts {
        [] => {
            append(out, &["        .header(\"Content-Type\", \"", EMPTY_TYPE]);
            append(out, &["\")\n        .body(", &rust(EMPTY_FORM), ")\n"]);
        }
        _ => out.push_str("        .multipart(form)\n"),
    }
    out.push_str(END);
}

const HEAD: &str = "// cargo add reqwest --features blocking,multipart
use std::env;
use std::error::Error;

use reqwest::blocking::Client;
";

const MAIN: &str = "fn main() -> Result<(), Box<dyn Error>> {\n";

const END: &str = "        .send()?;

    let (status, answer) = (response.status(), response.text()?);
    if !status.is_success() {
        return Err(format!(\"{status} {answer}\").into());
    }
    println!(\"{answer}\");
    Ok(())
}
";

/// Only the imports in use, because the compiler warns about others.
fn imports(call: &RunCall<'_>) -> &'static str {
    match call.parts {
        [] => "",
        _ if call.has_files() => "use reqwest::blocking::multipart::{Form, Part};\n",
        _ => "use reqwest::blocking::multipart::Form;\n",
    }
}

fn form(call: &RunCall<'_>, out: &mut String) {
    if call.parts.is_empty() {
        return;
    }
    out.push_str("    let form = Form::new()");
    // By default reqwest encodes names in a way that forms must not use (RFC 7578, section 4.2).
    if !call.parts.iter().all(|part| is_plain(part.name)) {
        out.push_str("\n        .percent_encode_noop()");
    }
    for part in call.parts {
        append(out, &["\n        ", &method(part)]);
    }
    out.push_str(";\n\n");
}

fn is_plain(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    name.bytes().all(plain)
}

fn method(part: &FormPart<'_>) -> String {
    let field = rust(&escaped(part.name));
    let (name, content_type) = match part.value {
        PartValue::Text(text) | PartValue::Literal(text) => {
            return [".text(", &field, ", ", &rust(text), ")"].concat();
        }
        PartValue::File {
            name, content_type, ..
        } => (rust(name), essence(content_type)),
    };
    let mut method = [".part(", &field, ", Part::file(", &name, ")?"].concat();
    if !content_type.is_empty() {
        append(&mut method, &[".mime_str(\"", content_type, "\")?"]);
    }
    method.push(')');
    method
}

/// A name with the escapes that browsers use in form headers; reqwest's own are turned off.
fn escaped(name: &str) -> String {
    let escapes = [("\"", "%22"), ("\r", "%0D"), ("\n", "%0A")];
    let name = name.to_owned();
    escapes.iter().fold(name, |text, (character, escape)| {
        text.replace(character, escape)
    })
}
