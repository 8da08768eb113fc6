//! The audio nodes. Know nothing about images.

mod edit;
mod equalizer;
mod load;
mod mix;
mod save;

pub(super) use edit::CLASSES as EDIT;
pub(super) use equalizer::CLASSES as EQUALIZER;
pub(super) use load::CLASSES as LOAD;
pub(super) use mix::CLASSES as MIX;
pub(super) use save::CLASSES as SAVE;
