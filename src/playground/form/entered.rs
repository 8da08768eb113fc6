//! What was entered into one field when its run began.

use web_sys::File;

use crate::playground::language::written;
use crate::playground::messages as say;

/// What a text is to people, who read another word for it than is sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum EnteredKind {
    /// Itself.
    #[default]
    Text,
    /// A number, written with the sign of their language before the decimals.
    Number,
    /// Which way a switch is.
    Switch,
}

/// One field's name, what people call it, and what was in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Entered {
    /// The field's name.
    pub(crate) name: String,
    /// Its label.
    pub(crate) label: String,
    /// Its text; empty where it holds files.
    pub(crate) text: String,
    /// Its files.
    pub(crate) files: Vec<File>,
    /// What its text is.
    pub(crate) kind: EnteredKind,
}

impl Entered {
    /// Its text as people read it.
    pub(crate) fn shown(&self) -> String {
        match (self.kind, is_on(&self.text)) {
            (EnteredKind::Text, _) => self.text.clone(),
            (EnteredKind::Number, _) => written(&self.text),
            (EnteredKind::Switch, true) => say::ON.now().to_owned(),
            (EnteredKind::Switch, false) => say::OFF.now().to_owned(),
        }
    }
}

impl EnteredKind {
    /// Its name where it is kept.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Number => "number",
            Self::Switch => "switch",
        }
    }

    /// What has this name; what has none is a text.
    pub(crate) fn named(name: &str) -> Self {
        let all = [Self::Number, Self::Switch];
        let found = all.into_iter().find(|kind| kind.name() == name);
        found.unwrap_or_default()
    }
}

/// Whether a switch of this text is on.
pub(crate) fn is_on(text: &str) -> bool {
    matches!(text, "true" | "1" | "on" | "yes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_switch_is_shown_as_on_or_off() {
        let shown = |text: &str, kind| {
            let entered = Entered {
                text: text.to_owned(),
                kind,
                ..Entered::default()
            };
            entered.shown()
        };
        assert_eq!(shown("true", EnteredKind::Switch), "on");
        assert_eq!(shown("false", EnteredKind::Switch), "off");
        assert_eq!(shown("true", EnteredKind::Text), "true");
        assert_eq!(shown("0.5", EnteredKind::Number), "0.5");
    }

    #[test]
    fn what_is_kept_of_a_kind_gives_it_back() {
        for kind in [EnteredKind::Text, EnteredKind::Number, EnteredKind::Switch] {
            assert_eq!(EnteredKind::named(kind.name()), kind);
        }
    }
}
