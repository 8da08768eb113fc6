//! The families of marker nodes, and the node inputs in which each keeps its settings.

/// The node inputs that hold the settings of a field; `None` if the family lacks the setting.
#[derive(Debug, PartialEq, Eq)]
pub struct Family {
    /// The owner of the nodes, in the possessive form.
    pub of: &'static str,
    /// The field's name.
    pub name: Option<&'static str>,
    /// The field's label.
    pub label: Option<&'static str>,
    /// The field's help text.
    pub help: Option<&'static str>,
    /// Whether a value is required.
    pub required: Option<&'static str>,
    /// Whether a text may have several lines.
    pub multiline: Option<&'static str>,
    /// Maximum length of a text, in characters.
    pub max_length: Option<&'static str>,
    /// Minimum of a number.
    pub min: Option<&'static str>,
    /// Maximum of a number.
    pub max: Option<&'static str>,
    /// The increment of a number's control.
    pub step: Option<&'static str>,
    /// Whether a number is whole.
    pub integer: Option<&'static str>,
    /// The options of a choice: a list of texts, a text with one option per line, or a text with a
    /// JSON list.
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
    of: "the service's",
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
    of: "FlowScale's",
    label: Some("label"),
    ..NOTHING
};

/// ComfyDeploy's `ComfyUIDeployExternal…`.
pub(super) static COMFY_DEPLOY: Family = Family {
    of: "ComfyDeploy's",
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
