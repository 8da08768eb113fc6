//! A number one step up or down, in exact decimals.

use rust_decimal::Decimal;

use schema::{Bounds, decimal};

/// The next number in one direction, within the bounds; `None` if the text is not a number.
pub(crate) fn step(text: &str, bounds: &Bounds, up: bool) -> Option<String> {
    let bound = |text: &Option<String>| decimal(text.as_deref()?);
    let (min, max) = (bound(&bounds.min), bound(&bounds.max));
    let number = match text.trim() {
        "" => min.unwrap_or_default(),
        text => decimal(text)?,
    };
    let step = bound(&bounds.step).unwrap_or(Decimal::ONE);
    let next = if up {
        number.checked_add(step)?
    } else {
        number.checked_sub(step)?
    };
    let next = max.map_or(next, |max| next.min(max));
    let next = min.map_or(next, |min| next.max(min));
    Some(next.normalize().to_string())
}

#[cfg(test)]
mod tests;
