//! The types of the npm package's answers: their members have the names and the kinds that answers are normalised to,
//! and the descriptions of the types that the service writes. Knows no syntax but TypeScript's names of kinds.

use std::ptr::fn_addr_eq;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

use super::normalise::{flag, priority, progress, status};
use super::run::RunProgress;
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
const NAMED: [(&str, &str, &str); 5] = [
    ("RunList", "runs", "RunDetail[]"),
    ("RunDetail", "outputs", "RunOutput[]"),
    ("WorkflowEntry", "schema", "InputSchema | null"),
    ("WorkflowEntry", "problems", "Problem[]"),
    ("WorkflowEntry", "warnings", "Problem[]"),
];

/// The types whose members are those of an answer.
pub fn all() -> Vec<PackageType> {
    vec![
        of::<run::RunEntry>("RunEntry", &run::RUN_ENTRY),
        of::<run::RunDetail>("RunDetail", &run::RUN_DETAIL),
        of_progress(),
        of::<run::RunOutput>("OutputLinks", &run::RUN_OUTPUT),
        of::<run::RunList>("RunList", &run::RUN_LIST),
        of::<run::RunToken>("RunToken", &run::RUN_TOKEN),
        of::<run::RemovedRuns>("RemovedRuns", &run::REMOVED_RUNS),
        of::<workflows::OutputLink>("OutputFile", &workflows::OUTPUT),
        of::<queue::WaitingRun>("WaitingRun", &queue::WAITING_RUN),
        of::<workflows::Health>("Health", &workflows::HEALTH_ENTRY),
        of::<workflows::WorkflowEntry>("WorkflowEntry", &workflows::WORKFLOW_ENTRY),
    ]
}

fn of<T: JsonSchema>(name: &'static str, shape: &Shape) -> PackageType {
    let schema = schema::<T>();
    let members = members(shape).iter().map(|Member(member, wire, shape)| {
        let described = wire.iter().map(|wire| &schema["properties"][*wire]);
        let named = NAMED
            .iter()
            .find(|(of, is, _)| (*of, *is) == (name, *member));
        PackageMember {
            name: (*member).to_owned(),
            about: described
                .map(about)
                .find(|about| !about.is_empty())
                .unwrap_or_default(),
            kind: named.map_or_else(|| kind(shape), |(.., kind)| (*kind).to_owned()),
        }
    });
    PackageType {
        name,
        about: about(&schema),
        members: members.collect(),
    }
}

/// The progress of a run is not normalised by a shape.
fn of_progress() -> PackageType {
    let schema = schema::<RunProgress>();
    let properties = schema["properties"].as_object().into_iter().flatten();
    let members = properties.map(|(name, schema)| {
        let kinds = schema["type"].as_array();
        let kind = match kinds.map_or(&schema["type"], |kinds| &kinds[0]) == "string" {
            true => "string",
            false => "number",
        };
        PackageMember {
            name: in_camel_case(name),
            about: about(schema),
            kind: [kind, kinds.map_or("", |_| " | null")].concat(),
        }
    });
    PackageType {
        name: "RunProgress",
        about: about(&schema),
        members: members.collect(),
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
