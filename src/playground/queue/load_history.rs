//! An instance's load over the last minutes: samples in a ring buffer, drawn as an SVG path. Pure.

/// How many samples are kept.
pub(super) const SAMPLES: usize = 60;
/// The milliseconds between two samples.
pub(super) const INTERVAL: f64 = 5000.0;
/// The minutes that all samples cover.
pub(super) const MINUTES: usize = 5;
/// The maximum number of missed samples that repeat the last one; more leave a gap.
const MAX_REPEATED: usize = 6;
/// The height of the chart; its width is the number of samples.
pub(super) const HEIGHT: usize = 20;
/// Marks a sample that was not taken.
const GAP: u16 = u16::MAX;

/// The samples; the next one replaces the oldest.
#[derive(Clone, Debug)]
pub(super) struct LoadHistory {
    samples: [u16; SAMPLES],
    next: usize,
}

impl LoadHistory {
    /// A history without samples.
    pub(super) fn new() -> Self {
        Self {
            samples: [GAP; SAMPLES],
            next: 0,
        }
    }

    /// Adds a sample; `steps` is how many were due since the last one.
    pub(super) fn push(&mut self, load: usize, steps: usize) {
        let load = u16::try_from(load).unwrap_or(GAP).min(GAP - 1);
        let missed = if steps > MAX_REPEATED {
            GAP
        } else {
            self.last()
        };
        for _ in 1..steps.min(SAMPLES + 1) {
            self.put(missed);
        }
        self.put(load);
    }

    fn put(&mut self, sample: u16) {
        if let Some(slot) = self.samples.get_mut(self.next) {
            *slot = sample;
        }
        self.next = (self.next + 1) % SAMPLES;
    }

    fn last(&self) -> u16 {
        let index = (self.next + SAMPLES - 1) % SAMPLES;
        self.samples.get(index).copied().unwrap_or(GAP)
    }

    /// From the oldest to the latest.
    fn in_order(&self) -> impl Iterator<Item = u16> {
        let (late, early) = self.samples.split_at(self.next);
        early.iter().chain(late).copied()
    }

    /// The lowest and the highest sample; `None` if there is none.
    pub(super) fn bounds(&self) -> Option<(usize, usize)> {
        let taken = || self.samples.iter().filter(|sample| **sample != GAP);
        let (min, max) = (taken().min()?, taken().max()?);
        Some((usize::from(*min), usize::from(*max)))
    }

    /// An SVG path with one step per sample, scaled to the highest one and filled to the bottom.
    pub(super) fn path(&self) -> String {
        let max = self.bounds().map_or(4, |(_, max)| max.max(4));
        let mut path = String::new();
        let mut open = false;
        for (index, sample) in self.in_order().enumerate() {
            if sample == GAP {
                close(&mut path, &mut open);
                continue;
            }
            let top = HEIGHT - usize::from(sample) * (HEIGHT - 1) / max;
            if !open {
                append(
                    &mut path,
                    &["M", &index.to_string(), " ", &HEIGHT.to_string()],
                );
                open = true;
            }
            append(&mut path, &["V", &top.to_string(), "h1"]);
        }
        close(&mut path, &mut open);
        path
    }
}

fn close(path: &mut String, open: &mut bool) {
    if std::mem::take(open) {
        append(path, &["V", &HEIGHT.to_string(), "z"]);
    }
}

fn append(path: &mut String, pieces: &[&str]) {
    for piece in pieces {
        path.push_str(piece);
    }
}

#[cfg(test)]
mod tests;
