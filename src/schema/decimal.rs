//! Parses exact decimals from form text, without going through a float. Does not know fields or
//! bounds.

use std::cmp::Ordering;

use rust_decimal::Decimal;

/// The reason why a text is not a decimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DecimalError {
    /// It is not a number.
    NotANumber,
    /// It is a number that cannot be kept exactly: it has more than 28 digits, or is out of range.
    TooLong,
}

/// Parses an exact decimal: `12`, `-0.5`, `.5`, `1e3`, with or without spaces around it.
/// Neither `1_000` nor `1,5`, `0x10`, `NaN` or `inf` is a number in a form.
///
/// Up to 28 digits are kept exactly; a number with more is `None`, not rounded.
pub fn decimal(text: &str) -> Option<Decimal> {
    parse(text).ok()
}

/// Like [`decimal`], with the reason for a failure.
pub(crate) fn parse(text: &str) -> Result<Decimal, DecimalError> {
    let number = Literal::of(text.trim()).ok_or(DecimalError::NotANumber)?;
    number.decimal().ok_or(DecimalError::TooLong)
}

/// A number as it is written.
struct Literal<'a> {
    negative: bool,
    whole: &'a str,
    fraction: &'a str,
    /// `None` if the exponent is out of range.
    exponent: Option<i64>,
}

impl<'a> Literal<'a> {
    fn of(text: &'a str) -> Option<Self> {
        let (negative, unsigned) = sign(text);
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent_of(exponent)?),
            None => (unsigned, Some(0)),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let some = !(whole.is_empty() && fraction.is_empty());
        (some && digits(whole) && digits(fraction)).then_some(Self {
            negative,
            whole,
            fraction,
            exponent,
        })
    }

    /// The number, if its digits and scale fit.
    fn decimal(&self) -> Option<Decimal> {
        let mut digits = format!("{}{}", self.whole, self.fraction);
        digits.drain(..digits.len() - digits.trim_start_matches('0').len());
        if digits.is_empty() {
            return Some(Decimal::ZERO);
        }
        let fraction = i64::try_from(self.fraction.len()).ok()?;
        let mut scale = fraction.checked_sub(self.exponent?)?;
        while (scale > 28 || digits.len() > 28) && digits.ends_with('0') {
            digits.pop();
            scale = scale.checked_sub(1)?;
        }
        if digits.len() > 29 || !(-28..=28).contains(&scale) {
            return None;
        }
        let magnitude: i128 = digits.parse().ok()?;
        let shift = u32::try_from(-scale.min(0)).ok()?;
        let magnitude = magnitude.checked_mul(10_i128.checked_pow(shift)?)?;
        let signed = if self.negative { -magnitude } else { magnitude };
        Decimal::try_from_i128_with_scale(signed, u32::try_from(scale.max(0)).ok()?).ok()
    }
}

fn sign(text: &str) -> (bool, &str) {
    match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    }
}

/// Parses an exponent: `None` if it is not one, `Some(None)` if it is out of range.
fn exponent_of(text: &str) -> Option<Option<i64>> {
    let (negative, digits) = sign(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let magnitude = digits.parse::<i64>().ok();
    Some(magnitude.map(|magnitude| if negative { -magnitude } else { magnitude }))
}

/// Compares two decimal texts, if both are numbers.
pub(crate) fn compare(left: Option<&str>, right: Option<&str>) -> Option<Ordering> {
    Some(decimal(left?)?.cmp(&decimal(right?)?))
}
