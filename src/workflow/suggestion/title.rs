//! What the title of a node says about its input, if its author wrote it. Knows no graph.

use super::words;
use crate::problem::short;

/// Words that only say what kind of value a node holds.
const KINDS: [&str; 14] = [
    "audio",
    "bool",
    "boolean",
    "float",
    "image",
    "input",
    "int",
    "integer",
    "load",
    "number",
    "primitive",
    "string",
    "text",
    "video",
];
/// What separates the parts of a title.
const SEPARATORS: [char; 17] = [
    '(', ')', '[', ']', '{', '}', '<', '>', ':', ',', ';', '—', '–', '→', '/', '|', '?',
];
/// Maximum number of words in a name that comes from a title.
const MOST_WORDS: usize = 4;
/// Maximum length of such a name, in bytes.
const LONGEST: usize = 32;

/// A title without what only says the kind of value: `Steps` for `Int (Steps)`, `Portrait` for `Load Image: Portrait`.
pub(super) fn label(title: &str) -> String {
    let title = title.replace(['（', '）'], "(");
    let title = title.trim();
    let parts = title.split(['(', ')', ':']).map(str::trim);
    let telling = parts.filter(|part| !part.is_empty() && !is_kind(part));
    let telling: Vec<&str> = telling.collect();
    match telling.as_slice() {
        // Only one part says something.
        [part] => short(without_load(part)),
        _ => short(without_load(title)),
    }
}

/// `Subject Image` for `Load Subject Image`.
fn without_load(title: &str) -> &str {
    let start = title
        .get(..5)
        .filter(|start| start.eq_ignore_ascii_case("load "));
    start.map_or(title, |start| title[start.len()..].trim_start())
}

/// Whether a text only says what kind of value a node holds.
pub(super) fn is_kind(part: &str) -> bool {
    let mut words = part.split([' ', '_', '-']).filter(|word| !word.is_empty());
    words.all(|word| KINDS.iter().any(|kind| word.eq_ignore_ascii_case(kind)))
}

/// The name of a field by the title of its node; `None` for a title that makes no good name, such as a sentence.
pub(super) fn name(label: &str) -> Option<String> {
    // What follows is an explanation.
    parts(label).next().and_then(part_name)
}

/// The names that the parts of a title make.
pub(super) fn names(title: &str) -> impl Iterator<Item = String> {
    parts(title).filter_map(part_name)
}

fn parts(title: &str) -> impl Iterator<Item = &str> {
    let is_letter = char::is_alphabetic;
    let parts = title.split(SEPARATORS).map(str::trim);
    let parts = parts.map(move |part| part.trim_start_matches(|one| !is_letter(one)));
    parts.filter(|part| !part.is_empty())
}

fn part_name(part: &str) -> Option<String> {
    let is_typed = |letter: char| letter.is_ascii() || !letter.is_alphabetic();
    let name = words::name(part);
    let is_short = name.len() <= LONGEST && name.split('_').count() <= MOST_WORDS;
    (part.chars().all(is_typed) && is_short && !name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::{label, name};

    #[test]
    fn a_title_is_shown_without_the_kind_of_value() {
        for (title, shown) in [
            ("Breadth", "Breadth"),
            ("Int (Steps)", "Steps"),
            ("Frame Rate(int)", "Frame Rate"),
            ("Boolean （Replace Mode）", "Replace Mode"),
            ("Load Image: front", "front"),
            ("Load Subject Image", "Subject Image"),
            ("User: short description", "User: short description"),
            ("Text", "Text"),
        ] {
            assert_eq!(label(title), shown);
        }
    }

    #[test]
    fn a_short_title_becomes_a_name() {
        for (label, expected) in [
            ("Subject Image", Some("subject_image")),
            ("Enable 4steps LoRA?", Some("enable_4steps_lora")),
            ("Ref Image 2 → <Picture 2> (optional)", Some("ref_image_2")),
            ("1. Load output", Some("load_output")),
            ("加载图像", None),
            ("🎨", None),
            ("All that somebody wrote about this node", None),
        ] {
            assert_eq!(name(label).as_deref(), expected, "{label}");
        }
    }
}
