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
