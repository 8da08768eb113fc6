//! For how long results are kept: how old, how many and how large they may become. No clock.

/// The units of times, in seconds, and of sizes, in bytes.
const TIMES: [(&str, u64); 4] = [("s", 1), ("m", 60), ("h", 3600), ("d", 86_400)];
const SIZES: [(&str, u64); 4] = [
    ("KB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("TB", 1_000_000_000_000),
];

/// The most digits of a number, so that every time and every size can be counted.
const MAX_DIGITS: usize = 6;

/// What of the results is kept; without a limit, all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keep {
    /// The longest time since a run ended, in seconds.
    pub seconds: Option<u64>,
    /// The most runs.
    pub runs: Option<u64>,
    /// The most bytes of their outputs together.
    pub bytes: Option<u64>,
}

impl Keep {
    /// Whether everything is kept.
    pub fn is_unlimited(&self) -> bool {
        *self == Self::default()
    }
}

/// The seconds of a time such as `12h` or `7d`.
///
/// # Errors
/// How to write it.
pub fn time(text: &str) -> Result<u64, &'static str> {
    let why = "must be a whole number of up to six digits with s, m, h or d, such as 7d";
    amount(text, &TIMES).ok_or(why)
}

/// The bytes of a size such as `500MB` or `2GB`.
///
/// # Errors
/// How to write it.
pub fn size(text: &str) -> Result<u64, &'static str> {
    let why = "must be a whole number of up to six digits with KB, MB, GB or TB, such as 2GB";
    amount(text, &SIZES).ok_or(why)
}

/// A time as it is written.
pub(crate) fn time_text(seconds: u64) -> String {
    amount_text(seconds, &TIMES)
}

/// A size as it is written.
pub(crate) fn size_text(bytes: u64) -> String {
    amount_text(bytes, &SIZES)
}

fn amount(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = text.strip_suffix(unit)?;
    let (_, factor) = units.iter().find(|(name, _)| *name == unit)?;
    let is_number = digits.len() <= MAX_DIGITS && !digits.starts_with('0');
    let number: u64 = digits.parse().ok().filter(|_| is_number)?;
    Some(number * factor)
}

/// With the largest unit that leaves a whole number.
fn amount_text(amount: u64, units: &[(&str, u64)]) -> String {
    let fitting = units
        .iter()
        .rev()
        .find(|(_, factor)| amount.is_multiple_of(*factor));
    let (unit, factor) = fitting.copied().unwrap_or(("", 1));
    format!("{}{unit}", amount / factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_are_read_as_they_are_written() {
        for text in ["1s", "90s", "90m", "36h", "7d", "999999d"] {
            assert_eq!(time_text(time(text).unwrap()), text);
        }
        for text in ["1KB", "1500MB", "2GB", "999999TB"] {
            assert_eq!(size_text(size(text).unwrap()), text);
        }
        assert_eq!((time("7d"), size("2GB")), (Ok(604_800), Ok(2_000_000_000)));
    }

    #[test]
    fn everything_else_is_refused() {
        let texts = [
            "",
            " 7d",
            "d",
            "7",
            "0d",
            "07d",
            "-7d",
            "+7d",
            "7 d",
            "7D",
            "7w",
            "1.5d",
            "7days",
            "1d2h",
            "1000000d",
            "٧d",
            "99999999999999999999d",
        ];
        for text in texts {
            assert!(time(text).unwrap_err().contains("such as 7d"), "{text}");
        }
        for text in ["2", "2gb", "2GiB", "2 GB", "0GB", "2B", "1e3GB"] {
            assert!(size(text).unwrap_err().contains("such as 2GB"), "{text}");
        }
    }
}
