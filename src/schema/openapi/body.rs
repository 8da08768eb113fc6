//! Finds the bodies of `POST /api/v1/runs` in a document, one per path. Does not read their schemas.

use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};

use super::document::Document;
use super::extension::WORKFLOW_ID;

/// The body of an operation that starts a run.
pub(super) struct Body<'a> {
    /// The schema of its form.
    pub(super) schema: &'a Value,
    /// Part name to content type.
    pub(super) encoding: Option<&'a Map<String, Value>>,
    /// The ids of its workflows; empty if the operation names none.
    pub(super) ids: Vec<String>,
}

/// How well a path matches the operation; only the best matches of a document are used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum PathMatch {
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
    let mut bodies = Vec::new();
    for (path, item) in paths.into_iter().flatten() {
        let Some(item) = document.object(item) else {
            continue;
        };
        let operation = item.get("post").and_then(|post| document.object(post));
        let Some(operation) = operation else { continue };
        if let Some(path_match) = path_match(path, operation)
            && let Some(body) = body(document, path, item, operation)
        {
            bodies.push((path_match, body));
        }
    }
    let best = bodies.iter().map(|(path_match, _)| *path_match).max();
    bodies.retain(|(path_match, _)| Some(*path_match) == best);
    bodies.into_iter().map(|(_, body)| body).collect()
}

fn path_match(path: &str, operation: &Map<String, Value>) -> Option<PathMatch> {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let path = path.trim_end_matches('/');
    let name = operation.get("operationId").and_then(Value::as_str);
    if path.ends_with("/api/v1/runs") {
        Some(PathMatch::Whole)
    } else if name == Some("execute_workflow_api_v1_runs_post") {
        Some(PathMatch::Name)
    } else {
        path.ends_with("/runs").then_some(PathMatch::Path)
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
    let media = form_media(content.as_object()?)?;
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

/// The media type of a form with files, or else of a form without.
fn form_media(content: &Map<String, Value>) -> Option<&Value> {
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

/// The id in an operation or its path.
fn ids_of_operation(path: &str, operation: &Map<String, Value>) -> Vec<String> {
    let named = operation.get(WORKFLOW_ID).and_then(Value::as_str);
    let query = path.split_once(['?', '#']).map_or("", |(_, query)| query);
    let in_path = || {
        let pair = query
            .split('&')
            .find_map(|pair| pair.strip_prefix("workflow_id="))?;
        let pair = pair.replace('+', " ");
        let is_template = pair.contains('{');
        let id = percent_decode_str(&pair).decode_utf8().ok()?;
        (!is_template).then(|| id.into_owned())
    };
    let id = named.map(str::to_owned).or_else(in_path);
    id.filter(|id| !id.is_empty()).into_iter().collect()
}

/// The values that the query parameter `workflow_id` may have.
fn ids_of_parameters<'a>(
    document: &Document<'a>,
    objects: [&'a Map<String, Value>; 2],
) -> Vec<String> {
    let lists = objects
        .into_iter()
        .filter_map(|object| object.get("parameters")?.as_array());
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
    let schema = document.merged(schema);
    let one = schema.get("const").into_iter();
    let several = schema.get("enum").and_then(Value::as_array);
    let ids = one.chain(several.into_iter().flatten());
    ids.filter_map(Value::as_str).map(str::to_owned).collect()
}
