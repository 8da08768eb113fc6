//! Reads the workflows of one body: one, several that share it, or one per alternative.

use std::collections::HashMap;

use serde_json::Value;

use super::body::Body;
use super::document::Document;
use super::extension::WORKFLOW_ID;
use super::field;
use super::merged_schema::MergedSchema;
use crate::input_schema::{InputSchema, Output, Schemas};

/// The schemas of a body, each with its workflow's id if it has one.
pub(super) fn schemas<'a>(document: &Document<'a>, body: &Body<'a>) -> Schemas {
    let all = document.merged(body.schema);
    let variants = variants(document, &all);
    if variants.is_empty() {
        return shared(document, body, &all);
    }
    let lone = variants.len() == 1;
    let schema = |(variant, id): (MergedSchema<'a>, Option<String>)| {
        let given = || body.ids.first().filter(|_| lone).cloned();
        let schema = input_schema(document, body, &variant);
        (id.or_else(given), schema)
    };
    variants.into_iter().map(schema).collect()
}

/// One body for one workflow, or for every workflow that the operation names.
fn shared<'a>(document: &Document<'a>, body: &Body<'a>, all: &MergedSchema<'a>) -> Schemas {
    let own = all.text(WORKFLOW_ID).map(str::to_owned);
    let ids = match own {
        Some(id) => vec![id],
        None => body.ids.clone(),
    };
    if ids.is_empty() {
        return vec![(None, input_schema(document, body, all))];
    }
    let schema = |id| (Some(id), input_schema(document, body, all));
    ids.into_iter().map(schema).collect()
}

/// The alternatives that are objects, merged with what applies to all of them, and their ids.
fn variants<'a>(
    document: &Document<'a>,
    all: &MergedSchema<'a>,
) -> Vec<(MergedSchema<'a>, Option<String>)> {
    let names = discriminator_names(all);
    let alternatives = all.alternatives().iter();
    let variant = |schema: &'a Value| {
        let own = document.merged(schema);
        let object = !own.properties.is_empty() || own.get(WORKFLOW_ID).is_some();
        let reference = schema.get("$ref").and_then(Value::as_str);
        object.then(|| {
            // Our own forms are complete. What is beside them repeats which fields are files.
            let mut variant = match own.get(WORKFLOW_ID) {
                Some(_) => document.merged(schema),
                None => document.merged_with(all, schema),
            };
            let id = id(document, all, &own, &mut variant);
            let named = || names.get(reference?).map(|name| (*name).to_owned());
            let called = || own.text("title").or(own.name).map(str::to_owned);
            (variant, id.or_else(named).or_else(called))
        })
    };
    alternatives.filter_map(variant).collect()
}

/// Reference to name, from the discriminator.
fn discriminator_names<'a>(all: &MergedSchema<'a>) -> HashMap<&'a str, &'a str> {
    let mapping = all.get("discriminator").and_then(|one| one.get("mapping"));
    let mapping = mapping.and_then(Value::as_object).into_iter().flatten();
    mapping
        .filter_map(|(name, reference)| Some((reference.as_str()?, name.as_str())))
        .collect()
}

/// The id in an alternative itself. A property whose only value is the id is not a field, since the id
/// is sent in the query.
fn id<'a>(
    document: &Document<'a>,
    all: &MergedSchema<'a>,
    own: &MergedSchema<'a>,
    variant: &mut MergedSchema<'a>,
) -> Option<String> {
    let property = all
        .get("discriminator")
        .and_then(|one| one.get("propertyName")?.as_str())
        .unwrap_or("workflow_id");
    let only = own
        .properties
        .iter()
        .find(|(name, _)| *name == property)
        .and_then(|(_, schema)| only_value(&document.merged(schema)));
    let id = own.text(WORKFLOW_ID).or(only)?;
    // If the id is another one, the property is an ordinary field.
    if only == Some(id) {
        variant.properties.retain(|(name, _)| *name != property);
    }
    Some(id.to_owned())
}

fn only_value<'a>(schema: &MergedSchema<'a>) -> Option<&'a str> {
    let lone = |values: &'a Value| match values.as_array()?.as_slice() {
        [value] => value.as_str(),
        _ => None,
    };
    let constant = schema.get("const").and_then(Value::as_str);
    constant.or_else(|| schema.get("enum").and_then(lone))
}

fn input_schema<'a>(
    document: &Document<'a>,
    body: &Body<'a>,
    form: &MergedSchema<'a>,
) -> InputSchema {
    let mut schema = InputSchema::default();
    for (name, property) in &form.properties {
        if document.is_spent() {
            break;
        }
        if name.is_empty() {
            document.problem("a field has no name, so no value can be sent for it");
            continue;
        }
        let content_type = body
            .encoding
            .and_then(|encoding| encoding.get(*name)?.get("contentType")?.as_str());
        let required = form.required.contains(name);
        schema.fields.extend(field::read(
            document,
            name,
            property,
            required,
            content_type,
        ));
    }
    if let Some(outputs) = form.own("outputs").and_then(Value::as_array) {
        let output = |value: &Value| serde_json::from_value::<Output>(value.clone()).ok();
        schema.outputs = outputs.iter().filter_map(output).collect();
    }
    schema
}
