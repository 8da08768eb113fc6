//! Builds the rows of the input table: first the properties that all rows of a family share, then those
//! of a single row.

use super::family::{COMFY_DEPLOY, CORE, FLOWSCALE, Family, OWN};
use super::kind::InputKind;
use super::mark::{Core, InputMark, StandIn};

const fn row(class: &'static str, kind: InputKind, family: &'static Family) -> InputMark {
    InputMark {
        class,
        kind,
        family,
        value: None,
        fallback: None,
        stand_in: StandIn::None,
        multiline: false,
        integer: false,
        random: false,
        widgets: &[],
    }
}

pub(super) const fn own(class: &'static str, kind: InputKind) -> InputMark {
    row(class, kind, &OWN).value("default").literal()
}

pub(super) const fn own_file(
    class: &'static str,
    kind: InputKind,
    value: &'static str,
) -> InputMark {
    row(class, kind, &OWN)
        .value(value)
        .widgets(match value.as_bytes() {
            b"image" => &["name", "label", "description", "required", "image"],
            b"video" => &["name", "label", "description", "required", "video"],
            _ => &["name", "label", "description", "required", "audio"],
        })
}

pub(super) const fn flowscale(
    class: &'static str,
    kind: InputKind,
    value: &'static str,
) -> InputMark {
    row(class, kind, &FLOWSCALE)
        .value(value)
        .widgets(&["default_value", "label"])
}

pub(super) const fn deploy(class: &'static str, kind: InputKind) -> InputMark {
    row(class, kind, &COMFY_DEPLOY)
        .value("default_value")
        .literal()
        .widgets(&["input_id", "default_value", "display_name", "description"])
}

pub(super) const fn deploy_file(
    class: &'static str,
    kind: InputKind,
    fallback: &'static str,
) -> InputMark {
    let mut mark = row(class, kind, &COMFY_DEPLOY);
    if !fallback.is_empty() {
        mark.fallback = Some(fallback);
    }
    mark
}

pub(super) const fn core(class: &'static str, kind: InputKind, value: &'static str) -> InputMark {
    let mut mark = row(class, kind, &CORE).value(value);
    mark.widgets = match value.as_bytes() {
        b"image" => &["image"],
        b"audio" => &["audio"],
        b"file" => &["file"],
        _ => &["value"],
    };
    mark
}

impl InputMark {
    pub(super) const fn value(mut self, input: &'static str) -> Self {
        self.value = Some(input);
        self
    }

    pub(super) const fn literal(mut self) -> Self {
        self.stand_in = StandIn::Literal;
        self
    }

    pub(super) const fn node(mut self, class: &'static str, input: &'static str) -> Self {
        self.stand_in = StandIn::Node(Core { class, input });
        self
    }

    pub(super) const fn multiline(mut self) -> Self {
        self.multiline = true;
        self
    }

    pub(super) const fn integer(mut self) -> Self {
        self.integer = true;
        self
    }

    pub(super) const fn random(mut self) -> Self {
        self.random = true;
        self
    }

    pub(super) const fn widgets(mut self, widgets: &'static [&'static str]) -> Self {
        self.widgets = widgets;
        self
    }
}
