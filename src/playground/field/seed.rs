//! A seed: a whole number with a dice, and what becomes of it after each run.

use js_sys::Math;

use super::number::{number, stepped};
use crate::playground::element::{El, button, el, value};
use crate::playground::form::{FieldState, FormState};
use crate::playground::icon::{Shape, icon};
use crate::playground::language::Message;
use crate::playground::messages as say;
use crate::schema::Bounds;

/// What becomes of a seed after a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SeedMode {
    /// It stays.
    #[default]
    Keep,
    /// Another one is drawn.
    Random,
    /// It goes up by one.
    Next,
}

const MODES: [(&str, SeedMode, Message); 3] = [
    ("keep", SeedMode::Keep, say::SEED_FIXED),
    ("random", SeedMode::Random, say::SEED_RANDOM),
    ("next", SeedMode::Next, say::SEED_INCREMENT),
];

/// Whether a number is a seed. No format says so: what is called one and takes whole numbers is one.
pub(super) fn is_seed(name: &str, bounds: &Bounds) -> bool {
    bounds.integer && name.to_ascii_lowercase().contains("seed")
}

/// The number's box, the dice, and the choice for after a run.
pub(super) fn seed(form: FormState, field: FieldState, bounds: Bounds) -> El {
    let label = field.fixed.with_value(|fixed| fixed.label.clone());
    let drawn = bounds.clone();
    let dice = button("button dice", move || field.take_text(draw(&drawn)))
        .attr("aria-label", say::SEED_RANDOMIZE.with(&[&label]))
        .attr("title", say::SEED_RANDOMIZE.with(&[&label]))
        .child(icon(Shape::Dice));
    let option = move |(id, mode, word): (&'static str, SeedMode, Message)| {
        el("option", "")
            .attr("value", id)
            .attr("selected", form.seed_mode(field) == mode)
            .text(word)
    };
    let after = el("select", "input")
        .attr("aria-label", say::SEED_AFTER_RUN.with(&[&label]))
        .on("change", move |event| {
            form.set_seed_mode(field, SeedMode::named(&value(&event)))
        })
        .children(MODES.map(option));
    el("div", "seed")
        .child(number(field, bounds))
        .child(dice)
        .child(after)
}

impl SeedMode {
    /// The mode of this name; any other keeps.
    pub(crate) fn named(name: &str) -> Self {
        let found = MODES.into_iter().find(|(id, ..)| *id == name);
        found.map_or_else(Self::default, |(_, mode, _)| mode)
    }

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        let found = MODES.into_iter().find(|(_, mode, _)| *mode == self);
        found.map_or("keep", |(id, ..)| id)
    }

    /// The seed after a run with this one.
    pub(crate) fn after(self, text: &str, bounds: &Bounds) -> Option<String> {
        match self {
            Self::Keep => None,
            Self::Random => Some(draw(bounds)),
            Self::Next => stepped(
                text,
                &Bounds {
                    step: None,
                    ..bounds.clone()
                },
                true,
            ),
        }
    }
}

/// A seed within its bounds; without them, one of 32 bits, which every node takes.
fn draw(bounds: &Bounds) -> String {
    // Two draws of 32 bits: a float holds no 64.
    let half = || (Math::random() * 4_294_967_296.0) as u64;
    within(bounds, (half() << 32) | half())
}

/// The number of 64 bits, brought between the bounds; a bound beyond 64 bits, or below zero, is none.
fn within(bounds: &Bounds, number: u64) -> String {
    let bound = |text: &Option<String>| text.as_deref()?.trim().parse::<u64>().ok();
    let min = bound(&bounds.min).unwrap_or(0);
    let max = bound(&bounds.max).unwrap_or_else(|| min.max(u64::from(u32::MAX)));
    match max.saturating_sub(min).checked_add(1) {
        Some(count) => (min + number % count).to_string(),
        None => number.to_string(),
    }
}

#[cfg(test)]
mod tests;
