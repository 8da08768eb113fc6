//! The rights and limits of a key as members of an object: reads and describes them. `null` lifts a limit. A missing
//! member changes nothing.

use chrono::{DateTime, Utc};
use serde_json::{Map, Value, json};

use crate::auth::OF_ALL_WORKFLOWS;
use crate::catalog::id_problem;
use crate::operations::error::DomainError;
use api::{Rate, Right, Rights, ValidationItem};
use store::{KeyTerms, WorkflowSet};

/// The largest share.
const MAX_SHARE: f64 = 1e6;
/// The maximum number of workflows that a key can be limited to.
const MAX_WORKFLOWS: usize = 100;
/// The largest number of runs.
const MAX_RUNS: u64 = 1_000_000_000;

/// Applies the members to the terms of a key.
///
/// # Errors
/// Every member that is not valid; then nothing is applied.
pub(super) fn apply(members: Map<String, Value>, terms: &mut KeyTerms) -> Result<(), DomainError> {
    let mut changed = terms.clone();
    let mut items = Vec::new();
    for (name, value) in members {
        if let Err(why) = set(&mut changed, &name, &value) {
            items.push(ValidationItem::new("body", &name, why, "value_error"));
        }
    }
    if !items.is_empty() {
        return Err(DomainError::Invalid(items));
    }
    ensure_limited(&changed)?;
    *terms = changed;
    Ok(())
}

/// Ensures that a key that is limited to workflows has no right that concerns all of them.
fn ensure_limited(terms: &KeyTerms) -> Result<(), DomainError> {
    let mut rights = terms.rights.iter();
    let of_all = rights.find(|right| OF_ALL_WORKFLOWS.contains(right));
    match (&terms.workflows, of_all) {
        (Some(_), Some(right)) => {
            let why = format!(
                "a key with the right “{}” cannot be limited to workflows, because the right concerns all of them",
                right.name()
            );
            Err(DomainError::invalid(
                "body",
                "workflows",
                why,
                "value_error",
            ))
        }
        _ => Ok(()),
    }
}

/// A member of what a key may do.
struct Member {
    name: &'static str,
    set: fn(&mut KeyTerms, &Value) -> Result<(), String>,
    schema: fn() -> Value,
}

const MEMBERS: [Member; 7] = [
    Member {
        name: "may",
        set: |terms, value| rights(value).map(|rights| terms.rights = rights),
        schema: || {
            let usual: Vec<&str> = Rights::usual().iter().map(Right::name).collect();
            let all = Right::ALL.map(Right::name);
            json!({ "type": "array", "items": { "enum": all }, "default": usual })
        },
    },
    Member {
        name: "workflows",
        set: |terms, value| optional(value, workflows).map(|set| terms.workflows = set),
        schema: || {
            json!({
                "type": ["array", "null"],
                "items": { "type": "string" },
                "minItems": 1,
                "maxItems": MAX_WORKFLOWS,
                "description": "The IDs of the only workflows that it sees and runs; null for all.",
            })
        },
    },
    Member {
        name: "share",
        set: |terms, value| share(value).map(|share| terms.share = share),
        schema: || json!({ "type": "number", "exclusiveMinimum": 0, "default": 1 }),
    },
    Member {
        name: "limit",
        set: |terms, value| optional(value, rate).map(|limit| terms.limit = limit),
        schema: || {
            let about = "How often it may submit a run.";
            let pattern = "^[0-9]+/(s|min|h|day)$";
            json!({ "type": ["string", "null"], "pattern": pattern, "description": about })
        },
    },
    Member {
        name: "concurrent",
        set: |terms, value| optional(value, count).map(|count| terms.concurrent = count),
        schema: count_schema,
    },
    Member {
        name: "per_day",
        set: |terms, value| optional(value, count).map(|count| terms.per_day = count),
        schema: count_schema,
    },
    Member {
        name: "expires_at",
        set: |terms, value| optional(value, end).map(|end| terms.expires_at = end),
        schema: || json!({ "type": ["string", "null"], "format": "date-time" }),
    },
];

/// The schema of the members.
pub fn schema() -> Value {
    let members = MEMBERS.iter();
    let members = members.map(|member| (member.name.to_owned(), (member.schema)()));
    json!({ "type": "object", "properties": Map::from_iter(members) })
}

fn set(terms: &mut KeyTerms, name: &str, value: &Value) -> Result<(), String> {
    match MEMBERS.iter().find(|member| member.name == name) {
        Some(member) => (member.set)(terms, value),
        None => {
            let names = MEMBERS.map(|member| member.name).join(", ");
            Err(format!("a key has no such member; it has {names}"))
        }
    }
}

/// The value, or `None` for `null`.
fn optional<T>(value: &Value, read: fn(&Value) -> Result<T, String>) -> Result<Option<T>, String> {
    match value {
        Value::Null => Ok(None),
        value => read(value).map(Some),
    }
}

/// The ids of workflows, without versions.
fn workflows(value: &Value) -> Result<WorkflowSet, String> {
    let ids = value.as_array().map(Vec::as_slice).unwrap_or_default();
    if !(1..=MAX_WORKFLOWS).contains(&ids.len()) {
        return Err(format!(
            "must be a list of 1 to {MAX_WORKFLOWS} workflow IDs, or null"
        ));
    }
    let id = |id: &Value| {
        let id = id.as_str().ok_or("each workflow ID must be a text")?;
        match id_problem(id) {
            Some(why) => Err(format!("a workflow cannot have the ID “{id}”: {why}")),
            None => Ok(id.to_owned()),
        }
    };
    ids.iter().map(id).collect()
}

/// A list of names, or their text with commas.
fn rights(value: &Value) -> Result<Rights, String> {
    let names = match value {
        Value::String(names) => names.clone(),
        Value::Array(names) => {
            let name = |name: &Value| name.as_str().map(str::to_owned);
            let names: Option<Vec<_>> = names.iter().map(name).collect();
            names.unwrap_or_default().join(",")
        }
        _ => String::new(),
    };
    names.parse()
}

fn share(value: &Value) -> Result<f64, String> {
    let share = value
        .as_f64()
        .filter(|share| *share > 0.0 && *share <= MAX_SHARE);
    share
        .ok_or_else(|| format!("the share must be a number greater than 0 and at most {MAX_SHARE}"))
}

fn rate(value: &Value) -> Result<Rate, String> {
    value.as_str().unwrap_or_default().parse()
}

fn count(value: &Value) -> Result<u32, String> {
    let count = value
        .as_u64()
        .filter(|count| (1..=MAX_RUNS).contains(count));
    let count = count.and_then(|count| u32::try_from(count).ok());
    count.ok_or_else(|| format!("must be a number from 1 to {MAX_RUNS}, or null for no limit"))
}

fn count_schema() -> Value {
    json!({ "type": ["integer", "null"], "minimum": 1 })
}

fn end(value: &Value) -> Result<DateTime<Utc>, String> {
    let time = value.as_str().and_then(|text| text.parse().ok());
    time.ok_or_else(|| {
        "must be a time such as 2030-01-31T12:00:00Z, or null for a key that does not expire"
            .to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applied(members: Value) -> Result<KeyTerms, Vec<String>> {
        let Value::Object(members) = members else {
            panic!("no members");
        };
        let mut terms = KeyTerms::default();
        match apply(members, &mut terms) {
            Ok(()) => Ok(terms),
            Err(DomainError::Invalid(items)) => {
                Err(items.into_iter().map(|item| item.msg).collect())
            }
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn every_member_is_read_and_null_lifts_a_limit() {
        let terms = applied(json!({
            "may": ["run", "read"], "share": 2, "limit": "60/min", "concurrent": 5, "per_day": 500,
            "expires_at": "2030-01-31T12:00:00Z",
        }))
        .unwrap();
        assert_eq!(terms.rights.to_string(), "run,read");
        assert_eq!(
            (terms.share, terms.concurrent, terms.per_day),
            (2.0, Some(5), Some(500))
        );
        assert_eq!(terms.limit.unwrap().to_string(), "60/min");
        assert_eq!(
            terms.expires_at.unwrap().to_rfc3339(),
            "2030-01-31T12:00:00+00:00"
        );
        let lifted =
            json!({"limit": null, "concurrent": null, "per_day": null, "expires_at": null});
        assert_eq!(applied(lifted), Ok(KeyTerms::default()));
        assert_eq!(
            applied(json!({"may": "admin"})).unwrap().rights.to_string(),
            "admin"
        );
    }

    #[test]
    fn every_member_that_is_not_valid_is_named_and_nothing_is_applied() {
        for (members, why) in [
            (json!({"may": []}), "the rights are"),
            (json!({"may": ["run", 7]}), "the rights are"),
            (json!({"may": null}), "the rights are"),
            (json!({"share": 0}), "greater than 0"),
            (json!({"share": "1"}), "greater than 0"),
            (json!({"limit": "60"}), "such as 60/min"),
            (json!({"limit": 60}), "such as 60/min"),
            (json!({"concurrent": 0}), "from 1 to"),
            (json!({"per_day": 1.5}), "from 1 to"),
            (json!({"per_day": 5_000_000_000_u64}), "from 1 to"),
            (json!({"expires_at": "tomorrow"}), "2030-01-31"),
            (json!({"expires": "2030-01-31T12:00:00Z"}), "no such member"),
        ] {
            let errors = applied(members.clone()).unwrap_err();
            assert!(
                errors.len() == 1 && errors[0].contains(why),
                "{members}: {errors:?}"
            );
        }
        let errors = applied(json!({"share": 2, "limit": "x", "concurrent": -1})).unwrap_err();
        assert_eq!(errors.len(), 2);
    }
}
