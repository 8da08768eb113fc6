//! The call in Rust, with reqwest, waiting for the answer.

use super::literal::rust;
use super::{Call, CallPart, EMPTY_FORM, EMPTY_TYPE, KEY, Value, append, essence};
use crate::api::KEY_HEADER;

pub(super) fn write(call: &Call<'_>, out: &mut String) {
    append(out, &[HEAD, imports(call), "\n", MAIN]);
    form(call, out);
    append(out, &["    let response = Client::new()\n        .post("]);
    append(out, &[&rust(&call.address()), ")\n        .header(\""]);
    append(out, &[KEY_HEADER, "\", env::var(\"", KEY, "\")?)\n"]);
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

/// Only what is used, which the compiler would find fault with otherwise.
fn imports(call: &Call<'_>) -> &'static str {
    match call.parts {
        [] => "",
        _ if call.has_files() => "use reqwest::blocking::multipart::{Form, Part};\n",
        _ => "use reqwest::blocking::multipart::Form;\n",
    }
}

fn form(call: &Call<'_>, out: &mut String) {
    if call.parts.is_empty() {
        return;
    }
    out.push_str("    let form = Form::new()");
    // By itself reqwest encodes names in a way that a form must not have (RFC 7578, section 4.2).
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

fn method(part: &CallPart<'_>) -> String {
    let field = rust(&escaped(part.name));
    let (name, kind) = match part.value {
        Value::Text(text) | Value::Plain(text) => {
            return [".text(", &field, ", ", &rust(text), ")"].concat();
        }
        Value::File { name, kind, .. } => (rust(name), essence(kind)),
    };
    let mut method = [".part(", &field, ", Part::file(", &name, ")?"].concat();
    if !kind.is_empty() {
        append(&mut method, &[".mime_str(\"", kind, "\")?"]);
    }
    method.push(')');
    method
}

/// A name with the escapes that browsers use in a form's headers, where reqwest is told to use none.
fn escaped(name: &str) -> String {
    let escapes = [("\"", "%22"), ("\r", "%0D"), ("\n", "%0A")];
    let name = name.to_owned();
    escapes
        .iter()
        .fold(name, |text, (sign, escape)| text.replace(sign, escape))
}
