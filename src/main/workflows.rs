//! `flowdeck workflows`: lists the deployed workflows.

use serde_json::Value;

use super::arguments::DeploymentAddress;
use super::connection::{Connection, items};
use super::print;
use super::problem_text::{problem_text, warning_text};
use super::table::table;

/// Prints a line for each workflow: its id, its version, and whether it can run.
pub(crate) async fn run(address: DeploymentAddress) -> Result<(), String> {
    let workflows = items(Connection::new(&address)?.ask(&api::WORKFLOWS, "").await?);
    if workflows.is_empty() {
        print("no workflows are deployed; deploy one with flowdeck deploy FILE");
    }
    let rows: Vec<_> = workflows.iter().map(row).collect();
    table(&rows).iter().for_each(|line| print(line));
    Ok(())
}

fn row(workflow: &Value) -> [String; 3] {
    let problems = workflow["problems"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    let state = match problems {
        [] => match workflow["warnings"].as_array().and_then(|all| all.first()) {
            Some(first) => format!("ready; {}", warning_text(first)),
            None => "ready".to_owned(),
        },
        [only] => format!("not ready: {}", problem_text(only)),
        [first, rest @ ..] => {
            let first = problem_text(first);
            format!("not ready: {first} (and {} more)", rest.len())
        }
    };
    let version = workflow["version"]
        .as_u64()
        .map(|version| format!("v{version}"));
    [
        workflow["id"].as_str().unwrap_or_default().to_owned(),
        version.unwrap_or_default(),
        state,
    ]
}
