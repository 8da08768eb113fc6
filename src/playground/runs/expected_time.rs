//! How long a run will take, from earlier runs of its workflow. Pure.
//!
//! The time is taken to be a product of powers of the numbers in the form: `time = c · width^a · steps^b …`. The powers
//! begin with what is usual for a number of that name, and are learned: the more the earlier runs differ in a number,
//! the more they say about its power. So the second run can have another size than the first.

/// How many earlier runs are looked at.
pub(super) const MAX_RUNS: usize = 500;
/// How many of them count: those with the nearest numbers.
const MAX_NEAR: usize = 20;
/// How much more a run counts than the next one: a farther one or, if both are as near, an older one.
const AGEING: f64 = 0.8;
/// The distance at which a run counts half as much as one with the same numbers: the logarithm of a factor of 2.
const HALF_AS_NEAR: f64 = std::f64::consts::LN_2;
/// How firmly the powers keep to what is usual.
const FIRMNESS: f64 = 0.1;
/// The share of a run from which on it says how long the rest takes.
const MIN_SHARE: f64 = 0.05;
/// Enough for the powers to settle.
const ROUNDS: usize = 60;

/// The positive numbers of a run, by the names of their fields.
pub(super) type Numbers = Vec<(String, f64)>;

/// A run that completed.
#[derive(Clone, Debug, Default)]
pub(super) struct Timed {
    pub(super) numbers: Numbers,
    /// In milliseconds.
    pub(super) time: f64,
}

/// At most so many of these runs, from all parts of a batch: its values may grow, and so may the times.
pub(crate) fn sampled<T>(runs: &[T], most: usize) -> impl Iterator<Item = &T> {
    runs.iter().step_by(runs.len().div_ceil(most).max(1))
}

/// The milliseconds that a run with these numbers will take, from earlier runs, newest first.
pub(super) fn expected_time(numbers: &Numbers, earlier: &[Timed]) -> Option<f64> {
    let usual: Vec<f64> = numbers.iter().map(|(name, _)| usual_power(name)).collect();
    let run = |timed: &Timed| {
        let ratios: Vec<f64> = numbers.iter().map(|number| ratio(number, timed)).collect();
        let explained: f64 = ratios
            .iter()
            .zip(&usual)
            .map(|(ratio, power)| ratio * power)
            .sum();
        Observed {
            weight: 1.0,
            rest: timed.time.max(1.0).ln() - explained,
            ratios,
        }
    };
    let mut runs: Vec<Observed> = earlier.iter().take(MAX_RUNS).map(run).collect();
    // A stable sort: among those that are as near, the newer one is first.
    runs.sort_by_key(|run| (run.distance() / HALF_AS_NEAR) as u32);
    runs.truncate(MAX_NEAR);
    weigh(&mut runs);
    (!runs.is_empty()).then(|| fit(&runs, numbers.len()).exp())
}

/// Weighs runs, nearest first. The sum does not depend on how near they are, so that the powers are as firm.
fn weigh(runs: &mut [Observed]) {
    let (mut weight, mut ageing, mut sum) = (1.0, 0.0, 0.0);
    for run in &mut *runs {
        weight *= AGEING;
        run.weight = weight / (1.0 + (run.distance() / HALF_AS_NEAR).powi(2));
        ageing += weight;
        sum += run.weight;
    }
    for run in runs {
        run.weight *= ageing / sum;
    }
}

/// The milliseconds that a run will take in all, when this share of it was done in `elapsed`: the more is done, the more
/// that says. `None` if neither it nor earlier runs say anything.
pub(super) fn expected_with_progress(
    expected: Option<f64>,
    elapsed: f64,
    share: Option<f64>,
) -> Option<f64> {
    let Some(share) = share.filter(|share| *share >= MIN_SHARE && *share <= 1.0) else {
        return expected;
    };
    let by_share = elapsed / share;
    let trust = 1.0 - (1.0 - share).powi(2);
    Some(expected.map_or(by_share, |expected| {
        trust * by_share + (1.0 - trust) * expected
    }))
}

/// An earlier run, as logarithms.
struct Observed {
    weight: f64,
    /// Its time without what the usual powers explain.
    rest: f64,
    /// Its numbers in relation to those of the run that is estimated.
    ratios: Vec<f64>,
}

impl Observed {
    /// How far its numbers are from those of the run that is estimated.
    fn distance(&self) -> f64 {
        self.ratios.iter().map(|ratio| ratio.abs()).sum()
    }

    /// What remains with these corrections of the powers.
    fn remainder(&self, corrections: &[f64]) -> f64 {
        let explained = self.ratios.iter().zip(corrections);
        self.rest
            - explained
                .map(|(ratio, correction)| ratio * correction)
                .sum::<f64>()
    }
}

/// The logarithm of the expected time: a ridge regression, one number after the other until all agree.
#[expect(
    clippy::indexing_slicing,
    reason = "the corrections and the ratios of each run have an entry for each number"
)]
fn fit(runs: &[Observed], numbers: usize) -> f64 {
    let weights: f64 = runs.iter().map(|run| run.weight).sum();
    let mean = |corrections: &[f64]| {
        let sum = runs
            .iter()
            .map(|run| run.weight * run.remainder(corrections));
        sum.sum::<f64>() / weights
    };
    let mut corrections = vec![0.0; numbers];
    for _ in 0..ROUNDS {
        for number in 0..numbers {
            let mean = mean(&corrections);
            let (mut sum, mut squares) = (0.0, FIRMNESS);
            for run in runs {
                let ratio = run.ratios[number];
                let rest = run.remainder(&corrections) + ratio * corrections[number] - mean;
                sum += run.weight * ratio * rest;
                squares += run.weight * ratio * ratio;
            }
            corrections[number] = sum / squares;
        }
    }
    mean(&corrections)
}

/// The logarithm of how much larger a number was; 0 if the run did not have it.
fn ratio((name, own): &(String, f64), timed: &Timed) -> f64 {
    let other = timed.numbers.iter().find(|(other, _)| other == name);
    other.map_or(0.0, |(_, other)| (other / own).ln())
}

/// The power that a number with this name usually has.
fn usual_power(name: &str) -> f64 {
    const POWERS: [(&str, f64); 15] = [
        // Before the sizes of pictures.
        ("font", 0.0),
        ("batch", 1.0),
        ("count", 1.0),
        ("amount", 1.0),
        ("step", 1.0),
        ("frame", 1.0),
        ("length", 1.0),
        ("second", 1.0),
        ("duration", 1.0),
        ("megapixel", 1.0),
        ("width", 1.0),
        ("height", 1.0),
        ("upscale", 2.0),
        ("resolution", 2.0),
        ("size", 2.0),
    ];
    let name = name.to_ascii_lowercase();
    let found = POWERS.iter().find(|(word, _)| name.contains(word));
    found.map_or(0.0, |(_, power)| *power)
}

#[cfg(test)]
mod tests;
