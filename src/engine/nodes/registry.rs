//! The registry of node classes. Knows nothing about what they compute.

use serde_json::{Map, Value as Json};

use super::{
    audio, empty_image, filter, image_blend, load_image, primitive, save, text_overlay, transform,
    video,
};
use crate::class::Class;

const FAMILIES: &[&[Class]] = &[
    load_image::CLASSES,
    empty_image::CLASSES,
    transform::CLASSES,
    filter::CLASSES,
    image_blend::CLASSES,
    text_overlay::CLASSES,
    save::CLASSES,
    audio::LOAD,
    audio::EDIT,
    audio::MIX,
    audio::EQUALIZER,
    audio::SAVE,
    video::CLASSES,
    primitive::CLASSES,
];

/// Every class of this engine.
pub fn classes() -> impl Iterator<Item = &'static Class> {
    FAMILIES.iter().copied().flatten()
}

/// The class with this name.
pub fn class(name: &str) -> Option<&'static Class> {
    classes().find(|class| class.name == name)
}

/// The body of `GET /object_info`. `files` are the names of the files in the input folder.
pub fn object_info(files: &[String]) -> Map<String, Json> {
    classes()
        .map(|class| (class.name.to_owned(), class.info(files)))
        .collect()
}
