//! A ComfyUI on the service's machine, which only flowdeck's own service looks for.

/// A ComfyUI that answers on the machine of the service (`/api/v1/comfy/engines/found`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundEngine {
    /// Its address there.
    pub url: String,
    /// `used` if the service uses it, `offered` if it could.
    pub state: String,
    /// The version of ComfyUI, if it says so.
    pub version: Option<String>,
    /// The folder of its saved workflows on that machine, if the service can read it.
    pub workflows: Option<String>,
}

impl FoundEngine {
    /// Whether the service uses it.
    pub fn is_used(&self) -> bool {
        self.state == "used"
    }
}
