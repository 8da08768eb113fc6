//! The audio nodes. Know nothing about images.

mod edit;
mod equalizer;
mod mix;
mod resample;
mod sample_limit;

pub(super) use edit::CLASSES as EDIT;
pub(super) use equalizer::CLASSES as EQUALIZER;
pub(super) use mix::CLASSES as MIX;
