//! A ComfyUI on the service's machine, which only flowdeck's own service looks for.

use super::answer::answer;

answer! {
    /// A ComfyUI that answers on the machine of the service (`/api/v1/comfy/engines/found`).
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct FoundEngine as FOUND_ENGINE {
        /// Its address there.
        pub url: String => "url" required from ["comfy_uri"],
        /// `used` if the service uses it, `offered` if it could.
        pub state: String => "state" text,
        /// The version of ComfyUI, if it says so.
        pub version: Option<String> => "version" optional,
        /// The folder of its saved workflows on that machine, if the service can read it.
        pub workflows: Option<String> => "workflows" optional,
    }
}

impl FoundEngine {
    /// Whether the service uses it.
    pub fn is_used(&self) -> bool {
        self.state == "used"
    }
}
