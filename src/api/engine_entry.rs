//! An engine instance as the service lists it, which only flowdeck's own service does.

use super::answer::answer;

answer! {
    /// An engine instance of the service (`GET /api/v1/comfy/engines`).
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct EngineEntry as ENGINE_ENTRY {
        /// Its address.
        pub url: String => "url" required from ["comfy_uri"],
        /// Who has named it: `option`, `file` or `caller`; if nobody has, `found` or `embedded`.
        pub source: String => "source" text,
    }
}

impl EngineEntry {
    /// Whether it is part of the service's program.
    pub fn is_embedded(&self) -> bool {
        self.source == "embedded"
    }
}
