//! How a form shows a field, where its definition decides because no workflow format declares it. Does not know values.

use serde::Serialize;

use super::field::Field;
use super::kind::{Bounds, FieldKind};

/// The largest color: white.
const WHITE: &str = "16777215";

/// What a form shows for a number besides its text box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Control {
    /// A button for a random number, and what happens to it after a run.
    Seed,
    /// A swatch. The number is a color as ComfyUI's nodes have it.
    Color,
}

impl Field {
    /// What a form shows besides its text box, if it is a number: its name says whether it is a seed, and its bounds
    /// whether it is a color.
    pub fn control(&self) -> Option<Control> {
        let FieldKind::Number(bounds) = &self.kind else {
            return None;
        };
        if !bounds.integer {
            None
        } else if self.name.to_ascii_lowercase().contains("seed") {
            Some(Control::Seed)
        } else {
            let is_color =
                bounds.min.as_deref() == Some("0") && bounds.max.as_deref() == Some(WHITE);
            is_color.then_some(Control::Color)
        }
    }

    /// Whether a form says that it may stay empty: most fields have a value already.
    pub fn is_optional(&self) -> bool {
        let is_given = self.default.is_some() || self.kind == FieldKind::Boolean;
        !self.required && !is_given
    }
}

impl Bounds {
    /// The increment of a slider: its step, or else a hundredth of its range, or 1 for whole numbers.
    pub fn increment(&self) -> String {
        let range = self.min.as_deref().zip(self.max.as_deref());
        let range = range.filter(|_| !self.integer);
        let declared = self.step.clone();
        let increment = declared.or_else(|| hundredth(range?));
        increment.unwrap_or_else(|| "1".to_owned())
    }
}

/// A hundredth of the range between two decimals. `Decimal` would double the code of the page's first form.
fn hundredth((min, max): (&str, &str)) -> Option<String> {
    let places = |text: &str| {
        text.split_once('.')
            .map_or(0, |(_, decimals)| decimals.len())
    };
    let scale = places(min).max(places(max));
    let whole = |text: &str| {
        let zeros = "0".repeat(scale - places(text));
        let digits = text.replace('.', "") + &zeros;
        digits.parse::<i64>().ok()
    };
    let range = whole(max)?.checked_sub(whole(min)?)?;
    let (digits, decimals) = (range.to_string(), scale + 2);
    let padded = [
        "0".repeat((decimals + 1).saturating_sub(digits.len())),
        digits,
    ]
    .concat();
    let (units, decimals) = padded.split_at(padded.len() - decimals);
    let decimals = decimals.trim_end_matches('0');
    let separator = if decimals.is_empty() { "" } else { "." };
    (range > 0).then(|| [units, separator, decimals].concat())
}

#[cfg(test)]
mod tests;
