use super::{Coded, Message, fill, ordinal, span};

const RUNS: Message = Message(&[
    "{0} run on {1}|{0} runs on {1}",
    "{0} Lauf auf {1}|{0} Läufe auf {1}",
]);

#[test]
fn what_is_told_takes_its_place() {
    assert_eq!(fill("{1} before {0}", &["a", "b"]), "b before a");
}

#[test]
fn what_is_told_is_never_read_as_a_message() {
    assert_eq!(fill("{0}!", &["{1}"]), "{1}!");
}

#[test]
fn a_place_that_nothing_is_told_for_stays_empty() {
    assert_eq!(fill("a{7}b{", &[]), "ab");
}

#[test]
fn one_and_many_have_words_of_their_own() {
    assert_eq!(RUNS.count_with(1, &["a"]), "1 run on a");
    assert_eq!(RUNS.count_with(0, &["a"]), "0 runs on a");
}

#[test]
fn a_code_that_is_not_known_has_no_message() {
    let coded = Coded(&[("lost", ["{0} ist weg"])]);
    assert_eq!(coded.with(0, "lost", &["a"]).as_deref(), Some("a ist weg"));
    assert_eq!(coded.with(0, "found", &["a"]), None);
}

#[test]
fn a_span_has_the_two_units_that_matter() {
    assert_eq!(span(4_900.0), "4 s");
    assert_eq!(span(125_000.0), "2 min 05 s");
    assert_eq!(span(11_400_000.0), "3 h 10 min");
}

#[test]
fn a_place_in_line_is_said_as_people_say_it() {
    let said: Vec<String> = [1, 2, 3, 4, 11, 12, 21, 113]
        .map(ordinal)
        .into_iter()
        .collect();
    assert_eq!(
        said,
        ["1st", "2nd", "3rd", "4th", "11th", "12th", "21st", "113th"]
    );
}
