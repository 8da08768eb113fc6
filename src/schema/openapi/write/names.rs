//! Names for workflows in a document. Generators make classes and functions of them, so a name consists of letters and
//! digits. It follows from the id alone: whatever else is deployed, code that was generated goes on calling the same
//! workflow.

/// The name for an id: `quote-card` → `QuoteCard`. Words of small letters and digits that are joined by hyphens can be
/// read from their name again, so no two have the same. Any other id has a suffix made of all its characters:
/// `quote card` → `QuoteCard51a3e4f0`.
pub fn name(id: &str) -> String {
    let plain = plain(id);
    match is_plain(id) {
        true => plain,
        false => format!("{plain}{:08x}", hash(id)),
    }
}

fn is_plain(id: &str) -> bool {
    let is_word = |word: &str| {
        let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        word.starts_with(|first: char| first.is_ascii_lowercase()) && word.bytes().all(is_allowed)
    };
    id.split('-').all(is_word)
}

/// The words of an id. Other letters than those of ASCII are left out.
fn plain(id: &str) -> String {
    let words = id.split(|letter: char| !letter.is_ascii_alphanumeric());
    let mut name = String::new();
    for word in words {
        let mut letters = word.chars();
        name.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        name.extend(letters);
    }
    match name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        true => name,
        false => ["Workflow", &name].concat(),
    }
}

/// FNV-1a, which never changes, unlike the hashes of the standard library.
fn hash(id: &str) -> u32 {
    let add = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    id.bytes().fold(0x811c_9dc5, add)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{hash, name};

    #[test]
    fn names_are_identifiers() {
        for (id, plain) in [
            ("poster", "Poster"),
            ("quote-card", "QuoteCard"),
            ("sdxl2-turbo", "Sdxl2Turbo"),
        ] {
            assert_eq!(name(id), plain, "{id}");
        }
        for (id, plain) in [
            ("quote card", "QuoteCard"),
            ("SDXL turbo (2)", "SDXLTurbo2"),
            ("3d_view", "Workflow3dView"),
            ("größe", "GrE"),
            ("海报", "Workflow"),
            ("a-", "A"),
            ("", "Workflow"),
        ] {
            assert_eq!(name(id), format!("{plain}{:08x}", hash(id)), "{id}");
        }
        // Of the standard's test vectors.
        assert_eq!(hash("foobar"), 0xbf9c_f968);
    }

    #[test]
    fn ids_that_are_alike_have_different_names() {
        let ids = [
            "a b",
            "a-b",
            "A_B",
            "ab",
            "a b 2",
            "a-b2",
            "a-b-2",
            "3d",
            "workflow3d",
        ];
        let names: HashSet<String> = ids.iter().map(|id| name(id)).collect();
        assert_eq!(names.len(), ids.len(), "{names:?}");
    }
}
