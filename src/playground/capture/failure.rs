//! Why a device cannot be used, and what the person can do about it.

use js_sys::Reflect;
use wasm_bindgen::JsValue;

use super::medium::Medium;
use crate::language::Message;
use crate::messages as say;

/// Why a device cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The page was loaded over plain http: browsers offer devices only to secure pages.
    Insecure,
    /// The person or the browser refused.
    Denied,
    /// There is no such device.
    Missing,
    /// Another program uses it.
    Busy,
    /// It was disconnected, or its use was revoked.
    Ended,
    /// The browser has no devices, or cannot record.
    Unsupported,
    /// Anything else.
    Unknown,
}

impl Failure {
    /// Why the browser refused a device.
    pub(super) fn of(error: &JsValue) -> Self {
        let name = Reflect::get(error, &"name".into()).ok();
        let name = name.and_then(|name| name.as_string());
        Self::named(name.as_deref().unwrap_or_default())
    }

    /// The failure with this name in the specification (Media Capture and Streams, 10.2).
    fn named(name: &str) -> Self {
        match name {
            "NotAllowedError" | "SecurityError" => Self::Denied,
            "NotFoundError" | "OverconstrainedError" => Self::Missing,
            "NotReadableError" | "AbortError" => Self::Busy,
            "NotSupportedError" => Self::Unsupported,
            _ => Self::Unknown,
        }
    }

    /// Whether it is worth trying again on this page.
    pub(super) fn is_temporary(self) -> bool {
        !matches!(self, Self::Insecure | Self::Unsupported)
    }

    /// What happened and what to do.
    pub(super) fn message(self, medium: Medium) -> Message {
        let [camera, microphone] = match self {
            Self::Insecure => [say::CAMERA_INSECURE, say::MICROPHONE_INSECURE],
            Self::Denied => [say::CAMERA_DENIED, say::MICROPHONE_DENIED],
            Self::Missing => [say::CAMERA_MISSING, say::MICROPHONE_MISSING],
            Self::Busy => [say::CAMERA_BUSY, say::MICROPHONE_BUSY],
            Self::Ended => [say::CAMERA_ENDED, say::MICROPHONE_ENDED],
            Self::Unsupported => [say::CAMERA_UNSUPPORTED, say::RECORDING_UNSUPPORTED],
            Self::Unknown => [say::CAMERA_FAILED, say::MICROPHONE_FAILED],
        };
        match medium {
            Medium::Photo => camera,
            Medium::Audio => microphone,
            // A video needs both; only recording itself can be unsupported.
            Medium::Video if self == Self::Unsupported => say::RECORDING_UNSUPPORTED,
            Medium::Video => camera,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_of_a_browser_has_its_own_advice() {
        for (name, failure) in [
            ("NotAllowedError", Failure::Denied),
            ("NotFoundError", Failure::Missing),
            ("OverconstrainedError", Failure::Missing),
            ("NotReadableError", Failure::Busy),
            ("TypeError", Failure::Unknown),
        ] {
            assert_eq!(Failure::named(name), failure);
        }
        let english = |failure: Failure, medium| failure.message(medium).0[0];
        let insecure = "The camera needs https or localhost. Choose a file instead.";
        assert_eq!(english(Failure::Insecure, Medium::Photo), insecure);
        assert_ne!(
            english(Failure::Unsupported, Medium::Photo),
            english(Failure::Unsupported, Medium::Video)
        );
    }
}
