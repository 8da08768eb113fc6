//! How far a run is now: its place among the waiting runs, or its progress at an engine instance. Computed from what
//! the service knows anyway, so that streams ask no engine.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use crate::engines::Engines;
use crate::runs::Runs;
use api::RunProgress;
use store::RunEvent;

/// The shortest time between two moments of a run in one stream.
pub(super) const INTERVAL: Duration = Duration::from_millis(500);

/// How far off an estimate may be before a new one is sent: in seconds, or as a share of the estimate.
const TOLERANCE: f64 = 1.0;
const TOLERATED_SHARE: f64 = 0.1;

/// How far a run is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moment {
    /// Its place among the waiting runs, from 1.
    pub position: Option<u32>,
    /// The expected seconds until it starts.
    pub starts_in: Option<f64>,
    /// The expected seconds of its execution.
    pub takes: Option<f64>,
    /// How far it is, if that is known.
    pub progress: Option<RunProgress>,
    /// How many previews its engine has sent.
    pub previews: u32,
}

/// Where moments come from.
pub(crate) trait Moments: Send + Sync {
    /// How far the run of an event is now.
    fn of(&self, event: &RunEvent) -> Moment;
}

/// Moments of runs that wait or that engines execute.
pub struct RunMoments {
    pub(crate) runs: Arc<Runs>,
    pub(crate) engines: Arc<Engines>,
}

impl Moments for RunMoments {
    fn of(&self, event: &RunEvent) -> Moment {
        let estimate = self.runs.waiting.estimate(&event.run_id);
        let (progress, previews) = self.engines.pool.progress(&event.run_id);
        Moment {
            position: estimate.and_then(|estimate| u32::try_from(estimate.position).ok()),
            starts_in: estimate.and_then(|estimate| estimate.starts_in),
            takes: self.runs.waiting.takes(&event.workflow_id),
            progress,
            previews,
        }
    }
}

/// The last moment of a run that was sent.
#[derive(Debug, Default)]
pub(super) struct LastMoment(Option<(Moment, Instant)>);

impl LastMoment {
    /// The moment, unless it follows from the last one and the time since then.
    pub(super) fn news(&mut self, moment: Moment, now: Instant) -> Option<Moment> {
        let is_new = match &self.0 {
            None => moment != Moment::default(),
            Some((last, at)) => differs(last, &moment, now.duration_since(*at)),
        };
        is_new.then(|| {
            self.0 = Some((moment.clone(), now));
            moment
        })
    }
}

fn differs(last: &Moment, moment: &Moment, passed: Duration) -> bool {
    let is_as_expected = match (last.starts_in, moment.starts_in) {
        (Some(then), Some(now)) => {
            let expected = (then - passed.as_secs_f64()).max(0.0);
            (now - expected).abs() <= TOLERANCE.max(expected * TOLERATED_SHARE)
        }
        (then, now) => then == now,
    };
    let but_for_time = |moment: &Moment| Moment {
        starts_in: None,
        ..moment.clone()
    };
    !is_as_expected || but_for_time(last) != but_for_time(moment)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waits(position: u32, starts_in: f64) -> Moment {
        Moment {
            position: Some(position),
            starts_in: Some(starts_in),
            ..Moment::default()
        }
    }

    #[test]
    fn a_moment_is_told_once_and_again_when_it_is_other_than_expected() {
        let start = Instant::now();
        let after = |seconds: f64| start + Duration::from_secs_f64(seconds);
        let mut last = LastMoment::default();
        assert_eq!(last.news(Moment::default(), start), None, "it says nothing");
        assert!(last.news(waits(3, 30.0), start).is_some());
        assert_eq!(last.news(waits(3, 20.0), after(10.0)), None, "time passes");
        assert_eq!(last.news(waits(3, 18.5), after(10.0)), None, "nearly");
        assert!(last.news(waits(2, 20.0), after(10.0)).is_some());
        assert!(last.news(waits(2, 60.0), after(10.5)).is_some(), "later");
        assert!(last.news(Moment::default(), after(11.0)).is_some(), "over");
        assert_eq!(last.news(Moment::default(), after(12.0)), None);
    }
}
