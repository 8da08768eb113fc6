//! The inputs in which two runs differ, and the texts by which the search finds a run. Pure.

use web_sys::File;

use super::record::RunRecord;
use crate::entered::{Entered, EnteredKind};
use crate::text::lower;

/// The maximum number of bytes read of a text, because prompts and lists may be long.
const MAX_READ: usize = 4000;
/// The maximum number of inputs that distinguish a run.
const MAX_INPUTS: usize = 3;
/// The maximum number of characters of a value in a line.
const MAX_SHOWN: usize = 80;

/// The inputs of `own` that `other` does not have, or has with another value.
pub(crate) fn changed_inputs<'a>(own: &'a [Entered], other: &[Entered]) -> Vec<&'a Entered> {
    own.iter().filter(|input| !has(other, input)).collect()
}

/// The inputs of `own` that differ from those of any of the others.
pub(crate) fn inputs_that_differ<'a>(
    own: &'a [Entered],
    others: &[Vec<Entered>],
) -> Vec<&'a Entered> {
    let differs = |input: &&Entered| others.iter().any(|other| !has(other, input));
    own.iter().filter(differs).collect()
}

fn has(inputs: &[Entered], input: &Entered) -> bool {
    inputs
        .iter()
        .any(|other| other.name == input.name && is_same(input, other))
}

/// Whether two inputs are equal. A stored file is a different handle of the same file.
fn is_same(input: &Entered, other: &Entered) -> bool {
    let alike =
        |(own, other): (&File, &File)| own.name() == other.name() && own.size() == other.size();
    input.text == other.text
        && input.files.len() == other.files.len()
        && input.files.iter().zip(&other.files).all(alike)
}

/// The value of an input in one line.
pub(crate) fn input_line(input: &Entered) -> String {
    match input.files.first() {
        Some(file) => file.name(),
        None => one_line(&input.shown(), MAX_SHOWN),
    }
}

/// The inputs that distinguish a run from another one of its workflow, texts first; by default the one
/// that says most about the run.
pub(crate) fn distinguishing_text(own: &[Entered], other: Option<&[Entered]>) -> String {
    labelled(&distinguishing(own, other))
}

/// The values of these inputs alone.
pub(crate) fn distinguishing_values(own: &[Entered], other: Option<&[Entered]>) -> String {
    let text = |input: &&Entered| input_line(input);
    let texts = distinguishing(own, other);
    texts.iter().map(text).collect::<Vec<_>>().join(" · ")
}

/// The inputs that distinguish a run from several others, texts first; `None` if it is equal to them.
pub(crate) fn text_among(own: &[Entered], others: &[Vec<Entered>]) -> Option<String> {
    let inputs = inputs_that_differ(own, others);
    (!inputs.is_empty()).then(|| labelled(&texts_first(inputs)))
}

/// The inputs of `own` that differ from `other`, without the one with this name.
pub(super) fn difference_text(own: &[Entered], other: &[Entered], except: Option<&str>) -> String {
    let mut inputs = changed_inputs(own, other);
    inputs.retain(|input| Some(input.name.as_str()) != except);
    inputs.truncate(MAX_INPUTS);
    labelled(&inputs)
}

/// Each input with its label, in one line.
fn labelled(inputs: &[&Entered]) -> String {
    let text = |input: &&Entered| [&input.label, ": ", &input_line(input)].concat();
    inputs.iter().map(text).collect::<Vec<_>>().join(" · ")
}

fn distinguishing<'a>(own: &'a [Entered], other: Option<&[Entered]>) -> Vec<&'a Entered> {
    let mut inputs = other.map_or_else(Vec::new, |other| changed_inputs(own, other));
    if inputs.is_empty() {
        // Of equal ones the first, since a workflow begins with what matters most.
        inputs.extend(own.iter().rev().max_by_key(|input| weight(input)));
    }
    texts_first(inputs)
}

/// As many of these inputs as a line has room for.
fn texts_first(mut inputs: Vec<&Entered>) -> Vec<&Entered> {
    inputs.sort_by_key(|input| input.kind != EnteredKind::Text);
    inputs.truncate(MAX_INPUTS);
    inputs
}

/// How much an input says about its run: what a person wrote says more than an option.
fn weight(input: &Entered) -> (bool, bool) {
    let is_text = input.kind == EnteredKind::Text && !input.text.is_empty();
    (is_text, input.is_changed)
}

/// Whether a text of a run contains the search text, which is in lower case.
pub(super) fn contains(record: &RunRecord, search: &str) -> bool {
    let texts = [record.workflow.as_str(), record.workflow_id.as_str()].into_iter();
    let texts = texts.chain(record.run_id.as_deref());
    let texts = texts.chain(record.instance.as_deref());
    let texts = texts.chain(record.owner.as_deref());
    let texts = texts.chain(record.batch.as_ref().map(|batch| batch.name.as_str()));
    let mut texts = texts.chain(record.inputs.iter().map(|input| input.text.as_str()));
    let files = record.inputs.iter().flat_map(|input| &input.files);
    let mut files = files.map(web_sys::File::name);
    files.any(|name| lower(&name).contains(search))
        || texts.any(|text| lower(start(text, MAX_READ)).contains(search))
}

/// Whether the input that a search text such as `softness: 5` names has this value; `None` if the run has
/// no such input.
pub(super) fn has_value(record: &RunRecord, search: &str) -> Option<bool> {
    let (label, value) = search.split_once(':')?;
    let (label, value) = (label.trim(), value.trim());
    let is_named = |input: &&Entered| lower(&input.label) == label || lower(&input.name) == label;
    let mut inputs = record.inputs.iter().filter(is_named).peekable();
    inputs.peek()?;
    Some(inputs.any(|input| is_value(input, value)))
}

/// Whether an input has this value: a number that is equal, or a text that contains it.
fn is_value(input: &Entered, value: &str) -> bool {
    let number = |text: &str| text.replace(',', ".").parse::<f64>().ok();
    match (input.kind, number(&input.text), number(value)) {
        (EnteredKind::Number, Some(own), Some(value)) => own == value,
        _ => lower(start(&input_line(input), MAX_READ)).contains(value),
    }
}

/// A text in one line, truncated to a number of characters.
pub(super) fn one_line(text: &str, max: usize) -> String {
    let mut line = String::new();
    for (count, word) in start(text, MAX_READ).split_whitespace().enumerate() {
        if count > 0 {
            line.push(' ');
        }
        line.push_str(word);
    }
    match line.char_indices().nth(max) {
        Some((end, _)) => [&line[..end], "…"].concat(),
        None => line,
    }
}

/// At most this many bytes from the start of a text.
fn start(text: &str, bytes: usize) -> &str {
    let end = (0..=bytes.min(text.len()))
        .rev()
        .find(|end| text.is_char_boundary(*end));
    &text[..end.unwrap_or_default()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(name: &str, text: &str) -> Entered {
        Entered {
            name: name.to_owned(),
            label: name.to_uppercase(),
            text: text.to_owned(),
            ..Entered::default()
        }
    }

    #[test]
    fn what_differs_leaves_out_what_names_the_run() {
        let own = [
            input("title", "b"),
            input("size", "512"),
            input("steps", "8"),
        ];
        let other = [
            input("title", "a"),
            input("size", "256"),
            input("steps", "8"),
        ];
        assert_eq!(difference_text(&own, &other, Some("title")), "SIZE: 512");
        assert_eq!(difference_text(&own, &own, Some("title")), "");
    }

    #[test]
    fn a_switch_is_shown_as_on_or_off() {
        let mut outline = input("outline", "false");
        outline.kind = EnteredKind::Switch;
        assert_eq!(distinguishing_text(&[outline], None), "OUTLINE: off");
    }

    #[test]
    fn only_changed_inputs_are_shown() {
        let own = [input("size", "64"), input("word", "patience")];
        let other = [input("size", "32"), input("word", "patience")];
        assert_eq!(distinguishing_text(&own, Some(&other)), "SIZE: 64");
    }

    #[test]
    fn among_several_runs_an_input_is_shown_if_any_of_them_differs() {
        let run = |size, steps| vec![input("size", size), input("steps", steps)];
        let others = [run("64", "8"), run("64", "9")];
        let text = text_among(&run("64", "8"), &others);
        assert_eq!(text.as_deref(), Some("STEPS: 8"));
        assert_eq!(text_among(&run("64", "8"), &[run("64", "8")]), None);
    }

    #[test]
    fn an_input_missing_from_the_other_run_is_changed() {
        assert_eq!(changed_inputs(&[input("size", "64")], &[]).len(), 1);
    }

    #[test]
    fn without_another_run_the_first_text_is_shown() {
        let own = [
            input("word", "two\n  lines"),
            input("negative", "a longer text than the word"),
        ];
        assert_eq!(distinguishing_text(&own, None), "WORD: two lines");
    }

    #[test]
    fn a_short_text_names_a_run_rather_than_a_longer_option_or_default() {
        let mut title = input("title", "First");
        title.is_changed = true;
        let mut position = input("position", "bottom");
        position.kind = EnteredKind::Choice;
        position.is_changed = true;
        let default = input("style", "a text nobody typed");
        let own = [position, title, default];
        assert_eq!(distinguishing_text(&own, None), "TITLE: First");
        assert!(distinguishing_text(&own, Some(&[])).starts_with("TITLE: First"));
    }

    #[test]
    fn a_long_value_is_truncated() {
        let text = distinguishing_text(&[input("word", &"ä".repeat(5000))], None);
        assert_eq!(text.chars().count(), "WORD: ".len() + MAX_SHOWN + 1);
        assert!(text.ends_with('…'));
    }

    #[test]
    fn a_search_for_the_value_of_an_input_finds_equal_numbers() {
        let found = |text: &str, search: &str| {
            let mut softness = input("softness", text);
            softness.kind = EnteredKind::Number;
            let record = RunRecord {
                inputs: vec![softness, input("size", "512")],
                ..RunRecord::default()
            };
            has_value(&record, search)
        };
        assert_eq!(found("5", "softness: 5"), Some(true));
        assert_eq!(found("5.0", "softness:5"), Some(true));
        assert_eq!(found("0.5", "softness: 0,5"), Some(true));
        for other in ["0.6", "1.5", "50"] {
            assert_eq!(found(other, "softness: 5"), Some(false), "{other}");
        }
        assert_eq!(found("5", "size: 51"), Some(true));
        assert_eq!(found("5", "softness:"), Some(true));
        assert_eq!(found("5", "title: 5"), None);
    }

    #[test]
    fn the_search_covers_the_id_the_workflow_and_the_inputs() {
        let record = RunRecord {
            run_id: Some("Ab12".to_owned()),
            workflow: "Poster".to_owned(),
            inputs: vec![input("word", "Größe")],
            ..RunRecord::default()
        };
        for search in ["ab12", "post", "größ"] {
            assert!(contains(&record, search), "{search}");
        }
        assert!(!contains(&record, "size"));
    }
}
