//! `flowdeck deploy`: deploys the workflow in a file, or an earlier version of a workflow again.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use client_native::{Body, FormPart};
use serde_json::Value;

use super::arguments::Deploy;
use super::companion_files::{beside, files_of};
use super::connection::Connection;
use super::print;
use super::problem_text::{problem_text, warning_text};
use super::table::unbroken;

/// Deploys a file or an earlier version, and prints what changed.
pub(crate) async fn run(arguments: Deploy) -> Result<(), String> {
    let service = Connection::new(&arguments.deployment)?;
    let deployed = match version_of(&arguments.file) {
        Some(version) => deploy_version(&service, version, &arguments).await?,
        None => deploy_file(&service, arguments).await?,
    };
    print(&report(&deployed));
    Ok(())
}

/// The version that an argument names, such as `poster@v1`, unless there is a file with this name.
fn version_of(argument: &Path) -> Option<&str> {
    let text = argument.to_str().filter(|_| !argument.exists())?;
    let (_, number) = text.rsplit_once("@v")?;
    number.parse::<u32>().is_ok().then_some(text)
}

async fn deploy_version(
    service: &Connection,
    version: &str,
    arguments: &Deploy,
) -> Result<Value, String> {
    let for_files = [
        ("--id", arguments.id.is_some()),
        ("--exposure", arguments.exposure.is_some()),
        ("--examples", arguments.examples.is_some()),
    ];
    if let Some((option, _)) = for_files.iter().find(|(_, is_set)| *is_set) {
        return Err(format!(
            "deploying {version}: {option} is for a file, and there is no file with this name; leave {option} out to \
             deploy this version again"
        ));
    }
    service.ask(&api::DEPLOY_VERSION, version).await
}

async fn deploy_file(service: &Connection, arguments: Deploy) -> Result<Value, String> {
    let file = &arguments.file;
    let id = match arguments.id {
        Some(id) => id,
        None => id_of(file)?,
    };
    let exposure = match arguments.exposure {
        Some(exposure) => Some(exposure),
        None => beside(file, "form", "--exposure")?,
    };
    let examples = match arguments.examples {
        Some(examples) => Some(examples),
        None => beside(file, "examples", "--examples")?,
    };
    let mut parts = vec![part("workflow", file)?];
    let mut files = BTreeMap::new();
    for (name, document) in [("exposure", exposure), ("examples", examples)] {
        let Some(document) = document else { continue };
        parts.push(part(name, &document)?);
        files.append(&mut files_of(&document)?);
    }
    let files = files.into_iter();
    parts.extend(files.map(|(name, content)| FormPart::file("file", &name, content)));
    service.send(&api::DEPLOY, &id, "", Body::Form(parts)).await
}

fn id_of(file: &Path) -> Result<String, String> {
    let stem = file.file_stem().and_then(|stem| stem.to_str());
    stem.map(str::to_owned).ok_or_else(|| {
        let file = file.display();
        format!("deploying {file}: its name cannot be an ID; set one with --id")
    })
}

fn part(name: &str, path: &Path) -> Result<FormPart, String> {
    Ok(FormPart::file(name, &format!("{name}.json"), read(path)?))
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    let path: PathBuf = path.into();
    let failed = |why: &dyn std::fmt::Display| format!("reading {}: {why}", path.display());
    let is_file = fs::metadata(&path).map_err(|why| failed(&why))?.is_file();
    if !is_file {
        return Err(failed(&"it is not a file; name the file of a workflow"));
    }
    fs::read(&path).map_err(|why| failed(&why))
}

/// `deployed poster, version 2`, with the changes and what keeps it from running.
fn report(deployed: &Value) -> String {
    let text = |value: &Value| unbroken(value.as_str().unwrap_or_default());
    let latest = &deployed["versions"][0];
    let mut lines = vec![format!(
        "deployed {}, version {}",
        text(&deployed["id"]),
        deployed["version"]
    )];
    for change in latest["changes"].as_array().into_iter().flatten() {
        let mark = if change["breaks"] == true {
            "  breaking: "
        } else {
            "  "
        };
        lines.push(format!("{mark}{}", text(&change["message"])));
    }
    for problem in deployed["problems"].as_array().into_iter().flatten() {
        lines.push(format!("  not ready: {}", problem_text(problem)));
    }
    for warning in deployed["warnings"].as_array().into_iter().flatten() {
        lines.push(format!("  {}", warning_text(warning)));
    }
    lines.join("\n")
}
