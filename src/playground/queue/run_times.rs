//! How long a run takes on an instance, learned from tasks that were seen to begin and to leave; from
//! it, how long somebody waits. Pure; says nothing where nothing was seen.

/// How many spans count.
const SPANS: usize = 9;
/// Between two pictures further apart than this, in milliseconds, nobody saw what began or left.
const BLIND: f64 = 20_000.0;

/// What was learned of an instance.
#[derive(Clone, Debug, Default)]
pub(super) struct Pace {
    running: Vec<Begun>,
    spans: Vec<f64>,
    known: bool,
}

/// A running task, and when it was seen to begin, if it was.
#[derive(Clone, Debug)]
struct Begun {
    id: String,
    at: Option<f64>,
}

impl Pace {
    /// Takes what runs `now`; the picture before was seen `before`. How long a run took that was
    /// `stopped` says nothing of others.
    pub(super) fn see<'a>(
        &mut self,
        running: impl Iterator<Item = &'a str>,
        stopped: &[String],
        before: f64,
        now: f64,
    ) {
        let seen = std::mem::replace(&mut self.known, true) && now - before < BLIND;
        let last = std::mem::take(&mut self.running);
        let begun = |id: &str| {
            let known = last.iter().find(|begun| begun.id == id);
            known.cloned().unwrap_or_else(|| Begun {
                id: id.to_owned(),
                at: seen.then_some(now),
            })
        };
        self.running = running.map(begun).collect();
        for gone in last {
            let stays = self.running.iter().any(|begun| begun.id == gone.id);
            let done = !stays && !stopped.contains(&gone.id);
            // Of what was in one picture alone, nobody knows how much shorter it was.
            if let (true, true, Some(at)) = (done, seen, gone.at)
                && now - at >= 2.0 * (now - before)
            {
                self.learn(now - at);
            }
        }
    }

    /// It was looked at, and nothing is other than before: what comes next is seen to begin.
    pub(super) fn look(&mut self) {
        self.known = true;
    }

    fn learn(&mut self, span: f64) {
        if self.spans.len() == SPANS {
            self.spans.remove(0);
        }
        self.spans.push(span);
    }

    /// The milliseconds that a run takes: the middle one of those seen last.
    pub(super) fn each(&self) -> Option<f64> {
        let mut spans = self.spans.clone();
        spans.sort_by(f64::total_cmp);
        spans.get(spans.len() / 2).copied()
    }

    /// The milliseconds until the one at this place in line begins, from 1.
    pub(super) fn wait(&self, line: usize, now: f64) -> Option<f64> {
        let each = self.each()?;
        let ends = self.running.iter().map(|begun| match begun.at {
            Some(at) => (each - (now - at)).max(0.0),
            // It began at some time before anybody looked.
            None => each / 2.0,
        });
        let first = ends.min_by(f64::total_cmp).unwrap_or_default();
        let lanes = self.running.len().max(1) as f64;
        Some(first + each * (line.saturating_sub(1) as f64) / lanes)
    }
}

#[cfg(test)]
mod tests;
