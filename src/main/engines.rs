//! `flowdeck engines`: lists, adds, drains and removes the engine instances of a running service.

use serde_json::{Value, json};

use super::arguments::{DeploymentAddress, Engines, EnginesCommand};
use super::connection::{Connection, items};
use super::print;
use super::table::{table, unbroken};

/// Carries out the command, and prints the instances that it is about.
pub(crate) async fn run(arguments: Engines) -> Result<(), String> {
    let connect = |address: &DeploymentAddress| Connection::new(address);
    match arguments.command {
        EnginesCommand::List(address) => {
            let engines = items(connect(&address)?.ask(&api::ENGINES, "").await?);
            if engines.is_empty() {
                print("the service has no engine instances; add one with flowdeck engines add URL");
            }
            let rows: Vec<_> = engines.iter().map(row).collect();
            table(&rows).iter().for_each(|line| print(line));
            engines
                .iter()
                .filter_map(problem)
                .for_each(|line| print(&unbroken(&line)));
        }
        EnginesCommand::Add(add) => {
            let address = engine_address(&add.engine)?;
            let new = json!({ "comfy_uri": address, "labels": add.label, "depth": add.depth });
            let service = connect(&add.deployment)?;
            let engine = service.ask_with(&api::ADD_ENGINE, "", &new).await?;
            let address = text(&engine, "comfy_uri");
            print(&format!(
                "added {address}; it takes runs as soon as it answers"
            ));
        }
        EnginesCommand::Drain(one) => {
            let drained = json!({ "comfy_uri": engine_address(&one.engine)? });
            let service = connect(&one.deployment)?;
            let engine = service.ask_with(&api::DRAIN_ENGINE, "", &drained).await?;
            let address = text(&engine, "comfy_uri");
            print(&format!(
                "{address} gets no further runs; it has {}",
                runs(&engine)
            ));
        }
        EnginesCommand::Remove(one) => {
            let address = engine_address(&one.engine)?;
            let service = connect(&one.deployment)?;
            let engine = service.ask(&api::REMOVE_ENGINE, &address).await?;
            print(&removed(&engine));
        }
    }
    Ok(())
}

/// The address of an engine as the service knows it. A message never repeats one with a password or a token.
fn engine_address(address: &str) -> Result<String, String> {
    service::engine_address(address).map_err(|why| format!("reading the engine's address: {why}"))
}

/// What happens to a removed instance, and where else it is named.
fn removed(engine: &Value) -> String {
    let address = text(engine, "comfy_uri");
    let mut line = format!("removed {address}");
    if engine["runs"] != 0 {
        line += &format!("; it finishes {}", runs(engine));
    }
    match text(engine, "source") {
        "option" => line += "\n  --engine names it: it returns when the service starts again",
        "file" => line += "\n  the configuration file names it: it returns when that is read again",
        _ => {}
    }
    line
}

/// Its address, how it is, its runs, and its labels.
fn row(engine: &Value) -> [String; 4] {
    let status = text(engine, "status");
    let is_draining = engine["draining"] == true && status != "draining";
    let labels = engine["labels"].as_array().into_iter().flatten();
    let labels: Vec<&str> = labels.filter_map(Value::as_str).collect();
    [
        text(engine, "comfy_uri").to_owned(),
        match is_draining {
            true => format!("{status}, draining"),
            false => status.to_owned(),
        },
        format!("{} of {} runs", engine["runs"], engine["depth"]),
        labels.join(", "),
    ]
}

/// What is wrong with it.
fn problem(engine: &Value) -> Option<String> {
    let problem = engine["problem"].as_str()?;
    Some(match text(engine, "status") {
        "stopped" => format!("not connected: {problem}"),
        _ => format!("{}: {problem}", text(engine, "comfy_uri")),
    })
}

fn runs(engine: &Value) -> String {
    match engine["runs"].as_u64() {
        None | Some(0) => "no runs".to_owned(),
        Some(1) => "1 run".to_owned(),
        Some(count) => format!("{count} runs"),
    }
}

fn text<'a>(engine: &'a Value, name: &str) -> &'a str {
    engine[name].as_str().unwrap_or_default()
}
