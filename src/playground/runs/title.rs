//! The name of a run: what a person wrote for it. Pure.

use super::diff::{input_line, one_line};
use super::record::RunRecord;
use crate::entered::{Entered, EnteredKind};
use crate::text::lower;

/// The maximum number of characters of a title where a long one is shown.
const MAX_LONG: usize = 400;

/// The run's title or prompt in one line; the workflow's name if it has none.
pub(crate) fn run_title(record: &RunRecord) -> String {
    match title_input(&record.inputs) {
        Some(input) => input_line(input),
        None => record.workflow.clone(),
    }
}

/// The same with more of a long one.
pub(crate) fn long_title(record: &RunRecord) -> String {
    match title_input(&record.inputs) {
        Some(input) => one_line(&input.text, MAX_LONG),
        None => record.workflow.clone(),
    }
}

/// The input that names a run: a title, else a prompt, else the first text.
pub(super) fn title_input(inputs: &[Entered]) -> Option<&Entered> {
    let texts = inputs.iter().filter(|input| is_written(input));
    // Of equal ones, the first.
    texts.rev().max_by_key(|input| rank(input))
}

/// Whether the input is a text with words.
fn is_written(input: &Entered) -> bool {
    let is_text = input.kind == EnteredKind::Text && input.files.is_empty();
    is_text && !input.text.starts_with('#') && !input.text.trim().is_empty()
}

fn rank(input: &Entered) -> u8 {
    let names = [lower(&input.name), lower(&input.label)];
    let contains = |word| names.iter().any(|name| name.contains(word));
    match () {
        () if contains("negativ") => 0,
        () if contains("title") || contains("titel") => 3,
        () if contains("prompt") => 2,
        () => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn title(inputs: &[(&str, &str)]) -> String {
        let input = |(name, text): &(&str, &str)| Entered {
            name: (*name).to_owned(),
            label: name.to_uppercase(),
            text: (*text).to_owned(),
            ..Entered::default()
        };
        run_title(&RunRecord {
            workflow: "Poster".to_owned(),
            inputs: inputs.iter().map(input).collect(),
            ..RunRecord::default()
        })
    }

    #[test]
    fn a_run_is_named_by_its_title_then_its_prompt_then_its_first_text() {
        let all = [
            ("word", "hello"),
            ("prompt", "a cat"),
            ("title", "Open studio"),
        ];
        assert_eq!(title(&all), "Open studio");
        assert_eq!(title(&all[..2]), "a cat");
        assert_eq!(title(&all[..1]), "hello");
        assert_eq!(title(&[("first", "one"), ("second", "two")]), "one");
    }

    #[test]
    fn a_negative_prompt_names_a_run_only_if_there_is_nothing_else() {
        let both = [("negative_prompt", "blurry"), ("text", "a dog")];
        assert_eq!(title(&both), "a dog");
        assert_eq!(title(&both[..1]), "blurry");
    }

    #[test]
    fn a_run_without_a_text_has_the_name_of_its_workflow() {
        assert_eq!(title(&[("title", "  "), ("color", "#ff0000")]), "Poster");
    }

    #[test]
    fn a_title_is_one_line() {
        assert_eq!(title(&[("title", "two\n lines")]), "two lines");
    }
}
