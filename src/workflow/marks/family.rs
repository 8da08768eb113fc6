//! The families of marker nodes: which of a node's inputs hold its particulars.

/// Which inputs of a marker node hold its particulars; `None` where the family has no such thing.
#[derive(Debug, PartialEq, Eq)]
pub struct Family {
    /// Whose nodes they are, as people call them.
    pub of: &'static str,
    /// The field's name.
    pub name: Option<&'static str>,
    /// What a person reads.
    pub label: Option<&'static str>,
    /// A sentence of help.
    pub help: Option<&'static str>,
    /// Whether a run needs it.
    pub required: Option<&'static str>,
    /// Whether a text may have several lines.
    pub multiline: Option<&'static str>,
    /// The most characters of a text.
    pub max_length: Option<&'static str>,
    /// The least number.
    pub min: Option<&'static str>,
    /// The greatest number.
    pub max: Option<&'static str>,
    /// What a number's control goes up and down by.
    pub step: Option<&'static str>,
    /// Whether a number is whole.
    pub integer: Option<&'static str>,
    /// The options of a choice: a list of texts, a text with an option a line, or a JSON list in a
    /// text.
    pub options: Option<&'static str>,
}

const NOTHING: Family = Family {
    of: "",
    name: None,
    label: None,
    help: None,
    required: None,
    multiline: None,
    max_length: None,
    min: None,
    max: None,
    step: None,
    integer: None,
    options: None,
};

/// The contract's own marker nodes (section 1).
pub static OWN: Family = Family {
    of: "the service’s",
    name: Some("name"),
    label: Some("label"),
    help: Some("description"),
    required: Some("required"),
    multiline: Some("multiline"),
    max_length: Some("max_length"),
    min: Some("min"),
    max: Some("max"),
    step: Some("step"),
    integer: Some("integer"),
    options: Some("options"),
};

/// FlowScale's public pack, `FSLoad…`.
pub(super) static FLOWSCALE: Family = Family {
    of: "FlowScale’s",
    label: Some("label"),
    ..NOTHING
};

/// ComfyDeploy's `ComfyUIDeployExternal…`.
pub(super) static COMFY_DEPLOY: Family = Family {
    of: "ComfyDeploy’s",
    name: Some("input_id"),
    label: Some("display_name"),
    help: Some("description"),
    min: Some("min_value"),
    max: Some("max_value"),
    options: Some("options"),
    ..NOTHING
};

/// ComfyUI's own loaders and primitives.
pub(super) static CORE: Family = Family {
    of: "ComfyUI's",
    ..NOTHING
};
