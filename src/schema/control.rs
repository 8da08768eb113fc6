//! How a form shows a field, where its definition decides because no workflow format declares it. Does not know values.

use std::iter::repeat_n;

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
        } else if has_seed(&self.name) {
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

fn has_seed(name: &str) -> bool {
    let mut parts = name.as_bytes().windows(4);
    parts.any(|part| part.eq_ignore_ascii_case(b"seed"))
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

/// A hundredth of the range between two decimals, in few instructions: the page's first form needs it.
fn hundredth((min, max): (&str, &str)) -> Option<String> {
    let places = |text: &str| {
        let decimals = text.bytes().rev().position(|byte| byte == b'.');
        decimals.unwrap_or_default()
    };
    let scale = places(min).max(places(max));
    let range = digits(max, scale - places(max))? - digits(min, scale - places(min))?;
    (range > 0).then(|| written(range, scale + 2))
}

/// The digits of a decimal with some zeros after them, as a whole number; `None` if they are too many.
fn digits(text: &str, zeros: usize) -> Option<i64> {
    let (sign, unsigned) = match text.as_bytes() {
        [b'-', unsigned @ ..] => (-1, unsigned),
        unsigned => (1, unsigned),
    };
    let mut number = 0;
    for byte in unsigned.iter().chain(repeat_n(&b'0', zeros)) {
        match byte {
            b'0'..=b'9' if number < i64::MAX / 100 => number = number * 10 + i64::from(byte - b'0'),
            b'.' => {}
            _ => return None,
        }
    }
    Some(sign * number)
}

/// A number with its last digits as decimals, without zeros at the end.
fn written(mut number: i64, mut decimals: usize) -> String {
    while decimals > 0 && number % 10 == 0 {
        number /= 10;
        decimals -= 1;
    }
    let (mut text, mut count) = (String::new(), 0);
    while number > 0 || count <= decimals {
        if count > 0 && count == decimals {
            text.insert(0, '.');
        }
        text.insert(0, char::from(b'0' + (number % 10) as u8));
        number /= 10;
        count += 1;
    }
    text
}

#[cfg(test)]
mod tests;
