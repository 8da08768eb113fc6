//! `flowdeck runs`: lists and cancels the runs of a running service.

use client_native::{Body, query};
use serde_json::Value;

use super::arguments::{CancelRuns, ListRuns, Runs, RunsCommand};
use super::connection::{Connection, items};
use super::print;
use super::table::{one_line, table};

/// The number of runs that are asked for at once.
const PAGE: u32 = 100;
/// How much of a run's error is shown, in characters.
const ERROR: usize = 80;

/// Carries out the command.
pub(crate) async fn run(arguments: Runs) -> Result<(), String> {
    match arguments.command {
        RunsCommand::List(list) => self::list(list).await,
        RunsCommand::Cancel(cancel) => self::cancel(cancel).await,
    }
}

async fn list(list: ListRuns) -> Result<(), String> {
    let runs = listed(&Connection::new(&list.deployment)?, &list).await?;
    if list.json {
        runs.iter().for_each(|run| print(&run.to_string()));
        return Ok(());
    }
    if runs.is_empty() {
        // The output has only runs, for scripts.
        eprintln!("there are no such runs");
    }
    if runs.len() == list.limit as usize {
        eprintln!(
            "there may be more runs: --limit shows more than {}",
            list.limit
        );
    }
    let rows: Vec<_> = runs.iter().map(row).collect();
    table(&rows).iter().for_each(|line| print(line));
    Ok(())
}

/// The runs of as many pages as needed. New ones may come between two pages, and move the others.
async fn listed(service: &Connection, list: &ListRuns) -> Result<Vec<Value>, String> {
    let chosen = chosen(list)?;
    let limit = list.limit as usize;
    let mut runs: Vec<Value> = Vec::new();
    for page in 1.. {
        let paging = [("page", page.to_string()), ("page_size", PAGE.to_string())];
        let query = query(&[&chosen[..], &paging].concat());
        let page = service.send(&api::ALL_RUNS, "", &query, Body::Empty);
        let more = items(page.await?["runs"].take());
        let is_last = more.len() < PAGE as usize;
        for run in more {
            if runs.iter().all(|known| known["_id"] != run["_id"]) {
                runs.push(run);
            }
        }
        if is_last || runs.len() >= limit {
            break;
        }
    }
    runs.truncate(limit);
    Ok(runs)
}

fn chosen(list: &ListRuns) -> Result<Vec<(&'static str, String)>, String> {
    let address = |url: &String| {
        let address = service::engine_address(url);
        address.map_err(|why| format!("reading --engine: {why}"))
    };
    let chosen = [
        ("owner", list.owner.clone()),
        ("comfy_uri", list.engine.as_ref().map(address).transpose()?),
        ("status", list.state.clone()),
        ("workflow_id", list.workflow.clone()),
    ];
    let chosen = chosen
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)));
    Ok(chosen.collect())
}

/// Cancels each run, also after one that could not be cancelled.
async fn cancel(cancel: CancelRuns) -> Result<(), String> {
    let service = Connection::new(&cancel.deployment)?;
    let mut failures = Vec::new();
    for id in &cancel.ids {
        match service.ask(&api::CANCEL, id).await {
            Ok(_) => print(&format!("cancelled {id}")),
            Err(why) => failures.push(why),
        }
    }
    match failures.is_empty() {
        true => Ok(()),
        false => Err(failures.join("\nflowdeck: ")),
    }
}

/// Its id, when it was submitted, its state and workflow, whose it is, where it is or was, and why it failed.
fn row(run: &Value) -> [String; 7] {
    let text = |name: &str| run[name].as_str().unwrap_or_default();
    let at = text("created_at").replace('T', " ");
    let seconds = at.split('.').next().unwrap_or_default();
    let workflow = text("workflow_id");
    [
        text("_id").to_owned(),
        format!("{seconds} UTC"),
        text("status").to_owned(),
        match run["version"].as_u64() {
            Some(version) => format!("{workflow}@v{version}"),
            None => workflow.to_owned(),
        },
        text("owner").to_owned(),
        text("comfy_uri").to_owned(),
        one_line(text("error"), ERROR),
    ]
}
