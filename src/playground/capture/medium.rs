//! What is captured: how it is called, what it needs, and which formats a recording may have.

use crate::language::Message;
use crate::messages as say;
use schema::FieldKind;

/// The path of a camera and of a microphone, on a grid of 16 units.
const CAMERA: &str = "M1.5 4.5h3l1-1.5h5l1 1.5h3v8h-13zM8 6a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z";
const MICROPHONE: &str =
    "M8 1.5a2 2 0 0 1 2 2v4a2 2 0 0 1-4 0v-4a2 2 0 0 1 2-2zM3.5 7.5a4.5 4.5 0 0 0 9 0M8 12v2.5";

/// The formats of recordings, the best first. Every one is read by ComfyUI; a phone plays MP4.
const AUDIO: [&str; 3] = [
    "audio/webm;codecs=opus",
    "audio/mp4",
    "audio/ogg;codecs=opus",
];
const VIDEO: [&str; 5] = [
    "video/mp4;codecs=avc1.42E01F,mp4a.40.2",
    "video/mp4;codecs=avc1.42E01F,opus",
    "video/mp4",
    "video/webm;codecs=vp8,opus",
    "video/webm",
];

/// What is captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Medium {
    /// A photo.
    Photo,
    /// A recording of sound.
    Audio,
    /// A video with sound.
    Video,
}

impl Medium {
    /// What a field of this kind takes; `None` if it takes no medium.
    pub(crate) fn of(kind: &FieldKind) -> Option<Self> {
        match kind {
            FieldKind::Image => Some(Self::Photo),
            FieldKind::Audio => Some(Self::Audio),
            FieldKind::Video => Some(Self::Video),
            _ => None,
        }
    }

    /// What the button says that begins it.
    pub(crate) fn action(self) -> Message {
        match self {
            Self::Photo => say::TAKE_PHOTO,
            Self::Audio => say::RECORD_AUDIO,
            Self::Video => say::RECORD_VIDEO,
        }
    }

    /// The path of its icon.
    pub(crate) fn icon(self) -> &'static str {
        match self {
            Self::Audio => MICROPHONE,
            Self::Photo | Self::Video => CAMERA,
        }
    }

    /// Whether it has a picture.
    pub(super) fn is_seen(self) -> bool {
        self != Self::Audio
    }

    /// The device that it needs.
    pub(super) fn device(self) -> Message {
        match self {
            Self::Audio => say::MICROPHONE,
            Self::Photo | Self::Video => say::CAMERA,
        }
    }

    /// The browser's name for the kind of that device.
    pub(super) fn device_kind(self) -> &'static str {
        match self {
            Self::Audio => "audioinput",
            Self::Photo | Self::Video => "videoinput",
        }
    }

    /// The formats of a recording, the best first.
    pub(super) fn formats(self) -> &'static [&'static str] {
        match self {
            Self::Photo => &[],
            Self::Audio => &AUDIO,
            Self::Video => &VIDEO,
        }
    }
}
