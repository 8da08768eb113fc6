//! An instance's load over the last minutes: samples in a ring, drawn as a path. Pure.

/// How many samples are kept.
pub(super) const SAMPLES: usize = 60;
/// The milliseconds from one to the next.
pub(super) const EVERY: f64 = 5000.0;
/// The minutes that they are.
pub(super) const MINUTES: usize = 5;
/// How many samples without a picture count as the last one seen; more are a gap.
const HELD: usize = 6;
/// The height of the drawing; it is as wide as it has samples.
pub(super) const HEIGHT: usize = 20;
/// Nobody looked.
const GAP: u16 = u16::MAX;

/// The samples, the oldest where the next one goes.
#[derive(Clone, Debug)]
pub(super) struct Load {
    samples: [u16; SAMPLES],
    next: usize,
}

impl Load {
    /// No sample yet.
    pub(super) fn new() -> Self {
        Self {
            samples: [GAP; SAMPLES],
            next: 0,
        }
    }

    /// Takes a sample; `steps` is how many are due since the last one.
    pub(super) fn push(&mut self, load: usize, steps: usize) {
        let load = u16::try_from(load).unwrap_or(GAP).min(GAP - 1);
        let held = if steps > HELD { GAP } else { self.last() };
        for _ in 1..steps.min(SAMPLES + 1) {
            self.put(held);
        }
        self.put(load);
    }

    fn put(&mut self, sample: u16) {
        if let Some(place) = self.samples.get_mut(self.next) {
            *place = sample;
        }
        self.next = (self.next + 1) % SAMPLES;
    }

    fn last(&self) -> u16 {
        let place = (self.next + SAMPLES - 1) % SAMPLES;
        self.samples.get(place).copied().unwrap_or(GAP)
    }

    /// From the oldest to the latest.
    fn in_order(&self) -> impl Iterator<Item = u16> {
        let (late, early) = self.samples.split_at(self.next);
        early.iter().chain(late).copied()
    }

    /// The least and the most that was seen; `None` while nothing was.
    pub(super) fn bounds(&self) -> Option<(usize, usize)> {
        let seen = || self.samples.iter().filter(|sample| **sample != GAP);
        let (least, most) = (seen().min()?, seen().max()?);
        Some((usize::from(*least), usize::from(*most)))
    }

    /// An SVG path: a step a sample, the most of them as high as the drawing, filled to its foot.
    pub(super) fn path(&self) -> String {
        let most = self.bounds().map_or(4, |(_, most)| most.max(4));
        let mut path = String::new();
        let mut open = false;
        for (place, sample) in self.in_order().enumerate() {
            if sample == GAP {
                close(&mut path, &mut open);
                continue;
            }
            let top = HEIGHT - usize::from(sample) * (HEIGHT - 1) / most;
            if !open {
                put(
                    &mut path,
                    &["M", &place.to_string(), " ", &HEIGHT.to_string()],
                );
                open = true;
            }
            put(&mut path, &["V", &top.to_string(), "h1"]);
        }
        close(&mut path, &mut open);
        path
    }
}

fn close(path: &mut String, open: &mut bool) {
    if std::mem::take(open) {
        put(path, &["V", &HEIGHT.to_string(), "z"]);
    }
}

fn put(path: &mut String, pieces: &[&str]) {
    for piece in pieces {
        path.push_str(piece);
    }
}

#[cfg(test)]
mod tests;
