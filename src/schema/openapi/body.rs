//! The bodies of `POST /api/v1/runs` in a document, one a path.

use serde_json::{Map, Value};

use super::escape::unescaped;
use super::reading::Document;

/// The body of an operation that starts a run.
pub(super) struct Body<'a> {
    /// The schema of its form.
    pub(super) schema: &'a Value,
    /// The content types of its parts, by name.
    pub(super) encoding: Option<&'a Map<String, Value>>,
    /// The ids of the workflows it is for; empty where the operation names none.
    pub(super) ids: Vec<String>,
}

/// How surely a path is that of the operation; the surest of a document are taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    /// `…/runs`, below some other prefix.
    Path,
    /// It has the operation's name.
    Name,
    /// `…/api/v1/runs`.
    Whole,
}

/// The bodies, in the order of the document.
pub(super) fn all<'a>(document: &Document<'a>) -> Vec<Body<'a>> {
    let paths = document.get("paths").and_then(Value::as_object);
    let mut found = Vec::new();
    for (path, item) in paths.into_iter().flatten() {
        let Some(item) = document.object(item) else {
            continue;
        };
        let operation = item.get("post").and_then(|post| document.object(post));
        let Some(operation) = operation else { continue };
        if let Some(likeness) = likeness(path, operation)
            && let Some(body) = body(document, path, item, operation)
        {
            found.push((likeness, body));
        }
    }
    let best = found.iter().map(|(likeness, _)| *likeness).max();
    found.retain(|(likeness, _)| Some(*likeness) == best);
    found.into_iter().map(|(_, body)| body).collect()
}

fn likeness(path: &str, operation: &Map<String, Value>) -> Option<Likeness> {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let path = path.trim_end_matches('/');
    let name = operation.get("operationId").and_then(Value::as_str);
    if path.ends_with("/api/v1/runs") {
        Some(Likeness::Whole)
    } else if name == Some("execute_workflow_api_v1_runs_post") {
        Some(Likeness::Name)
    } else {
        path.ends_with("/runs").then_some(Likeness::Path)
    }
}

fn body<'a>(
    document: &Document<'a>,
    path: &str,
    item: &'a Map<String, Value>,
    operation: &'a Map<String, Value>,
) -> Option<Body<'a>> {
    let content = document
        .object(operation.get("requestBody")?)?
        .get("content")?;
    let media = form(content.as_object()?)?;
    let mut ids = ids_of_operation(path, operation);
    if ids.is_empty() {
        ids = ids_of_parameters(document, [operation, item]);
    }
    Some(Body {
        schema: media.get("schema")?,
        encoding: media.get("encoding").and_then(Value::as_object),
        ids,
    })
}

/// The media type of a form with files; of one without where there is no such.
fn form(content: &Map<String, Value>) -> Option<&Value> {
    let of = |wanted: &str| {
        let is = |name: &str| {
            let essence = name.split(';').next().unwrap_or_default().trim();
            essence.eq_ignore_ascii_case(wanted)
        };
        content
            .iter()
            .find(|(name, _)| is(name))
            .map(|(_, media)| media)
    };
    of("multipart/form-data").or_else(|| of("application/x-www-form-urlencoded"))
}

/// The id that an operation or its path names.
fn ids_of_operation(path: &str, operation: &Map<String, Value>) -> Vec<String> {
    let named = operation.get(super::WORKFLOW_ID).and_then(Value::as_str);
    let query = path.split_once(['?', '#']).map_or("", |(_, query)| query);
    let in_path = || {
        let pair = query
            .split('&')
            .find_map(|pair| pair.strip_prefix("workflow_id="))?;
        (!pair.contains('{')).then(|| unescaped(&pair.replace('+', " ")))
    };
    let id = named.map(str::to_owned).or_else(in_path);
    id.filter(|id| !id.is_empty()).into_iter().collect()
}

/// The ids that the query parameter `workflow_id` may take.
fn ids_of_parameters<'a>(
    document: &Document<'a>,
    places: [&'a Map<String, Value>; 2],
) -> Vec<String> {
    let lists = places
        .into_iter()
        .filter_map(|place| place.get("parameters")?.as_array());
    let is_id = |parameter: &&Map<String, Value>| {
        let is = |word: &str, text: &str| parameter.get(word).and_then(Value::as_str) == Some(text);
        is("name", "workflow_id") && is("in", "query")
    };
    let parameter = lists
        .flatten()
        .filter_map(|parameter| document.object(parameter))
        .find(is_id);
    let Some(schema) = parameter.and_then(|parameter| parameter.get("schema")) else {
        return Vec::new();
    };
    let schema = document.flat(schema);
    let one = schema.get("const").into_iter();
    let several = schema.get("enum").and_then(Value::as_array);
    let ids = one.chain(several.into_iter().flatten());
    ids.filter_map(Value::as_str).map(str::to_owned).collect()
}
