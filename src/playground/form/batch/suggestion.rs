//! The range that is suggested for a number: a few values around its own one. Pure.

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use schema::{Field, FieldKind, decimal};

/// How many values are suggested on each side of the own one, as far as the bounds allow.
const ON_EACH_SIDE: u32 = 2;
/// The part of a value that is suggested as the step.
const PARTS: Decimal = Decimal::from_parts(5, 0, 0, false, 0);
/// The steps that people read easily, up to a power of ten.
const ROUND_STEPS: [u32; 5] = [1, 2, 4, 5, 10];
/// The step of the sizes of pictures, which every model accepts.
const SIZE_STEP: Decimal = Decimal::from_parts(64, 0, 0, false, 0);
/// The smallest size of a picture that has this step.
const SMALL_SIZE: Decimal = Decimal::from_parts(128, 0, 0, false, 0);
/// The names of fields for sizes of pictures.
const SIZES: [&str; 4] = ["width", "height", "resolution", "size"];

/// From, to and step of a range that contains the field's own value, or the valid one next to it; `None` if no other
/// value is valid.
pub(super) fn suggested_range(field: &Field, text: &str) -> Option<[String; 3]> {
    let range = Range::of(field)?;
    let own = range.nearest(decimal(text).unwrap_or_default());
    let step = range.step(own, field)?;
    let distance = |count: u32| step.checked_mul(Decimal::from(count));
    // The farthest valid value on a side.
    let last = |move_by: fn(Decimal, Decimal) -> Option<Decimal>| {
        let values = (1..=ON_EACH_SIDE).rev();
        let mut values = values.filter_map(|count| move_by(own, distance(count)?));
        values.find(|value| range.contains(*value)).unwrap_or(own)
    };
    let (first, last) = (last(Decimal::checked_sub), last(Decimal::checked_add));
    let text = |number: Decimal| number.normalize().to_string();
    (first < last).then(|| [text(first), text(last), text(step)])
}

/// From, to and step of so many seeds that begin with the field's own, or as many as are valid.
pub(super) fn next_seeds(field: &Field, text: &str, count: usize) -> Option<[String; 3]> {
    let range = Range::of(field)?;
    let first = range.nearest(decimal(text).unwrap_or_default());
    let last = first.checked_add(Decimal::from(count.saturating_sub(1)))?;
    let last = range.nearest(last);
    let text = |number: Decimal| number.normalize().to_string();
    (first < last).then(|| [text(first), text(last), "1".to_owned()])
}

/// The valid values of a number.
struct Range {
    min: Option<Decimal>,
    max: Option<Decimal>,
    integer: bool,
    /// The control's increment; zero without one.
    unit: Decimal,
}

impl Range {
    fn of(field: &Field) -> Option<Self> {
        let (FieldKind::Number(bounds) | FieldKind::Slider(bounds)) = &field.kind else {
            return None;
        };
        let number = |text: &Option<String>| decimal(text.as_deref()?);
        let unit = number(&bounds.step).unwrap_or_default().abs();
        let (min, max) = (number(&bounds.min), number(&bounds.max));
        Some(match bounds.integer {
            true => Self {
                min: min.map(|min| min.ceil()),
                max: max.map(|max| max.floor()),
                integer: true,
                unit: unit.ceil().max(Decimal::ONE),
            },
            false => Self {
                min,
                max,
                integer: false,
                unit,
            },
        })
    }

    fn contains(&self, value: Decimal) -> bool {
        self.min.is_none_or(|min| min <= value) && self.max.is_none_or(|max| value <= max)
    }

    /// The valid value that is closest.
    fn nearest(&self, value: Decimal) -> Decimal {
        let value = match self.integer {
            true => value.round(),
            false => value,
        };
        let value = self.max.map_or(value, |max| value.min(max));
        self.min.map_or(value, |min| value.max(min))
    }

    fn span(&self) -> Option<Decimal> {
        self.max?.checked_sub(self.min?)
    }

    /// The step between the suggested values: a multiple of the unit, and small enough for two of them.
    fn step(&self, own: Decimal, field: &Field) -> Option<Decimal> {
        let step = match is_size(own, field) {
            true => SIZE_STEP,
            false => self.round_step(own, field),
        };
        let half = self.span().map(|span| span / Decimal::TWO);
        let step = half.map_or(step, |half| step.min(half));
        if self.unit.is_zero() {
            return Some(step);
        }
        let units = step.checked_div(self.unit)?.floor();
        self.unit.checked_mul(units.max(Decimal::ONE))
    }

    /// A round part of the value. Without a value, a slider's span says what is usual.
    fn round_step(&self, own: Decimal, field: &Field) -> Decimal {
        let is_slider = matches!(field.kind, FieldKind::Slider(_));
        let whole = match own.is_zero() {
            true => self.span().filter(|_| is_slider).unwrap_or(Decimal::ONE),
            false => own.abs(),
        };
        rounded(whole / PARTS).unwrap_or(Decimal::ONE)
    }
}

/// Whether a number is the width or height of a picture.
fn is_size(own: Decimal, field: &Field) -> bool {
    let name = field.name.to_ascii_lowercase();
    own >= SMALL_SIZE && SIZES.iter().any(|size| name.contains(size))
}

/// The closest number that has one digit which people read easily; the smaller one of two.
fn rounded(number: Decimal) -> Option<Decimal> {
    let exponent = number.to_f64()?.log10().floor() as i32;
    let scale = match exponent {
        0.. => Decimal::from(10_u64.checked_pow(exponent.unsigned_abs())?),
        _ => Decimal::try_new(1, exponent.unsigned_abs()).ok()?,
    };
    let steps = ROUND_STEPS.into_iter().map(Decimal::from);
    let steps = steps.filter_map(|step| scale.checked_mul(step));
    steps.min_by_key(|step| (number - step).abs())
}

#[cfg(test)]
mod tests;
