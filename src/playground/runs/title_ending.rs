//! The end of a title, for a place that shows only its start: titles that begin alike differ there. Pure.

/// How many characters before the difference are shown with it, at most.
const CONTEXT: usize = 7;
/// How many of them are shown in the middle of a long word.
const CONTEXT_IN_WORD: usize = 4;

/// The title from where it differs from others, if one of them has the same first characters: as many as are `shown`.
/// `common` is how much it has in common with the most similar one.
pub(super) fn title_ending(title: &str, common: usize, shown: usize) -> Option<&str> {
    let (shown, _) = title.char_indices().nth(shown)?;
    (shown..title.len())
        .contains(&common)
        .then(|| &title[start(title, common)..])
}

/// The length in bytes of what both titles begin with; nothing if they are equal.
pub(super) fn common_start(title: &str, other: &str) -> usize {
    if title == other {
        return 0;
    }
    let pairs = title.chars().zip(other.chars());
    pairs
        .take_while(|(own, other)| own == other)
        .map(|(own, _)| own.len_utf8())
        .sum()
}

/// Where the shown part begins: with a word if one begins shortly before the difference.
fn start(title: &str, difference: usize) -> usize {
    let before = title[..difference].char_indices().rev().take(CONTEXT);
    let is_start = |(index, character): &(usize, char)| {
        !character.is_whitespace() && title[..*index].ends_with(char::is_whitespace)
    };
    let word = before.filter(is_start).last();
    if let Some((start, _)) = word {
        return start;
    }
    if title[..difference].ends_with(char::is_whitespace) {
        return difference;
    }
    let mut before = title[..difference]
        .char_indices()
        .rev()
        .skip(CONTEXT_IN_WORD - 1);
    let start = before.find(|(index, _)| !is_within_symbol(title, *index));
    start.map_or(0, |(index, _)| index)
}

/// Whether the character there belongs to the one before, such as an accent or a part of an emoji.
fn is_within_symbol(title: &str, index: usize) -> bool {
    let is_joiner = |character| matches!(character, '\u{200d}');
    let is_flag = |character| matches!(character, '\u{1f1e6}'..='\u{1f1ff}');
    let is_added = |character| matches!(character, '\u{300}'..='\u{36f}' | '\u{fe00}'..='\u{fe0f}' | '\u{20e3}' | '\u{1f3fb}'..='\u{1f3ff}');
    let own = title[index..].chars().next();
    let before = title[..index].chars().next_back();
    own.is_some_and(|own| is_joiner(own) || is_added(own))
        || before.is_some_and(is_joiner)
        || own.is_some_and(is_flag) && before.is_some_and(is_flag)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ending<'a>(title: &'a str, other: &str) -> Option<&'a str> {
        title_ending(title, common_start(title, other), 20)
    }

    #[test]
    fn titles_with_the_same_start_are_told_apart_by_their_end() {
        let (first, second) = ("today's picture, number 4", "today's picture, number 5");
        assert_eq!(ending(first, second), Some("number 4"));
        assert_eq!(ending(second, first), Some("number 5"));
    }

    #[test]
    fn what_is_shown_anyway_is_not_repeated() {
        assert_eq!(
            ending("a red bicycle in the rain", "a red boat in the rain"),
            None
        );
        assert_eq!(
            ending("a red bicycle in the rain", "a red bicycle in the rain"),
            None
        );
        assert_eq!(ending("short a", "short b"), None);
    }

    #[test]
    fn a_title_that_another_one_continues_has_no_ending() {
        let (short, long) = (
            "a lighthouse in the fog",
            "a lighthouse in the fog at night",
        );
        assert_eq!(ending(short, long), None);
        assert_eq!(ending(long, short), Some("the fog at night"));
    }

    #[test]
    fn one_long_word_is_cut_between_its_symbols() {
        let word = "x".repeat(200);
        let ends = [word.clone() + "a", word.clone() + "b"];
        assert_eq!(ending(&ends[0], &ends[1]), Some("xxxxa"));
        let family = "👨‍👩‍👧".repeat(30);
        let ends = [family.clone() + "🇩🇪", family.clone() + "🇫🇷"];
        assert_eq!(ending(&ends[0], &ends[1]), Some("👨‍👩‍👧🇩🇪"));
        let accents = "e\u{301}".repeat(50);
        let ends = [accents.clone() + "1", accents.clone() + "2"];
        assert_eq!(ending(&ends[0], &ends[1]), Some("e\u{301}e\u{301}1"));
    }

    #[test]
    fn titles_from_right_to_left_have_endings_too() {
        let (one, two) = (
            "مدينة قديمة على شاطئ البحر صباحا",
            "مدينة قديمة على شاطئ البحر مساء",
        );
        assert_eq!(ending(one, two), Some("البحر صباحا"));
    }
}
