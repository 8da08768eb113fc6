//! The workflows as cards: a picture, what goes in and comes out, and how long a run usually takes. Shown until
//! there is a run. In the deferred chunk.

use super::state::Workflows;
use crate::example_file::example_image;
use crate::form::FormState;
use crate::language::{Message, measured};
use crate::listing::{Listed, ListingState};
use crate::messages as say;
use crate::reveal::{self, reveal};
use client_web::Client;
use schema::{InputSchema, OutputKind};
use ui::{El, button, el, list};

/// The maximum number of inputs that a card names.
const MAX_INPUTS: usize = 3;

/// One card per listed workflow that can run, except for that of the shown form if it has no picture.
pub(crate) fn workflow_cards(workflows: Workflows, form: FormState) -> El {
    let entries = move || match workflows.listing.get() {
        ListingState::Loaded(mut entries) => {
            let chosen = form.id.get();
            entries.retain(|entry| entry.problems.is_empty() && has_card(entry, &chosen));
            entries
        }
        _ => Vec::new(),
    };
    list(
        el("ul", "cards").attr("aria-label", say::FIRST_WORKFLOWS),
        entries,
        |entry| entry.id.clone(),
        move |entry| card(entry, workflows),
    )
}

fn has_card(entry: &Listed, chosen: &str) -> bool {
    entry.id != chosen || picture_of(entry).is_some()
}

fn card(entry: Listed, workflows: Workflows) -> El {
    let client = workflows.connection.client.get_untracked();
    let picture = picture_of(&entry).zip(client);
    let picture = picture.map(|(address, client)| picture_view(client, address, "card-picture"));
    let (name, about) = (entry.name.clone(), about(&entry));
    let picture = picture.unwrap_or_else(|| stand_in(&entry));
    let choose = move || {
        workflows.select(&entry);
        reveal(reveal::FORM);
    };
    el("li", "").child(
        button("card", choose)
            .child(picture)
            .child(el("span", "card-name").attr("dir", "auto").text(name))
            .child(el("span", "card-about").attr("dir", "auto").text(about)),
    )
}

/// In place of a picture: the kind of what comes out.
fn stand_in(entry: &Listed) -> El {
    let (schema, _) = entry.read();
    let kind = schema
        .outputs
        .first()
        .map(|output| kind_message(output.kind));
    el("span", "card-picture")
        .attr("aria-hidden", "true")
        .text(kind)
}

pub(super) fn picture_view(client: Client, address: String, class: &str) -> El {
    example_image(client, address, class, String::new())
}

/// The cover, or else the first picture of its examples.
pub(super) fn picture_of(entry: &Listed) -> Option<String> {
    let of_example = || {
        let examples = entry.read_examples();
        let result = examples.iter().find_map(|example| example.result.clone());
        let thumbnail = || {
            let thumbnails = examples.iter().flat_map(|example| &example.thumbnails);
            thumbnails.map(|(_, address)| address.clone()).next()
        };
        result.or_else(thumbnail)
    };
    entry.cover.clone().or_else(of_example)
}

/// What goes in and comes out, and how long that takes: `Photo + Title → image, text · ≈ 0.2 s`.
fn about(entry: &Listed) -> String {
    let mut about = in_and_out(&entry.read().0);
    if let Some(typical) = entry.typical_ms {
        about.push_str(" · ≈ ");
        about.push_str(&measured(f64::from(typical)));
    }
    about
}

fn in_and_out(schema: &InputSchema) -> String {
    let fields = schema.fields.iter().filter(|field| !field.advanced);
    let labels: Vec<&str> = fields.map(|field| field.label.as_str()).collect();
    let mut text = match labels.split_at_checked(MAX_INPUTS) {
        Some((first, [_, ..])) => first.join(" + ") + " + …",
        _ => labels.join(" + "),
    };
    let mut kinds: Vec<&str> = Vec::new();
    for output in &schema.outputs {
        let kind = kind_message(output.kind).now();
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    if !kinds.is_empty() {
        text.push_str(" → ");
        text.push_str(&kinds.join(", "));
    }
    text
}

/// The word for what an output is.
pub(crate) fn kind_message(kind: OutputKind) -> Message {
    match kind {
        OutputKind::Image => say::KIND_IMAGE,
        OutputKind::Text => say::KIND_TEXT,
        OutputKind::Video => say::KIND_VIDEO,
        OutputKind::Audio => say::KIND_AUDIO,
        OutputKind::File => say::KIND_FILE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::WorkflowEntry;
    use schema::{Field, FieldKind, Output};

    #[test]
    fn the_chosen_workflow_has_a_card_only_with_a_picture() {
        let mut entry = WorkflowEntry {
            id: "poster".to_owned(),
            ..WorkflowEntry::default()
        };
        assert!(!has_card(&entry.clone().into(), "poster"));
        assert!(has_card(&entry.clone().into(), "blur"));
        entry.cover = Some("/cover.jpg".to_owned());
        assert!(has_card(&entry.into(), "poster"));
    }

    #[test]
    fn a_card_names_the_first_inputs_and_every_kind_of_output() {
        let field = |label: &str| Field::new(label, FieldKind::Image);
        let output = |kind| Output {
            node: String::new(),
            label: String::new(),
            kind,
        };
        let kinds = [OutputKind::Image, OutputKind::Image, OutputKind::Text];
        let mut schema = InputSchema {
            fields: ["Photo", "Title"].map(field).into(),
            outputs: kinds.map(output).into(),
        };
        assert_eq!(in_and_out(&schema), "Photo + Title → image, text");
        schema.fields.extend(["Size", "Seed"].map(field));
        assert_eq!(
            in_and_out(&schema),
            "Photo + Title + Size + … → image, text"
        );
        assert_eq!(in_and_out(&InputSchema::default()), "");
    }
}
