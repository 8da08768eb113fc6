//! Exact decimals: what a form text says as a number, without a float on the way. Knows nothing of
//! fields or bounds.

use std::cmp::Ordering;

use rust_decimal::Decimal;

/// Why a text is no decimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoDecimal {
    /// It is not a number.
    NotANumber,
    /// It is a number, yet it has more digits (28) or is greater or finer than can be kept exactly.
    TooLong,
}

/// The exact decimal that a text says: `12`, `-0.5`, `.5`, `1e3`, with spaces around it or without.
/// Neither `1_000` nor `1,5`, `0x10`, `NaN` or `inf` is a number in a form.
///
/// Up to 28 digits are kept exactly; a number of more is `None` rather than rounded.
pub fn decimal(text: &str) -> Option<Decimal> {
    parse(text).ok()
}

/// [`decimal`], which says why there is none.
pub(crate) fn parse(text: &str) -> Result<Decimal, NoDecimal> {
    let number = Parts::of(text.trim()).ok_or(NoDecimal::NotANumber)?;
    number.decimal().ok_or(NoDecimal::TooLong)
}

/// A number as it is written.
struct Parts<'a> {
    negative: bool,
    whole: &'a str,
    fraction: &'a str,
    /// `None`: an exponent beyond any reach.
    exponent: Option<i64>,
}

impl<'a> Parts<'a> {
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

    /// The number, where its digits and its scale fit.
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

/// The exponent that a text says: `None` where it is none, `Some(None)` where it is beyond reach.
fn exponent_of(text: &str) -> Option<Option<i64>> {
    let (negative, digits) = sign(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let magnitude = digits.parse::<i64>().ok();
    Some(magnitude.map(|magnitude| if negative { -magnitude } else { magnitude }))
}

/// The order of two decimal texts, where both are numbers.
pub(crate) fn compare(left: Option<&str>, right: Option<&str>) -> Option<Ordering> {
    Some(decimal(left?)?.cmp(&decimal(right?)?))
}
