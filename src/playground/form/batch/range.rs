//! The values of a range, in exact decimals.

use rust_decimal::Decimal;

use crate::language::Message;
use crate::messages as say;
use schema::decimal;

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

#[cfg(test)]
mod tests;
