//! The value of one field when its run started, as the runs show it. Knows nothing about forms.

use web_sys::File;

use crate::language::written;
use crate::messages as say;

/// How a value's text is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum EnteredKind {
    /// As it is.
    #[default]
    Text,
    /// As it is; one of the field's options.
    Choice,
    /// As a number, with the decimal separator of the page's language.
    Number,
    /// As on or off.
    Switch,
}

/// The value of one field.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Entered {
    /// The field's name.
    pub(crate) name: String,
    /// The field's label.
    pub(crate) label: String,
    /// The text; empty for files.
    pub(crate) text: String,
    /// The files.
    pub(crate) files: Vec<File>,
    /// Whether it differs from the field's default.
    pub(crate) is_changed: bool,
    /// How the text is shown.
    pub(crate) kind: EnteredKind,
}

impl Entered {
    /// Whether the input has this name or label, which is in lower case.
    pub(crate) fn is_named(&self, word: &str) -> bool {
        [&self.name, &self.label]
            .into_iter()
            .any(|own| own.eq_ignore_ascii_case(word))
    }

    /// Whether it is a seed: a number that varies the result, but not how long a run takes.
    pub(crate) fn is_seed(&self) -> bool {
        self.kind == EnteredKind::Number && self.name.to_ascii_lowercase().contains("seed")
    }

    /// The text as people read it.
    pub(crate) fn shown(&self) -> String {
        match (self.kind, is_on(&self.text)) {
            (EnteredKind::Text | EnteredKind::Choice, _) => self.text.clone(),
            (EnteredKind::Number, _) => written(&self.text),
            (EnteredKind::Switch, true) => say::ON.now().to_owned(),
            (EnteredKind::Switch, false) => say::OFF.now().to_owned(),
        }
    }
}

impl EnteredKind {
    /// Its name in the database.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Choice => "choice",
            Self::Number => "number",
            Self::Switch => "switch",
        }
    }

    /// The kind with this name; text for an unknown one.
    pub(crate) fn named(name: &str) -> Self {
        let all = [Self::Choice, Self::Number, Self::Switch];
        let found = all.into_iter().find(|kind| kind.name() == name);
        found.unwrap_or_default()
    }
}

/// Whether a switch with this text is on.
pub(crate) fn is_on(text: &str) -> bool {
    matches!(text, "true" | "1" | "on" | "yes")
}

#[cfg(test)]
mod tests;
