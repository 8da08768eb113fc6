//! The audio nodes. Know nothing about images.

mod decoder;
mod edit;
mod equalizer;
mod flac_encoder;
mod load;
mod mix;
mod opus_decoder;
mod opus_encoder;
mod resample;
mod sample_limit;
mod save;
mod vorbis_comment;

pub(super) use decoder::decode;
pub(super) use edit::CLASSES as EDIT;
pub(super) use equalizer::CLASSES as EQUALIZER;
pub(super) use flac_encoder::{encode_stream as encode_flac, steps as flac_steps};
pub(super) use load::CLASSES as LOAD;
pub(super) use mix::CLASSES as MIX;
pub(super) use save::CLASSES as SAVE;
