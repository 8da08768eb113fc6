//! The call in Rust with reqwest, blocking until the run ends.

use super::append::append;
use super::call::{EMPTY_FORM, EMPTY_TYPE, FormPart, KEY_VARIABLE, PartValue, RunCall};
use super::content_type::essence;
use super::literal::rust;
use api::KEY_HEADER;

pub(super) fn write(call: &RunCall<'_>, out: &mut String) {
    append(out, &[HEAD, imports(call), JSON, &rust(call.base_url)]);
    append(out, &[";\n\nfn main() -> Result<(), Box<dyn Error>> {\n"]);
    form(call, out);
    append(out, &["    let key = env::var(\"", KEY_VARIABLE]);
    append(
        out,
        &["\").map_err(|_| \"set ", KEY_VARIABLE, "\")?;\n", POST],
    );
    append(
        out,
        &[
            &call.path(),
            "\"))\n        .header(\"",
            KEY_HEADER,
            "\", &key)\n",
        ],
    );
    match call.parts {
        [] => {
            append(out, &["        .header(\"Content-Type\", \"", EMPTY_TYPE]);
            append(out, &["\")\n        .body(", &rust(EMPTY_FORM), ")\n"]);
        }
        _ => out.push_str("        .multipart(form)\n"),
    }
    append(out, &[SAVE, KEY_HEADER, END]);
}

const HEAD: &str = "use std::error::Error;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;
use std::{env, fs};

";

const JSON: &str = "use reqwest::blocking::{Client, Response};
use serde_json::Value;

const BASE: &str = ";

const POST: &str = "    let client = Client::builder().timeout(Duration::from_secs(600)).build()?;
    let response = client
        .post(format!(\"{BASE}";

const SAVE: &str = r#"        .send()?;
    let answer: Value = checked(response)?.json()?;
    let run_id = answer["data"][0]["run_id"].as_str().ok_or("the answer has no run ID")?;
    println!("Started run {run_id}");

    for output in outputs(&client, &key, run_id)? {
        let name = Path::new(output["filename"].as_str().unwrap_or_default()).file_name();
        let name = name.ok_or("an output has no file name")?;
        let url = output["url"].as_str().ok_or("an output has no link")?;
        let url = if url.starts_with("http") { url.to_owned() } else { format!("{BASE}{url}") };
        let name = format!("{run_id}-{}", name.display());
        fs::write(&name, checked(client.get(url).send()?)?.bytes()?)?;
        println!("Saved {name}");
    }
    Ok(())
}

/// Polls once a second for up to an hour. A deployment that does not report on runs answers 404.
fn outputs(client: &Client, key: &str, run_id: &str) -> Result<Vec<Value>, Box<dyn Error>> {
    for _ in 0..3600 {
        let url = format!("{BASE}/api/v1/runs/{run_id}");
        let response = client.get(url).header(""#;

const END: &str = r#"", key).send()?;
        if response.status() == 404 {
            println!("This deployment does not report on runs.");
            println!("Until it ends, the run is in {BASE}/api/v1/comfy/queue");
            return Ok(Vec::new());
        }
        let run = checked(response)?.json::<Value>()?["data"].take();
        match run["status"].as_str() {
            Some("completed") => return Ok(run["outputs"].as_array().cloned().unwrap_or_default()),
            Some(status @ ("failed" | "cancelled")) => {
                let reason = run["error"].as_str().unwrap_or("no reason given");
                return Err(format!("run {run_id} {status}: {reason}").into());
            }
            _ => sleep(Duration::from_secs(1)),
        }
    }
    Err(format!("run {run_id} has not ended within an hour").into())
}

fn checked(response: Response) -> Result<Response, Box<dyn Error>> {
    if response.status().is_success() {
        return Ok(response);
    }
    Err(format!("{} {}", response.status(), response.text()?).into())
}
"#;

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
