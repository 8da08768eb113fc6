//! Where a model can be downloaded, and the folder that it belongs in. Does not know who uses it.
//! Source: `properties.models` of the editor's nodes.

/// The longest address that is shown, in characters.
const LONGEST_ADDRESS: usize = 200;
/// The longest folder that is shown, in characters.
const LONGEST_DIRECTORY: usize = 100;

/// The address of a model, as a node in the editor's format has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelLink {
    /// The name of the file, without a folder.
    pub name: String,
    /// The address; http or https.
    pub url: String,
    /// The folder in ComfyUI's folder `models`, such as `vae`.
    pub directory: Option<String>,
}

impl ModelLink {
    /// A link that can be shown; `None` for another kind of address. A folder that leads out of `models` is left out.
    pub(super) fn new(name: String, url: String, directory: Option<String>) -> Option<Self> {
        let is_web = url.starts_with("https://") || url.starts_with("http://");
        let is_plain = !url.contains(|letter: char| letter.is_control() || letter.is_whitespace());
        let is_short = url.chars().nth(LONGEST_ADDRESS).is_none();
        (is_web && is_plain && is_short && !name.is_empty()).then_some(Self {
            name,
            url,
            directory: directory.filter(|directory| is_directory(directory)),
        })
    }
}

fn is_directory(path: &str) -> bool {
    let is_name = |part: &str| {
        let letters = part.chars();
        let is_allowed = |letter: char| letter.is_alphanumeric() || "-_. ".contains(letter);
        !part.trim_matches(['.', ' ']).is_empty() && letters.into_iter().all(is_allowed)
    };
    path.chars().nth(LONGEST_DIRECTORY).is_none() && path.split('/').all(is_name)
}
