//! `flowdeck check`: what a workflow would ask for, and what an engine lacks for it.

use std::fs;
use std::path::Path;

use schema::{Field, InputSchema, Readiness, readiness};
use service::node_classes;
use workflow::{ExposureDocument, Problem};

use super::arguments::Check;
use super::companion_files::beside;
use super::table::{one_line, unbroken};
use super::{TOKEN_VARIABLE, environment, print};

/// How much of a default is shown, in characters.
const LONGEST: usize = 40;

/// Prints the fields and outputs of a workflow and its problems.
///
/// # Errors
/// When it has problems, so that the program fails.
pub(crate) async fn run(arguments: Check) -> Result<(), String> {
    let file = arguments.file.display();
    let bytes = fs::read(&arguments.file).map_err(|why| format!("reading {file}: {why}"))?;
    let token = environment::secret(TOKEN_VARIABLE)?;
    let classes = node_classes(&arguments.engine, token.as_deref()).await?;
    let exposure = match &arguments.exposure {
        Some(exposure) => Some(exposure.clone()),
        None => beside(&arguments.file, "form", "--exposure")?,
    };
    let exposure = exposure.as_deref().map(read_exposure).transpose()?;
    let Readiness {
        schema,
        problems,
        warnings,
        ..
    } = readiness(&bytes, exposure, &classes);
    print(&report(&schema));
    if arguments
        .file
        .file_name()
        .is_some_and(|name| name.to_str().is_none())
    {
        print(
            "note: the name of the file is not UTF-8, so a service leaves it out of its folder; rename it",
        );
    }
    for warning in &warnings {
        print(&unbroken(&match warning.is_note() {
            true => format!("note: {warning}"),
            false => format!("warning: {warning}; runs go on without the outputs that need it"),
        }));
    }
    match problems.len() {
        0 => {
            print(&format!("{file} can run at {}", arguments.engine));
            Ok(())
        }
        count => {
            for problem in &problems {
                print(&unbroken(&format!("problem: {problem}")));
            }
            Err(format!(
                "checking {file}: it cannot run at {} ({count} problem{})",
                arguments.engine,
                if count == 1 { "" } else { "s" }
            ))
        }
    }
}

/// A saved exposure, and the problems found in it.
fn read_exposure(path: &Path) -> Result<(ExposureDocument, Vec<Problem>), String> {
    let bytes = fs::read(path).map_err(|why| format!("reading {}: {why}", path.display()))?;
    Ok(ExposureDocument::parse_file(&bytes))
}

fn report(schema: &InputSchema) -> String {
    let mut lines = Vec::new();
    for field in &schema.fields {
        lines.push(unbroken(&format!("input   {}", described(field))));
    }
    for output in &schema.outputs {
        lines.push(unbroken(&format!("output  {}", output.label)));
    }
    match lines.is_empty() {
        true => "no inputs and no outputs".to_owned(),
        false => lines.join("\n"),
    }
}

/// `size (number, default 512)`.
fn described(field: &Field) -> String {
    let default = field.default.as_ref().filter(|default| !default.is_empty());
    let rest = match (default, field.required) {
        (Some(default), _) => format!(", default {}", one_line(default, LONGEST)),
        (None, true) => ", required".to_owned(),
        (None, false) => String::new(),
    };
    format!("{} ({}{rest})", field.name, field.kind.name())
}
