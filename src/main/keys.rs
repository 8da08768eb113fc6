//! `flowdeck keys`: makes, lists, changes, regenerates and revokes the keys of a running service.

use std::time::Duration;

use api::Rate;
use chrono::{DateTime, SecondsFormat, TimeDelta};
use serde_json::{Map, Value, json};

use super::arguments::{Ids, KeyTerms, Keys, KeysCommand, OrNone};
use super::clock;
use super::connection::{Connection, items};
use super::table::table;
use super::{key, print};

/// Carries out the command.
pub(crate) async fn run(arguments: Keys) -> Result<(), String> {
    match arguments.command {
        KeysCommand::New(new) => {
            let mut body = terms(&new.terms)?;
            body.insert("name".to_owned(), json!(new.name));
            let service = Connection::new(&new.deployment)?;
            let body = Value::Object(body);
            let key = service.ask_with(&api::CREATE_KEY, "", &body).await?;
            print_key(&key, &service);
            eprintln!("Its rights: {}.", rights(&key).replace(',', ", "));
            if let Some(workflows) = workflows(&key) {
                eprintln!("It is limited to the workflows {workflows}.");
            }
        }
        KeysCommand::List(address) => {
            let keys = items(Connection::new(&address)?.ask(&api::KEYS, "").await?);
            if keys.is_empty() {
                print(
                    "there are no keys besides the first one; make one with flowdeck keys new NAME",
                );
            }
            let rows: Vec<_> = keys.iter().map(row).collect();
            table(&rows).iter().for_each(|line| print(line));
        }
        KeysCommand::Edit(edit) => {
            let body = terms(&edit.terms)?;
            if body.is_empty() {
                return Err(
                    "changing the key: nothing to change is given; see flowdeck keys edit --help"
                        .to_owned(),
                );
            }
            let service = Connection::new(&edit.deployment)?;
            let body = Value::Object(body);
            let key = service.ask_with(&api::EDIT_KEY, &edit.name, &body).await?;
            table(&[row(&key)]).iter().for_each(|line| print(line));
        }
        KeysCommand::Regenerate(regenerate) => {
            let grace = Duration::from(regenerate.grace);
            let body = json!({ "grace": grace.as_secs() });
            let service = Connection::new(&regenerate.deployment)?;
            let key = match &regenerate.name {
                Some(name) => service.ask_with(&api::REGENERATE_KEY, name, &body).await?,
                None => {
                    let operation = &api::REGENERATE_FIRST_KEY;
                    service.ask_with(operation, "", &body).await?
                }
            };
            print_key(&key, &service);
            eprintln!("{}", ending(grace));
        }
        KeysCommand::Revoke(revoke) => {
            let name = &revoke.name;
            let service = Connection::new(&revoke.deployment)?;
            service.ask(&api::REVOKE_KEY, name).await?;
            print(&format!("revoked {name}; its runs stay"));
        }
    }
    Ok(())
}

/// Prints only the key to the output, so that a script can take it; and for people, the link that opens the page with
/// it, if the address by which others reach the service is known.
fn print_key(made: &Value, service: &Connection) {
    let key = made["key"].as_str().unwrap_or_default();
    print(key);
    if let Some(base) = made["public_url"].as_str().or(service.public_address()) {
        eprintln!("Link for its holder: {}", key::link(base, key));
    }
    eprintln!("This is the only time that the key is shown.");
}

/// When the key of before ends.
fn ending(grace: Duration) -> String {
    match grace.as_secs() {
        0 => "The earlier key is no longer valid.".to_owned(),
        _ => format!(
            "The earlier key is valid for {}.",
            humantime::format_duration(grace)
        ),
    }
}

/// The members of a request for these terms: only those that were given.
fn terms(given: &KeyTerms) -> Result<Map<String, Value>, String> {
    let mut members = Map::new();
    let mut set = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            members.insert(name.to_owned(), value);
        }
    };
    set("may", given.may.map(|rights| json!(rights.to_string())));
    let ids = |ids: OrNone<Ids>| or_null(ids, |Ids(ids)| json!(ids));
    set("workflows", given.workflows.clone().map(ids));
    set("share", given.share.map(|share| json!(share)));
    let rate = |rate: Rate| json!(rate.to_string());
    set("limit", given.limit.map(|limit| or_null(limit, rate)));
    let count = |count: OrNone<u32>| or_null(count, |count| json!(count));
    set("concurrent", given.concurrent.map(count));
    set("per_day", given.per_day.map(count));
    if let Some(expires) = given.expires {
        let end = match expires {
            OrNone::None => Value::Null,
            OrNone::Value(after) => json!(end(after.into())?),
        };
        set("expires_at", Some(end));
    }
    Ok(members)
}

fn or_null<T>(value: OrNone<T>, write: impl Fn(T) -> Value) -> Value {
    match value {
        OrNone::Value(value) => write(value),
        OrNone::None => Value::Null,
    }
}

/// The time after this duration.
fn end(after: Duration) -> Result<String, String> {
    let after = TimeDelta::from_std(after).ok();
    let end = after.and_then(|after| clock::now().checked_add_signed(after));
    let end = end.ok_or("making the key: it would expire too late; choose a shorter time")?;
    Ok(end.to_rfc3339_opts(SecondsFormat::Secs, true))
}

fn rights(key: &Value) -> String {
    let names = key["may"].as_array().into_iter().flatten();
    let names: Vec<&str> = names.filter_map(Value::as_str).collect();
    names.join(",")
}

/// The workflows that it is limited to, with commas; `None` for all.
fn workflows(key: &Value) -> Option<String> {
    let ids = key["workflows"].as_array()?.iter();
    Some(ids.filter_map(Value::as_str).collect::<Vec<_>>().join(", "))
}

fn is_past(time: &str) -> bool {
    DateTime::parse_from_rfc3339(time).is_ok_and(|time| time < clock::now())
}

/// Its limits, with commas.
fn limits(key: &Value) -> String {
    let count = |name: &str, what: &str| Some(format!("{} {what}", key[name].as_u64()?));
    let limits = [
        workflows(key).map(|ids| format!("only {ids}")),
        key["limit"].as_str().map(str::to_owned),
        count("concurrent", "at once"),
        count("per_day", "a day"),
    ];
    let limits: Vec<String> = limits.into_iter().flatten().collect();
    match limits.is_empty() {
        true => "no limits".to_owned(),
        false => limits.join(", "),
    }
}

/// What it has used within the last 30 days.
fn usage(key: &Value) -> String {
    let (runs, seconds) = (&key["usage"]["runs"], &key["usage"]["engine_seconds"]);
    let (Some(runs), Some(seconds)) = (runs.as_u64(), seconds.as_f64()) else {
        return String::new();
    };
    let time = humantime::format_duration(Duration::from_secs(seconds.round() as u64));
    let runs = match runs {
        1 => "1 run".to_owned(),
        runs => format!("{runs} runs"),
    };
    format!("{runs} in 30 days, {time} at engines")
}

/// Its name, what it may do and how much, what it has used, and when it was made, last used and expires.
fn row(key: &Value) -> [String; 8] {
    let text = |name: &str| key[name].as_str().map(str::to_owned);
    let day =
        |name: &str| text(name).map(|time| time.split('T').next().unwrap_or_default().to_owned());
    let share = key["share"].as_f64().unwrap_or_default();
    [
        text("name").unwrap_or_default(),
        rights(key),
        limits(key),
        format!("share {share}"),
        usage(key),
        format!("made on {}", day("created_at").unwrap_or_default()),
        day("last_used_at").map_or("never used".to_owned(), |day| format!("last used on {day}")),
        day("expires_at").map_or("does not expire".to_owned(), |day| {
            match text("expires_at").is_some_and(|end| is_past(&end)) {
                true => format!("expired on {day}"),
                false => format!("expires on {day}"),
            }
        }),
    ]
}
