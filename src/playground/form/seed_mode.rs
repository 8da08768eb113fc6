//! What happens to a seed after each run, and how a random one is drawn.

use js_sys::Math;

use super::number_step::step;
use schema::Bounds;

/// What happens to a seed after a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SeedMode {
    /// It stays fixed.
    #[default]
    Keep,
    /// A new one is drawn.
    Random,
    /// It is incremented.
    Next,
}

impl SeedMode {
    /// Every mode, in the order it is offered.
    pub(crate) const ALL: [Self; 3] = [Self::Keep, Self::Random, Self::Next];

    /// The mode with this name; unknown names keep the seed.
    pub(crate) fn from_name(name: &str) -> Self {
        let found = Self::ALL.into_iter().find(|mode| mode.name() == name);
        found.unwrap_or_default()
    }

    /// Its name in storage and in the page.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Keep => "keep",
            Self::Random => "random",
            Self::Next => "next",
        }
    }

    /// The seed for the next run; `None` if it does not change.
    pub(crate) fn next_seed(self, text: &str, bounds: &Bounds) -> Option<String> {
        match self {
            Self::Keep => None,
            Self::Random => Some(random_seed(bounds)),
            Self::Next => {
                let by_one = Bounds {
                    step: None,
                    ..bounds.clone()
                };
                step(text, &by_one, true)
            }
        }
    }
}

/// A random seed within its bounds. Without bounds it has 32 bits, which every node accepts.
pub(crate) fn random_seed(bounds: &Bounds) -> String {
    // Two draws of 32 bits, since a float has fewer than 64.
    let half = || (Math::random() * 4_294_967_296.0) as u64;
    wrap_into(bounds, (half() << 32) | half())
}

/// Maps a 64-bit number into the bounds. Ignores a bound that is negative or beyond 64 bits.
fn wrap_into(bounds: &Bounds, number: u64) -> String {
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
