//! What documents and the npm package have of the declarations of operations and of answers.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use api::Operation;
use api::package_types::{self, PackageType};

use crate::common::TestServer;

/// Compares the part of a file between two lines, or writes it if the variable `WRITE_DECLARED` is set.
fn compare(file: &str, (start, end): (&str, &str), wanted: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once(start).unwrap();
    let (part, after) = rest.split_once(end).unwrap();
    if env::var_os("WRITE_DECLARED").is_some() {
        fs::write(&path, [before, start, wanted, end, after].concat()).unwrap();
    } else {
        let mut lines = part.lines().zip(wanted.lines());
        let differing = lines.find(|(is, should_be)| is != should_be);
        assert!(
            part == wanted,
            "{file} is not as declared, first at {differing:?}: write it with scripts/declared-files.sh"
        );
    }
}

/// The names of the operations in the package.
fn names() -> impl Iterator<Item = &'static str> {
    let all = Operation::of_package().iter();
    let all = all.map(|operation| operation.name);
    all.filter(|name| *name != "openapi")
}

#[tokio::test]
async fn the_document_about_keys_has_every_operation_with_its_right() {
    let server = TestServer::with(0, |options| options).await;
    let index = server.client.get(format!("{}/llms.txt", server.url));
    let index = index.send().await.unwrap().text().await.unwrap();
    let operations = index.lines().filter_map(|line| {
        let (operation, rest) = line.strip_prefix("- `")?.split_once("` (")?;
        let (right, summary) = rest.split_once("): ")?;
        Some((operation, right, summary))
    });
    let mut table = "\n\n| operation | right | what it does |\n|---|---|---|\n".to_owned();
    for (operation, right, summary) in operations {
        let right = match right {
            "any key" => right.to_owned(),
            "first key" => format!("the {right}"),
            right => format!("`{right}`"),
        };
        writeln!(table, "| `{operation}` | {right} | {summary} |").unwrap();
    }
    table.push('\n');
    compare(
        "docs/keys.md",
        ("<!-- operations -->", "<!-- end -->"),
        &table,
    );
}

#[test]
fn the_package_knows_the_name_of_every_operation_of_clients() {
    let quoted = names().map(|name| format!("\"{name}\""));
    let mut list = "\nconst OPERATIONS = [\n".to_owned();
    let mut union = "\nexport type Operation =".to_owned();
    for name in quoted {
        writeln!(list, "  {name},").unwrap();
        write!(union, "\n  | {name}").unwrap();
    }
    let marks = ("// operations", "// end");
    compare("www/npm/supports.js", marks, &(list + "];\n"));
    compare("www/npm/types/options.d.ts", marks, &(union + ";\n"));
}

#[test]
fn the_package_has_the_types_of_answers() {
    let types = package_types::all();
    let text: String = types
        .iter()
        .map(|one| format!("\n{}", interface(one)))
        .collect();
    let marks = ("// answers", "// end");
    compare("www/npm/types/results.d.ts", marks, &format!("{text}\n"));
}

/// A type as Biome formats it.
fn interface(one: &PackageType) -> String {
    let has_null = one
        .members
        .iter()
        .any(|member| member.kind.ends_with(" | null"));
    let about = match has_null {
        true => format!("{} What the deployment does not report is null.", one.about),
        false => one.about.clone(),
    };
    let mut text = comment(&about, "");
    writeln!(text, "export interface {} {{", one.name).unwrap();
    for member in &one.members {
        text.push_str(&comment(&member.about, "  "));
        writeln!(text, "  {}: {};", member.name, member.kind).unwrap();
    }
    text + "}\n"
}

/// A comment in one line, or in as many as it needs; nothing for nothing.
fn comment(text: &str, indent: &str) -> String {
    const WIDTH: usize = 120;
    let line = format!("{indent}/** {text} */\n");
    if text.is_empty() {
        return String::new();
    }
    if line.chars().count() <= WIDTH + 1 {
        return line;
    }
    let mut comment = format!("{indent}/**");
    let start = format!("\n{indent} *");
    let mut width = WIDTH;
    for word in text.split(' ') {
        if width + 1 + word.chars().count() > WIDTH {
            comment.push_str(&start);
            width = start.chars().count() - 1;
        }
        write!(comment, " {word}").unwrap();
        width += 1 + word.chars().count();
    }
    format!("{comment}\n{indent} */\n")
}
