//! Where a model can be downloaded. Does not know who uses it.
//! Source: `properties.models` of the editor's nodes.

/// The longest address that is shown, in characters.
const LONGEST_ADDRESS: usize = 200;

/// The address of a model, as a node in the editor's format has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelLink {
    /// The name of the file, without a folder.
    pub name: String,
    /// The address; http or https.
    pub url: String,
}

impl ModelLink {
    /// A link that can be shown; `None` for another kind of address.
    pub(super) fn new(name: String, url: String) -> Option<Self> {
        let is_web = url.starts_with("https://") || url.starts_with("http://");
        let is_plain = !url.contains(|letter: char| letter.is_control() || letter.is_whitespace());
        let is_short = url.chars().nth(LONGEST_ADDRESS).is_none();
        (is_web && is_plain && is_short && !name.is_empty()).then_some(Self { name, url })
    }
}
