//! What was entered into one field when its run began.

use web_sys::File;

use crate::playground::messages as say;

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
    /// Whether it is a switch, whose text says which way in a word for machines.
    pub(crate) is_switch: bool,
}

impl Entered {
    /// Its text as people read it.
    pub(crate) fn shown(&self) -> &str {
        match (self.is_switch, is_on(&self.text)) {
            (false, _) => &self.text,
            (true, true) => say::ON.now(),
            (true, false) => say::OFF.now(),
        }
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
        let shown = |text: &str, is_switch| {
            let entered = Entered {
                text: text.to_owned(),
                is_switch,
                ..Entered::default()
            };
            entered.shown().to_owned()
        };
        assert_eq!(shown("true", true), "on");
        assert_eq!(shown("false", true), "off");
        assert_eq!(shown("true", false), "true");
    }
}
