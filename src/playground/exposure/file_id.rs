//! Workflow ids that a service accepts: they become names of files. Pure.

/// The maximum length of an id, in bytes.
const MAX_LENGTH: usize = 100;

/// A valid id that resembles a text, such as the name of a file; empty if nothing of it can be used.
pub(crate) fn valid_id(text: &str) -> String {
    let letter = |letter: char| match letter {
        '/' | '\\' | '@' => '-',
        letter if letter.is_control() => ' ',
        letter => letter,
    };
    let text: String = text.chars().map(letter).collect();
    let mut id = text.trim();
    for end in [".json", ".form", ".examples"] {
        id = id.strip_suffix(end).unwrap_or(id);
    }
    let mut length = id.len().min(MAX_LENGTH);
    while !id.is_char_boundary(length) {
        length -= 1;
    }
    let id = id.get(..length).unwrap_or_default();
    id.trim_start_matches(['.', ' ']).trim_end().to_owned()
}

/// The first of `id-2`, `id-3`, … that is not taken.
pub(super) fn free_id(id: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let numbered = |number: u32| valid_id(&[id, "-", &number.to_string()].concat());
    let mut free = (2..=1000).map(numbered).filter(|id| !is_taken(id));
    free.next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_free_id_is_numbered() {
        assert_eq!(free_id("castle", |_| false), "castle-2");
        assert_eq!(free_id("castle", |id| id != "castle-4"), "castle-4");
    }

    #[test]
    fn a_file_name_becomes_an_id() {
        for (name, id) in [
            ("poster", "poster"),
            (" My poster (2) ", "My poster (2)"),
            ("../a\\b@v1", "-a-b-v1"),
            (".hidden", "hidden"),
            ("poster.form", "poster"),
            ("tab\tname\u{0}", "tab name"),
            ("..", ""),
            ("", ""),
        ] {
            assert_eq!(valid_id(name), id, "{name}");
        }
    }

    #[test]
    fn a_long_name_is_cut_between_letters() {
        let id = valid_id(&"ä".repeat(80));
        assert_eq!(id, "ä".repeat(50));
    }
}
