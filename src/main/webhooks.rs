//! `flowdeck webhooks`: adds, lists and removes the webhooks of a key, makes its secret, and shows deliveries.

use std::time::Duration;

use serde_json::{Value, json};

use super::arguments::{ListDeliveries, Replay, Webhooks, WebhooksCommand};
use super::connection::{Connection, items};
use super::print;
use super::table::table;

/// Carries out the command.
pub(crate) async fn run(arguments: Webhooks) -> Result<(), String> {
    match arguments.command {
        WebhooksCommand::Add(add) => {
            let mut body = json!({ "url": add.target });
            if !add.on.is_empty() {
                body["events"] = json!(add.on);
            }
            let service = Connection::new(&add.deployment)?;
            let webhook = service.ask_with(&api::ADD_WEBHOOK, "", &body).await?;
            // With a new secret, only that goes to the output, so that a script can take it.
            match webhook["secret"].as_str() {
                Some(_) => {
                    print_secret(&webhook);
                    table(&[row(&webhook)])
                        .iter()
                        .for_each(|line| eprintln!("{line}"));
                }
                None => print_table(&[row(&webhook)]),
            }
        }
        WebhooksCommand::List(address) => {
            let mut listed = Connection::new(&address)?.ask(&api::WEBHOOKS, "").await?;
            let webhooks = items(listed["webhooks"].take());
            if webhooks.is_empty() {
                print("the key has no webhooks; add one with flowdeck webhooks add URL");
            }
            print_table(&webhooks.iter().map(row).collect::<Vec<_>>());
        }
        WebhooksCommand::Remove(remove) => {
            let id = &remove.id;
            let service = Connection::new(&remove.deployment)?;
            service.ask(&api::REMOVE_WEBHOOK, id).await?;
            print(&format!("removed {id}"));
        }
        WebhooksCommand::Secret(secret) => {
            let grace = Duration::from(secret.grace);
            let body = json!({ "rotate": secret.rotate, "grace": grace.as_secs() });
            let service = Connection::new(&secret.deployment)?;
            let made = service
                .ask_with(&api::MAKE_WEBHOOK_SECRET, "", &body)
                .await?;
            print_secret(&made);
            if let Some(until) = made["earlier_until"].as_str() {
                eprintln!("The earlier secret signs, too, until {}.", minute(until));
            }
        }
        WebhooksCommand::Test(test) => {
            let target = json!({ "url": test.target });
            let service = Connection::new(&test.deployment)?;
            let result = service.ask_with(&api::TEST_WEBHOOK, "", &target).await?;
            tested(&result)?;
        }
        WebhooksCommand::Deliveries(list) => list_deliveries(list).await?,
        WebhooksCommand::Replay(replay) => send_again(replay).await?,
    }
    Ok(())
}

async fn list_deliveries(list: ListDeliveries) -> Result<(), String> {
    let state = if list.failed { "failed" } else { "" };
    let service = Connection::new(&list.deployment)?;
    let mut listed = service.ask(&api::DELIVERIES, state).await?;
    let deliveries = items(listed["deliveries"].take());
    if deliveries.is_empty() {
        print("there are no such deliveries");
    }
    print_table(&deliveries.iter().map(delivery).collect::<Vec<_>>());
    Ok(())
}

async fn send_again(replay: Replay) -> Result<(), String> {
    let service = Connection::new(&replay.deployment)?;
    let replayed = match &replay.id {
        Some(id) => service.ask(&api::REPLAY, id).await?,
        None => service.ask(&api::REPLAY_FAILED, "").await?,
    };
    let count = replayed["replayed"].as_u64().unwrap_or_default();
    let noun = if count == 1 { "delivery" } else { "deliveries" };
    print(&format!("sending {count} {noun} again"));
    Ok(())
}

fn print_table<const COLUMNS: usize>(rows: &[[String; COLUMNS]]) {
    table(rows).iter().for_each(|line| print(line));
}

/// Prints only the secret to the output, so that a script can take it.
fn print_secret(made: &Value) {
    print(&text(made, "secret"));
    eprintln!("This is the only time that the secret is shown.");
}

/// What came back from a test.
fn tested(result: &Value) -> Result<(), String> {
    let origin = text(result, "origin");
    let seconds = result["seconds"].as_f64().unwrap_or_default();
    match result["is_delivered"].as_bool() {
        Some(true) => {
            let status = &result["status"];
            print(&format!("{origin} answered {status} in {seconds} s"));
            Ok(())
        }
        _ => Err(format!(
            "testing {origin}: {} ({seconds} s)",
            text(result, "reason")
        )),
    }
}

fn text(of: &Value, name: &str) -> String {
    of[name].as_str().unwrap_or_default().to_owned()
}

/// A time without its fractions of a second.
fn minute(time: &str) -> String {
    let time = time.replace('T', " ");
    format!("{} UTC", time.split('.').next().unwrap_or_default())
}

/// Its id, its address, its events, and whether it is on.
fn row(webhook: &Value) -> [String; 4] {
    let events = webhook["events"].as_array().into_iter().flatten();
    let events: Vec<&str> = events.filter_map(Value::as_str).collect();
    let state = match webhook["disabled_at"].as_str() {
        None => "on".to_owned(),
        Some(at) => format!(
            "off since {}: {}",
            minute(at),
            text(webhook, "disabled_reason")
        ),
    };
    [
        text(webhook, "id"),
        text(webhook, "url"),
        events.join(","),
        state,
    ]
}

/// Its time, id, event, run, origin and state, and why its last attempt has failed.
fn delivery(delivery: &Value) -> [String; 7] {
    let attempts = match delivery["attempts"].as_u64().unwrap_or_default() {
        1 => "1 attempt".to_owned(),
        attempts => format!("{attempts} attempts"),
    };
    [
        minute(&text(delivery, "created_at")),
        text(delivery, "id"),
        text(delivery, "event"),
        text(delivery, "run_id"),
        text(delivery, "origin"),
        format!("{}, {attempts}", text(delivery, "state")),
        text(delivery, "reason"),
    ]
}
