//! What tells runs apart: the inputs in which two differ, and the words by which one is found. Pure.

use web_sys::File;

use super::record::Record;
use crate::playground::entered::Entered;
use crate::playground::text::lower;

/// The most of a text that is looked at, in bytes: prompts may be long, and the list too.
const LOOKED_AT: usize = 4000;
/// The most of a value that is shown in a row, in characters.
const SHOWN: usize = 80;

/// The inputs of `mine` that the other one has not, or has with another value.
pub(crate) fn differing<'a>(mine: &'a [Entered], other: &[Entered]) -> Vec<&'a Entered> {
    let same = |input: &Entered| {
        other
            .iter()
            .any(|other| other.name == input.name && has_same(input, other))
    };
    mine.iter().filter(|input| !same(input)).collect()
}

/// Whether two hold the same. A file that was kept is another handle of the same file.
fn has_same(input: &Entered, other: &Entered) -> bool {
    let alike = |(mine, theirs): (&File, &File)| {
        mine.name() == theirs.name() && mine.size() == theirs.size()
    };
    input.text == other.text
        && input.files.len() == other.files.len()
        && input.files.iter().zip(&other.files).all(alike)
}

/// What a run was given in one field, in one line.
fn words(input: &Entered) -> String {
    match input.files.first() {
        Some(file) => file.name(),
        None => short(&input.shown()),
    }
}

/// What tells a run apart from another one of its workflow; without another one, its longest input.
pub(super) fn telling(mine: &[Entered], other: Option<&[Entered]>) -> String {
    let inputs = match other.map(|other| differing(mine, other)) {
        Some(inputs) if !inputs.is_empty() => inputs,
        _ => {
            let longest = mine.iter().max_by_key(|input| input.text.len());
            longest.into_iter().collect()
        }
    };
    let mut told = String::new();
    for input in inputs.iter().take(3) {
        if !told.is_empty() {
            told.push_str(" · ");
        }
        told.push_str(&input.label);
        told.push_str(": ");
        told.push_str(&words(input));
    }
    told
}

/// Whether a run has the words that are looked for, which are in lower case.
pub(super) fn has(record: &Record, words: &str) -> bool {
    let texts = [record.workflow.as_str(), record.workflow_id.as_str()].into_iter();
    let texts = texts.chain(record.run_id.as_deref());
    let texts = texts.chain(record.group.as_ref().map(|group| group.name.as_str()));
    let mut texts = texts.chain(record.inputs.iter().map(|input| input.text.as_str()));
    let files = record.inputs.iter().flat_map(|input| &input.files);
    let mut files = files.map(web_sys::File::name);
    files.any(|name| lower(&name).contains(words))
        || texts.any(|text| lower(start(text, LOOKED_AT)).contains(words))
}

/// A value in one line, cut where it is long.
fn short(text: &str) -> String {
    let mut line = String::new();
    for (count, word) in start(text, LOOKED_AT).split_whitespace().enumerate() {
        if count > 0 {
            line.push(' ');
        }
        line.push_str(word);
    }
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => [&line[..end], "…"].concat(),
        None => line,
    }
}

/// The start of a text, of at most so many bytes.
fn start(text: &str, bytes: usize) -> &str {
    let end = (0..=bytes.min(text.len()))
        .rev()
        .find(|end| text.is_char_boundary(*end));
    &text[..end.unwrap_or_default()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playground::entered::EnteredKind;

    fn input(name: &str, text: &str) -> Entered {
        Entered {
            name: name.to_owned(),
            label: name.to_uppercase(),
            text: text.to_owned(),
            ..Entered::default()
        }
    }

    #[test]
    fn a_switch_is_told_by_its_way() {
        let mut outline = input("outline", "false");
        outline.kind = EnteredKind::Switch;
        assert_eq!(telling(&[outline], None), "OUTLINE: off");
    }

    #[test]
    fn only_the_inputs_that_differ_tell_runs_apart() {
        let mine = [input("size", "64"), input("word", "patience")];
        let other = [input("size", "32"), input("word", "patience")];
        assert_eq!(telling(&mine, Some(&other)), "SIZE: 64");
    }

    #[test]
    fn an_input_that_the_other_has_not_differs() {
        assert_eq!(differing(&[input("size", "64")], &[]).len(), 1);
    }

    #[test]
    fn a_run_alone_is_told_by_its_longest_text_and_its_field() {
        let mine = [input("size", "64"), input("word", "two\n  lines")];
        assert_eq!(telling(&mine, None), "WORD: two lines");
    }

    #[test]
    fn a_long_value_is_cut() {
        let told = telling(&[input("word", &"ä".repeat(5000))], None);
        assert_eq!(told.chars().count(), "WORD: ".len() + SHOWN + 1);
        assert!(told.ends_with('…'));
    }

    #[test]
    fn a_run_is_found_by_its_id_its_workflow_and_what_was_entered() {
        let record = Record {
            run_id: Some("Ab12".to_owned()),
            workflow: "Poster".to_owned(),
            inputs: vec![input("word", "Größe")],
            ..Record::default()
        };
        for words in ["ab12", "post", "größ"] {
            assert!(has(&record, words), "{words}");
        }
        assert!(!has(&record, "size"));
    }
}
