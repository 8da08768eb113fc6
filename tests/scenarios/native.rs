//! The native client for the table of scenarios. Each line of standard input is a command as JSON: a task with its id,
//! `{"look": n}` or `{"advance": ms}`. Outcomes, and the answers to looks, are lines of standard output.

use std::io::BufRead;
use std::time::Duration;

use api::{RunDetail, RunEntry};
use client::follow::{KnownRun, Source};
use client_native::{Body, Client, Failure, FollowRun};
use serde_json::{Value, json};
use tokio::sync::mpsc::unbounded_channel;

/// The milliseconds between two polls, as in the npm package.
const INTERVAL: Duration = Duration::from_secs(1);

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    tokio::time::pause();
    let (sender, mut commands) = unbounded_channel();
    // The clock stands still while this waits for a line.
    tokio::task::spawn_blocking(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            let _ = sender.send(line);
        }
    });
    while let Some(line) = commands.recv().await {
        let command: Value = serde_json::from_str(&line).unwrap_or_default();
        if let Some(ms) = command["advance"].as_u64() {
            tokio::time::advance(Duration::from_millis(ms)).await;
        } else if command["look"].is_u64() {
            arrive().await;
            println!("{command}");
        } else {
            tokio::spawn(async move {
                let outcome = match play(&command["task"]).await {
                    Ok(outcome) => outcome,
                    Err(failure) => refused(&failure),
                };
                println!("{}", json!({ "id": command["id"], "outcome": outcome }));
            });
        }
    }
}

/// Lets everything arrive that was sent before.
async fn arrive() {
    let pause = || std::thread::sleep(Duration::from_millis(1));
    let _ = tokio::task::spawn_blocking(pause).await;
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
}

/// The outcome of a task.
async fn play(task: &Value) -> Result<Value, Failure> {
    let text = |name: &str| task[name].as_str().unwrap_or_default();
    let client = Client::new(text("baseUrl"), text("apiKey"), &[])?;
    let client = match task["timeout"].as_u64() {
        Some(ms) => client.with_timeout(Duration::from_millis(ms)),
        None => client,
    };
    let id = text("runId");
    match text("operation") {
        "getRun" => {
            let call = client.call(&api::GET_RUN, id, "")?;
            let answer = client.send(&call, &Body::Empty).await?;
            let read = |body: &[u8]| api::decode::answer(&api::GET_RUN, body, id);
            let detail: RunDetail = answer.decode(read)?;
            Ok(json!({ "status": detail.status.name() }))
        }
        "queue" => {
            let call = client.call(&api::QUEUE, "", "")?;
            let answer = client.send(&call, &Body::Empty).await?;
            answer.decode(api::decode::queue_answer)?;
            Ok(json!({ "status": null }))
        }
        "run" => {
            let call = client.call(&api::RUN, "poster", "")?;
            let answer = client.send(&call, &Body::Form(Vec::new())).await?;
            let read = |body: &[u8]| api::decode::answer(&api::RUN, body, "poster");
            let _: Vec<RunEntry> = answer.decode(read)?;
            Ok(json!({ "status": "accepted" }))
        }
        _ => follow(FollowRun::new(client, id, INTERVAL, true)).await,
    }
}

/// The outcome of a run that is followed.
async fn follow(mut run: FollowRun) -> Result<Value, Failure> {
    let (mut states, mut ended, mut by) = (Vec::new(), 0, "polling");
    let mut known = KnownRun::default();
    while let Some(seen) = run.next().await? {
        ended += u32::from(seen.has_ended);
        for change in seen.changes {
            if change.kind == api::RunEventKind::State {
                states.push(change.run.status.name());
            }
            by = match change.source {
                Source::Events => "events",
                Source::Detail | Source::Queue => "polling",
            };
        }
        known = seen.run;
    }
    Ok(json!({
        "status": known.status.name(), "states": states, "ended": ended, "by": by,
        "attempts": known.attempts, "message": known.error,
    }))
}

fn refused(failure: &Failure) -> Value {
    let error = &failure.error;
    json!({ "error": { "code": error.kind.code(), "status": error.status }, "ended": 0 })
}
