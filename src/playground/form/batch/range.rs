//! The values of a range, in exact decimals, and a default range for a field with bounds.

use rust_decimal::Decimal;

use crate::language::Message;
use crate::messages as say;
use schema::{Bounds, decimal};

/// The number of steps of a default range.
const DEFAULT_STEPS: Decimal = Decimal::from_parts(4, 0, 0, false, 0);
/// Other numbers of steps, for a field whose own step does not reach its maximum in as many.
const OTHER_STEPS: [u32; 4] = [5, 3, 6, 2];

/// The numbers from the first to the last. The last is included if a step reaches it.
///
/// # Errors
/// A message if a bound is not a number, the step never reaches the last, or there are more than `max`.
pub(super) fn range_values(
    [first, last, step]: &[String; 3],
    max: usize,
) -> Result<Vec<String>, Message> {
    let number = |text: &String| decimal(text).ok_or(say::BATCH_RANGE_INVALID);
    let (first, last, step) = (number(first)?, number(last)?, number(step)?);
    let ascending = last >= first;
    if step.is_zero() || (step > Decimal::ZERO) != ascending && first != last {
        return Err(say::BATCH_STEP_INVALID);
    }
    let is_inside = |value: &Decimal| {
        if ascending {
            *value <= last
        } else {
            *value >= last
        }
    };
    let mut values = Vec::new();
    let mut next = Some(first);
    while let Some(value) = next.filter(is_inside) {
        if values.len() == max {
            return Err(say::BATCH_TOO_LARGE);
        }
        values.push(value.normalize().to_string());
        next = value.checked_add(step);
    }
    Ok(values)
}

/// From a field's minimum to its maximum in a few multiples of its step, if possible so that it includes the maximum;
/// `None` without both bounds.
pub(super) fn default_range(bounds: &Bounds) -> Option<[String; 3]> {
    let [min, max] = [&bounds.min, &bounds.max].map(|bound| decimal(bound.as_deref()?));
    let span = max?.checked_sub(min?)?;
    let field_step = match bounds.step.as_deref() {
        Some(step) => decimal(step).filter(|step| !step.is_zero()),
        None => bounds.integer.then_some(Decimal::ONE),
    };
    let step = match field_step {
        Some(field_step) => {
            let all = span.checked_div(field_step)?;
            let multiple = (all / step_count(all)).ceil();
            field_step.checked_mul(multiple.max(Decimal::ONE))?
        }
        None => span / DEFAULT_STEPS,
    };
    let text = |number: Decimal| number.normalize().to_string();
    Some([text(min?), text(max?), text(step)])
}

/// The number of steps into which this many of a field's own are divided.
fn step_count(all: Decimal) -> Decimal {
    let others = OTHER_STEPS.map(Decimal::from);
    let mut counts = [DEFAULT_STEPS].into_iter().chain(others);
    let divides = |count: &Decimal| (all % count).is_zero();
    counts.find(divides).unwrap_or(DEFAULT_STEPS)
}

#[cfg(test)]
mod tests;
