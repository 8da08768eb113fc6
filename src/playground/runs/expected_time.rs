//! How long a run will take, from earlier runs of its workflow. Pure.
//!
//! The time is taken to be a product of powers of the numbers in the form: `time = c · width^a · steps^b …`. The powers
//! begin with what is usual for a number of that name, and are learned: the more the earlier runs differ in a number,
//! the more they say about its power. So the second run can have another size than the first.

/// How many earlier runs count.
pub(super) const MAX_RUNS: usize = 20;
/// How much more a run counts than the one before it.
const AGEING: f64 = 0.8;
/// How firmly the powers keep to what is usual.
const FIRMNESS: f64 = 0.1;
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

/// The milliseconds that a run with these numbers will take, from earlier runs, newest first.
pub(super) fn expected_time(numbers: &Numbers, earlier: &[Timed]) -> Option<f64> {
    let usual: Vec<f64> = numbers.iter().map(|(name, _)| usual_power(name)).collect();
    let mut weight = 1.0;
    let run = |timed: &Timed| {
        let ratios: Vec<f64> = numbers.iter().map(|number| ratio(number, timed)).collect();
        let explained: f64 = ratios
            .iter()
            .zip(&usual)
            .map(|(ratio, power)| ratio * power)
            .sum();
        weight *= AGEING;
        Observed {
            weight,
            rest: timed.time.max(1.0).ln() - explained,
            ratios,
        }
    };
    let runs: Vec<Observed> = earlier.iter().take(MAX_RUNS).map(run).collect();
    (!runs.is_empty()).then(|| fit(&runs, numbers.len()).exp())
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
