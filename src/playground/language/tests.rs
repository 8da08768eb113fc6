use super::{Coded, Message, fill, ordinal, span};

const RUNS: Message = Message(&[
    "{0} run on {1}|{0} runs on {1}",
    "{0} Lauf auf {1}|{0} Läufe auf {1}",
]);

#[test]
fn placeholders_are_filled_by_index() {
    assert_eq!(fill("{1} before {0}", &["a", "b"]), "b before a");
}

#[test]
fn placeholders_in_arguments_are_kept() {
    assert_eq!(fill("{0}!", &["{1}"]), "{1}!");
}

#[test]
fn a_placeholder_without_an_argument_is_empty() {
    assert_eq!(fill("a{7}b{", &[]), "ab");
}

#[test]
fn singular_and_plural_have_their_own_texts() {
    assert_eq!(RUNS.count_with(1, &["a"]), "1 run on a");
    assert_eq!(RUNS.count_with(0, &["a"]), "0 runs on a");
}

#[test]
fn an_unknown_code_has_no_message() {
    let coded = Coded(&[("lost", ["{0} ist weg"])]);
    assert_eq!(coded.with(0, "lost", &["a"]).as_deref(), Some("a ist weg"));
    assert_eq!(coded.with(0, "found", &["a"]), None);
}

#[test]
fn a_duration_has_at_most_two_units() {
    assert_eq!(span(4_900.0), "4 s");
    assert_eq!(span(125_000.0), "2 min 05 s");
    assert_eq!(span(11_400_000.0), "3 h 10 min");
}

#[test]
fn ordinals_have_english_suffixes() {
    let ordinals: Vec<String> = [1, 2, 3, 4, 11, 12, 21, 113]
        .map(ordinal)
        .into_iter()
        .collect();
    assert_eq!(
        ordinals,
        ["1st", "2nd", "3rd", "4th", "11th", "12th", "21st", "113th"]
    );
}
