//! The types of the npm package's answers: their members have the names and the kinds that answers are normalised to,
//! and the descriptions of the types that the service writes. Knows no syntax but TypeScript's names of kinds.

use std::ptr::fn_addr_eq;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

use super::normalise::{flag, priority, progress, status};
use super::queue::{Condition, Queue, QueueEntry};
use super::shape::{Member, Shape};
use super::{queue, run, workflows};

/// A type of the package.
#[derive(Debug)]
pub struct PackageType {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub about: String,
    /// Its members.
    pub members: Vec<PackageMember>,
}

/// A member of a type.
#[derive(Debug)]
pub struct PackageMember {
    /// Its name.
    pub name: String,
    /// What it is; empty if only its name says so.
    pub about: String,
    /// Its type in TypeScript.
    pub kind: String,
}

/// The members that are of a type with a name, by that type and their own name.
const NAMED: [(&str, &str, &str); 6] = [
    ("RunList", "runs", "RunDetail[]"),
    ("RunDetail", "outputs", "RunOutput[]"),
    ("Waiting", "own", "WaitingRun[]"),
    ("WorkflowEntry", "schema", "InputSchema | null"),
    ("WorkflowEntry", "problems", "Problem[]"),
    ("WorkflowEntry", "warnings", "Problem[]"),
];

/// The types whose members are those of an answer.
pub fn all() -> Vec<PackageType> {
    vec![
        of::<run::RunEntry>("RunEntry", &run::RUN_ENTRY),
        of::<run::RunDetail>("RunDetail", &run::RUN_DETAIL),
        of_written::<run::RunProgress>("RunProgress"),
        of::<run::RunOutput>("OutputLinks", &run::RUN_OUTPUT),
        of::<run::RunList>("RunList", &run::RUN_LIST),
        of::<run::RunToken>("RunToken", &run::RUN_TOKEN),
        of::<run::RemovedRuns>("RemovedRuns", &run::REMOVED_RUNS),
        of::<workflows::OutputLink>("OutputFile", &workflows::OUTPUT),
        of_instance(),
        of_written::<queue::Task>("Task"),
        of_written::<queue::Waiting>("Waiting"),
        of::<queue::WaitingRun>("WaitingRun", &queue::WAITING_RUN),
        of::<workflows::Health>("Health", &workflows::HEALTH_ENTRY),
        of::<workflows::WorkflowEntry>("WorkflowEntry", &workflows::WORKFLOW_ENTRY),
    ]
}

/// The kind of a member that is of a type with a name.
fn named(name: &str, member: &str) -> Option<&'static str> {
    let mut all = NAMED.iter();
    let found = all.find(|(of, is, _)| (*of, *is) == (name, member));
    found.map(|(.., kind)| *kind)
}

fn of<T: JsonSchema>(name: &'static str, shape: &Shape) -> PackageType {
    let schema = schema::<T>();
    let members = members(shape).iter().map(|Member(member, wire, shape)| {
        let described = wire.iter().map(|wire| property(&schema, wire));
        PackageMember {
            name: (*member).to_owned(),
            about: described
                .map(about)
                .find(|about| !about.is_empty())
                .unwrap_or_default(),
            kind: named(name, member).map_or_else(|| kind(shape), str::to_owned),
        }
    });
    PackageType {
        name,
        about: about(&schema),
        members: members.collect(),
    }
}

/// The schema of a member; null if it has none.
fn property<'a>(schema: &'a Value, member: &str) -> &'a Value {
    let properties = &schema["properties"];
    &properties[member]
}

/// A type whose members are not in a shape: their kinds are those that the service writes.
fn of_written<T: JsonSchema>(name: &'static str) -> PackageType {
    let schema = schema::<T>();
    let members = schema.get("properties").and_then(Value::as_object);
    let members = members.into_iter().flatten().map(|(member, schema)| {
        let member = in_camel_case(member);
        let kind = named(name, &member);
        PackageMember {
            about: about(schema),
            kind: kind.map_or_else(|| written_kind(schema), str::to_owned),
            name: member,
        }
    });
    PackageType {
        name,
        about: about(&schema),
        members: members.collect(),
    }
}

/// The type in TypeScript of what has this schema.
fn written_kind(schema: &Value) -> String {
    let (kind, null) = match schema.get("type") {
        Some(Value::Array(kinds)) => (kinds.first(), " | null"),
        kind => (kind, ""),
    };
    let kind = match kind.and_then(Value::as_str) {
        Some("array") => [&written_kind(&schema["items"]), "[]"].concat(),
        Some("string") => "string".to_owned(),
        _ => "number".to_owned(),
    };
    kind + null
}

/// The entry of an instance in the queue, to which the package adds its condition.
fn of_instance() -> PackageType {
    let (entry, queue) = (schema::<QueueEntry>(), schema::<Queue>());
    let member = |name: &str, schema: &Value, kind: &str| PackageMember {
        name: name.to_owned(),
        about: about(schema),
        kind: kind.to_owned(),
    };
    let conditions = Condition::ALL.map(|one| format!("\"{}\"", one.name()));
    let condition = PackageMember {
        name: "condition".to_owned(),
        about: "Why it takes no runs, if the deployment says so: it is `stopped`, it is `hung` (its connection works, but it \
                does not answer), or it is `draining` (it finishes the runs that it has)."
            .to_owned(),
        kind: [&conditions.join(" | "), " | null"].concat(),
    };
    PackageType {
        name: "Instance",
        about: about(&entry),
        members: vec![
            member("address", property(&entry, "comfy_uri"), "string"),
            member("running", property(&queue, "queue_running"), "Task[]"),
            member("pending", property(&queue, "queue_pending"), "Task[]"),
            condition,
        ],
    }
}

fn in_camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let (initial, rest) = word.split_at_checked(1).unwrap_or_default();
        [&name, &initial.to_uppercase(), rest].concat()
    })
}

fn schema<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let settings = settings.with(|settings| settings.inline_subschemas = true);
    settings
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value()
}

fn about(schema: &Value) -> String {
    let text = schema["description"].as_str().unwrap_or_default();
    text.replace('\n', " ")
}

fn members(shape: &Shape) -> &[Member] {
    match shape {
        Shape::Object(members) => members,
        _ => &[],
    }
}

/// The type of a shape in TypeScript.
fn kind(shape: &Shape) -> String {
    let fixed = match shape {
        Shape::Text | Shape::RequiredText | Shape::TextOrCallId => "string",
        Shape::OptionalText => "string | null",
        Shape::Number => "number",
        Shape::Count | Shape::Seconds => "number | null",
        Shape::By(read) if fn_addr_eq(*read, flag as Read) => "boolean",
        Shape::By(read) if fn_addr_eq(*read, status as Read) => "RunStatus",
        Shape::By(read) if fn_addr_eq(*read, priority as Read) => "Priority | null",
        Shape::By(read) if fn_addr_eq(*read, progress as Read) => "RunProgress | null",
        Shape::By(_) => "string | null",
        Shape::Tasks => "Task[]",
        Shape::List(item) | Shape::RequiredList(item) | Shape::NonEmptyList(item) => {
            return [&kind(item), "[]"].concat();
        }
        Shape::Object(members) => {
            let members = members.iter();
            let members = members.map(|Member(name, _, shape)| format!("{name}: {}", kind(shape)));
            return format!("{{ {} }}", members.collect::<Vec<_>>().join("; "));
        }
        Shape::Bare | Shape::Ignored => "null",
    };
    fixed.to_owned()
}

/// The function of a shape.
type Read = for<'a> fn(&'a json::Json<'a>) -> json::Json<'a>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Operation;

    /// The names of the members of the objects that an answer consists of.
    fn names(shape: &Shape) -> Option<Vec<&'static str>> {
        match shape {
            Shape::Object(members) => Some(members.iter().map(|Member(name, ..)| *name).collect()),
            Shape::List(item) | Shape::RequiredList(item) | Shape::NonEmptyList(item) => {
                names(item)
            }
            _ => None,
        }
    }

    #[test]
    fn every_answer_that_the_package_returns_has_a_type() {
        let types = all();
        // The package's `Queue` has another form.
        let operations = Operation::of_package().iter();
        for operation in operations.filter(|operation| operation.name != "queue") {
            let Some(names) = names(&operation.shape) else {
                continue;
            };
            let is_listed = types.iter().any(|one| {
                let members = one.members.iter().map(|member| member.name.as_str());
                members.eq(names.iter().copied())
            });
            let name = operation.name;
            assert!(is_listed, "add the type of the answer of {name} to `all`");
        }
    }
}
