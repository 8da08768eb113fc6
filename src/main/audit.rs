//! `flowdeck audit`: shows who has changed what at a running service.

use chrono::SecondsFormat;
use client_native::{Body, query};
use serde_json::Value;

use super::arguments::DeploymentAddress;
use super::audit_filter::AuditFilter;
use super::connection::{Connection, items};
use super::print;
use super::table::table;

/// The number of lines that are asked for at once.
const PAGE: usize = 1000;

/// Prints the lines, from last to first.
pub(crate) async fn run(filter: AuditFilter, address: DeploymentAddress) -> Result<(), String> {
    let entries = all(&Connection::new(&address)?, &chosen(&filter)).await?;
    if filter.json {
        entries.iter().for_each(|entry| print(&entry.to_string()));
        return Ok(());
    }
    if entries.is_empty() {
        print("the audit log has no such lines");
    }
    let rows: Vec<_> = entries.iter().map(row).collect();
    table(&rows).iter().for_each(|line| print(line));
    Ok(())
}

/// The entries of all pages. New ones may come between two pages, and move the others.
async fn all(service: &Connection, chosen: &[(&str, String)]) -> Result<Vec<Value>, String> {
    let mut entries: Vec<Value> = Vec::new();
    let mut offset = 0;
    loop {
        let paging = [("limit", PAGE.to_string()), ("offset", offset.to_string())];
        let query = query(&[chosen, &paging].concat());
        let page = service.send(&api::AUDIT, "", &query, Body::Empty);
        let page = items(page.await?["entries"].take());
        offset += page.len();
        let is_last = page.len() < PAGE;
        let last = entries.last().map_or(i64::MAX, id);
        entries.extend(page.into_iter().filter(|entry| id(entry) < last));
        if is_last {
            return Ok(entries);
        }
    }
}

fn id(entry: &Value) -> i64 {
    entry["id"].as_i64().unwrap_or_default()
}

fn chosen(filter: &AuditFilter) -> Vec<(&'static str, String)> {
    let since = filter.since;
    let since = since.map(|since| since.to_rfc3339_opts(SecondsFormat::Millis, true));
    let chosen = [
        ("since", since),
        ("actor", filter.actor.clone()),
        ("action", filter.action.clone()),
    ];
    let chosen = chosen
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)));
    chosen.collect()
}

/// When, who, from where, what was done, and with what.
fn row(entry: &Value) -> [String; 5] {
    let text = |name: &str| entry[name].as_str().unwrap_or_default().to_owned();
    let at = text("at").replace('T', " ");
    let seconds = at.split('.').next().unwrap_or_default();
    [
        format!("{seconds} UTC"),
        text("actor"),
        text("address"),
        text("action"),
        text("subject"),
    ]
}
