//! One button per example, which fills in the form. In the deferred chunk.

use crate::connection::Connection;
use crate::example_file::example_image;
use crate::form::state::FormState;
use crate::form::undoable::Undoable;
use crate::messages as say;
use api::Example;
use client_web::Client;
use schema::{Field, FieldKind};
use ui::{El, button, el, expect_context};

/// The buttons.
pub(in crate::form) fn strip(form: FormState) -> El {
    let connection: Connection = expect_context();
    let examples = form.source.with_value(|source| source.examples.clone());
    let entry = |example| entry(form, connection, example);
    el("div", "examples-content")
        .child(el("p", "examples-title").text(say::EXAMPLES))
        .child(el("div", "examples-list").children(examples.into_iter().map(entry)))
}

fn entry(form: FormState, connection: Connection, example: Example) -> El {
    let name = el("span", "example-name")
        .attr("dir", "auto")
        .text(example.name.clone());
    let client = connection.client.get_untracked();
    let thumbnail = client.and_then(|client| thumbnail(form, client, &example));
    let undoable = Undoable::new(form);
    let press = move || {
        let example = example.clone();
        let message = say::EXAMPLE_FILLED_IN.with(&[&example.name]);
        undoable.change(message, move || fill(form, connection, example));
    };
    button("example", press).children(thumbnail).child(name)
}

fn fill(form: FormState, connection: Connection, example: Example) {
    form.reset();
    form.fill(example.texts.clone());
    if let Some(client) = connection.client.get_untracked() {
        form.load_files(client, example);
    }
}

/// A picture of the example; its box is reserved while it loads.
fn thumbnail(form: FormState, client: Client, example: &Example) -> Option<El> {
    let address = address(form, example)?.to_owned();
    Some(example_image(
        client,
        address,
        "example-image",
        String::new(),
    ))
}

/// The address of the example's first thumbnail, or else of its first image or its result.
fn address(form: FormState, example: &Example) -> Option<&str> {
    let is_image = |(name, _): &&(String, String)| {
        let kind = |field: &Field| field.kind == FieldKind::Image;
        let field = form.field(name);
        field.is_some_and(|field| field.definition.with_value(kind))
    };
    let image = || example.files.iter().find(is_image);
    let of_file = example.thumbnails.first().or_else(image);
    let of_file = of_file.map(|(_, address)| address);
    of_file.or(example.result.as_ref()).map(String::as_str)
}
