//! The handlers of ComfyUI's routes, one file per route. They know nothing about each other.

pub(super) mod features;
pub(super) mod history;
pub(super) mod interrupt;
pub(super) mod object_info;
pub(super) mod prompt;
pub(super) mod queue;
pub(super) mod system_stats;
pub(super) mod upload_image;
pub(super) mod view;
pub(super) mod websocket;

pub use view::MAX_PREVIEW_PIXELS;
