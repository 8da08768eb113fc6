use super::{ALL, BEFORE, PROBLEMS, REASONS};

fn places(text: &str) -> Vec<&str> {
    let mut places: Vec<&str> = text
        .match_indices('{')
        .map(|(at, _)| &text[at..at + 3])
        .collect();
    places.sort_unstable();
    places.dedup();
    places
}

#[test]
fn every_language_tells_the_same_things() {
    for (name, message) in ALL.iter().chain(BEFORE) {
        let [english, german] = message.0;
        assert_eq!(places(english), places(german), "{name}");
    }
}

#[test]
fn every_language_parts_one_from_many_alike() {
    for (name, message) in ALL {
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
    for (name, message) in ALL {
        assert!(
            message.0.iter().all(|text| !text.trim().is_empty()),
            "{name}"
        );
    }
}

#[test]
fn every_apostrophe_is_a_printers() {
    let coded = [&REASONS, &PROBLEMS].into_iter().flat_map(|coded| coded.0);
    let coded = coded.flat_map(|(_, texts)| texts);
    let texts = ALL.iter().flat_map(|(_, message)| message.0).chain(coded);
    let straight: Vec<_> = texts.filter(|text| text.contains('\'')).collect();
    assert_eq!(straight, Vec::<&&str>::new());
}
