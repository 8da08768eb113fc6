//! The registry of node classes: one file a family, one row a class. Knows nothing of graphs.

mod blend;
mod create;
mod filter;
mod load;
mod primitive;
mod save;
mod text;
mod transform;

use serde_json::{Map, Value as Json};

use super::call::Failure;
use super::class::Class;
use super::value::MAX_PIXELS;

const FAMILIES: &[&[Class]] = &[
    load::CLASSES,
    create::CLASSES,
    transform::CLASSES,
    filter::CLASSES,
    blend::CLASSES,
    text::CLASSES,
    save::CLASSES,
    primitive::CLASSES,
];

/// Every class this engine knows.
pub(crate) fn classes() -> impl Iterator<Item = &'static Class> {
    FAMILIES.iter().copied().flatten()
}

/// The class of this name.
pub(crate) fn class(name: &str) -> Option<&'static Class> {
    classes().find(|class| class.name == name)
}

/// The wire form of every class, by name. `files` are the names in the input folder.
pub(crate) fn object_info(files: &[String]) -> Map<String, Json> {
    classes()
        .map(|class| (class.name.to_owned(), class.info(files)))
        .collect()
}

/// Refuses a batch that would not fit in memory, before it is made.
fn fits(width: u32, height: u32, count: usize) -> Result<(), Failure> {
    let frame = u64::from(width) * u64::from(height);
    let pixels = u128::from(frame) * count as u128;
    if pixels <= u128::from(MAX_PIXELS) {
        return Ok(());
    }
    let most = MAX_PIXELS / 1_000_000;
    let size = format!("{count} × {width} × {height} pixels");
    Err(Failure::because(format!(
        "a batch of {size} is larger than this engine takes ({most} million pixels); make it smaller"
    )))
}

#[cfg(test)]
mod tests;
