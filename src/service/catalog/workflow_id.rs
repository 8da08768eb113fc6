//! The id by which a caller names a workflow: `poster`, or `poster@v2` for one version. No I/O.

/// The longest id, in bytes: the store makes file names of it.
const MAX_LENGTH: usize = 100;

/// A workflow, or one version of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WorkflowId {
    pub(crate) name: String,
    /// The version; `None` for the current one.
    pub(crate) version: Option<u32>,
}

impl WorkflowId {
    /// Reads `poster` or `poster@v2`. Text after an `@` that is not a version belongs to the id, so that it
    /// is not found.
    pub(crate) fn of(text: &str) -> Self {
        let versioned = text.rsplit_once("@v").and_then(|(name, number)| {
            let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
            Some((name, number.parse().ok().filter(|_| is_number)?))
        });
        match versioned {
            Some((name, number)) => Self {
                name: name.to_owned(),
                version: Some(number),
            },
            None => Self {
                name: text.to_owned(),
                version: None,
            },
        }
    }
}

/// Why a workflow cannot have this id.
pub(crate) fn problem(id: &str) -> Option<&'static str> {
    let is_allowed = |letter: char| !letter.is_control() && !matches!(letter, '/' | '\\');
    if id.is_empty() || id.len() > MAX_LENGTH {
        Some("it must have 1 to 100 bytes")
    } else if id.contains('@') {
        Some("“@” stands before a version; leave it out")
    } else if !id.chars().all(is_allowed) || id.starts_with('.') || id.trim() != id {
        Some("it names a file: leave out “/”, “\\”, a leading “.”, and spaces at both ends")
    } else if id.ends_with(".examples") || id.ends_with(".form") {
        Some("“.examples” and “.form” are the ends of other files' names")
    } else {
        None
    }
}

/// Names that Windows keeps for devices, whatever follows after a dot.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// Why a new workflow cannot have this id, although [`problem`] has no objection: its file could not be copied to every
/// system. `known` are the ids of the other workflows. A workflow that exists keeps its id.
pub(super) fn problem_of_new<'a>(
    id: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    if is_device(id) {
        return Some("Windows keeps this name for a device; choose another one".to_owned());
    }
    if id.ends_with('.') {
        return Some("files on Windows cannot end with a dot; leave it out".to_owned());
    }
    if let Some(letter) = id.chars().find(|letter| "<>:\"|?*".contains(*letter)) {
        return Some(format!(
            "files on Windows cannot have “{letter}” in their names; leave it out"
        ));
    }
    let lower = id.to_lowercase();
    let mut known = known.into_iter();
    let same = known.find(|other| *other != id && other.to_lowercase() == lower)?;
    Some(format!(
        "it differs from the workflow “{same}” only in capitals, which many systems do not tell apart; deploy it \
         under that ID, or choose another one"
    ))
}

fn is_device(id: &str) -> bool {
    let stem = id.split('.').next().unwrap_or_default();
    let stem = stem.trim_end().to_lowercase();
    let number = ["com", "lpt"]
        .iter()
        .find_map(|port| stem.strip_prefix(port));
    let mut number = number.unwrap_or_default().chars();
    let is_port =
        matches!(number.next(), Some('0'..='9' | '¹' | '²' | '³')) && number.next().is_none();
    is_port || DEVICES.contains(&stem.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_follows_the_id() {
        let of = |text| {
            let id = WorkflowId::of(text);
            (id.name, id.version)
        };
        assert_eq!(of("poster"), ("poster".to_owned(), None));
        assert_eq!(of("poster@v12"), ("poster".to_owned(), Some(12)));
        for text in [
            "poster@",
            "poster@v",
            "poster@2",
            "poster@vx",
            "poster@v-1",
            "poster@v+1",
            "p@v99999999999",
        ] {
            assert_eq!(of(text), (text.to_owned(), None));
        }
    }

    #[test]
    fn new_ids_are_names_of_files_on_every_system() {
        let known = ["poster", "Größe"];
        for id in [
            "poster", "posters", "console", "com", "com10", "lpt-1", "v1.0", "größer",
        ] {
            assert_eq!(problem_of_new(id, known), None, "{id}");
        }
        for (id, why) in [
            ("CON", "a device"),
            ("nul", "a device"),
            ("nul.v2", "a device"),
            ("Com1", "a device"),
            ("lpt³", "a device"),
            ("trailing.", "end with a dot"),
            ("a:b", "“:”"),
            ("why?", "“?”"),
            ("Poster", "the workflow “poster”"),
            ("GRÖßE", "the workflow “Größe”"),
        ] {
            let found = problem_of_new(id, known).unwrap_or_default();
            assert!(found.contains(why), "{id}: {found}");
        }
    }

    #[test]
    fn ids_are_names_of_files() {
        for id in [
            "poster",
            "a b",
            "Größe-2",
            "v1.0",
            "x_y",
            "export (3)",
            "a:b",
        ] {
            assert_eq!(problem(id), None, "{id}");
        }
        for id in [
            "",
            "a@v1",
            "a/b",
            "..",
            ".a",
            "a ",
            " a",
            "a\\b",
            "a\0",
            "a\n",
            "a.examples",
            "a.form",
        ] {
            assert!(problem(id).is_some(), "{id}");
        }
        assert!(problem(&"x".repeat(101)).is_some());
    }
}
