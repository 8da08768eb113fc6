//! `flowdeck deploy`: deploys the workflow in a file.

use std::fs;
use std::path::{Path, PathBuf};

use reqwest::multipart::{Form, Part};
use serde_json::Value;

use super::arguments::Deploy;
use super::deployment::Deployment;
use super::print;

/// Deploys a file, and prints what changed.
pub(crate) async fn run(arguments: Deploy) -> Result<(), String> {
    let deployment = Deployment::new(&arguments.deployment)?;
    let id = match arguments.id {
        Some(id) => id,
        None => id_of(&arguments.file)?,
    };
    let form = form(&arguments.file, arguments.examples.as_deref())?;
    let deployed = deployment.deploy(&id, form).await?;
    print(&report(&deployed));
    Ok(())
}

fn id_of(file: &Path) -> Result<String, String> {
    let stem = file.file_stem().and_then(|stem| stem.to_str());
    stem.map(str::to_owned).ok_or_else(|| {
        let file = file.display();
        format!("deploying {file}: its name cannot be an ID; set one with --id")
    })
}

/// The workflow; its examples, and the files that they use.
fn form(file: &Path, examples: Option<&Path>) -> Result<Form, String> {
    let mut form = Form::new().part("workflow", part(file, "workflow.json")?);
    let Some(examples) = examples else {
        return Ok(form);
    };
    form = form.part("examples", part(examples, "examples.json")?);
    let folder = examples.parent().unwrap_or(Path::new("."));
    let mut names = Vec::new();
    let list: Value = serde_json::from_slice(&read(examples)?).map_err(|why| {
        format!(
            "reading {}: it is not valid JSON: {why}",
            examples.display()
        )
    })?;
    collect_files(&list, &mut names);
    names.sort_unstable();
    names.dedup();
    for name in names {
        form = form.part("file", part(&folder.join(&name), &name)?);
    }
    Ok(form)
}

/// The paths of files in examples: `{"file": "…"}`, and thumbnails.
fn collect_files(value: &Value, names: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect_files(item, names)),
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    Value::String(path) if matches!(name.as_str(), "file" | "thumbnail") => {
                        names.push(path.clone());
                    }
                    Value::String(_) => {}
                    other => collect_files(other, names),
                }
            }
        }
        _ => {}
    }
}

fn part(path: &Path, name: &str) -> Result<Part, String> {
    Ok(Part::bytes(read(path)?).file_name(name.to_owned()))
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    let path: PathBuf = path.into();
    fs::read(&path).map_err(|why| format!("reading {}: {why}", path.display()))
}

/// `deployed poster, version 2`, with the changes and what keeps it from running.
fn report(deployed: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
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
        lines.push(format!("  not ready: {}", text(&problem["message"])));
    }
    lines.join("\n")
}
