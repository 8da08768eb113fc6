use super::batch::BATCHES;
use super::capture::CAPTURES;
use super::connection::CONNECTIONS;
use super::developers::DEVELOPER_PANEL;
use super::exposure::EXPOSURES;
use super::first_paint::FIRST_PAINT;
use super::first_visit::FIRST_VISIT;
use super::form::{FIELD_ERRORS, FORMS};
use super::image_editor::IMAGE_EDITOR;
use super::monitoring::MONITORING_DIALOG;
use super::page::PAGE;
use super::palette::PALETTES;
use super::queue::QUEUES;
use super::result::RESULTS;
use super::runs::{NOTIFICATIONS, RUN_LISTS};
use super::share::SHARES;
use super::workflows::WORKFLOW_LIST;
use super::{PROBLEMS, REASONS};
use crate::language::Message;

fn all() -> impl Iterator<Item = &'static (&'static str, Message)> {
    [
        BATCHES,
        CAPTURES,
        CONNECTIONS,
        DEVELOPER_PANEL,
        EXPOSURES,
        FIELD_ERRORS,
        FIRST_PAINT,
        FIRST_VISIT,
        FORMS,
        IMAGE_EDITOR,
        MONITORING_DIALOG,
        NOTIFICATIONS,
        PAGE,
        PALETTES,
        QUEUES,
        RESULTS,
        RUN_LISTS,
        SHARES,
        WORKFLOW_LIST,
    ]
    .into_iter()
    .flatten()
}

/// The placeholders of a text. A brace in an example of JSON is not one.
fn placeholders(text: &str) -> Vec<&str> {
    let mut placeholders: Vec<&str> = text
        .match_indices('{')
        .map(|(at, _)| &text[at..at + 3])
        .filter(|placeholder| placeholder.ends_with('}'))
        .collect();
    placeholders.sort_unstable();
    placeholders.dedup();
    placeholders
}

#[test]
fn every_language_has_the_same_placeholders() {
    for (name, message) in all() {
        let [english, german] = message.0;
        assert_eq!(placeholders(english), placeholders(german), "{name}");
    }
}

#[test]
fn every_language_has_a_plural_for_the_same_messages() {
    for (name, message) in all() {
        let [english, german] = message.0;
        assert_eq!(english.contains('|'), german.contains('|'), "{name}");
    }
}

#[test]
fn every_code_has_one_message_in_each_language() {
    for coded in [&REASONS, &PROBLEMS] {
        let mut codes: Vec<_> = coded.0.iter().map(|(code, _)| code).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), coded.0.len());
        assert!(coded.0.iter().all(|(_, texts)| !texts.contains(&"")));
    }
}

#[test]
fn no_message_is_empty() {
    for (name, message) in all() {
        assert!(
            message.0.iter().all(|text| !text.trim().is_empty()),
            "{name}"
        );
    }
}

#[test]
fn every_apostrophe_is_typographic() {
    let coded = [&REASONS, &PROBLEMS].into_iter().flat_map(|coded| coded.0);
    let coded = coded.flat_map(|(_, texts)| texts);
    let texts = all().flat_map(|(_, message)| message.0).chain(coded);
    let straight: Vec<_> = texts.filter(|text| text.contains('\'')).collect();
    assert_eq!(straight, Vec::<&&str>::new());
}
