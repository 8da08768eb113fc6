//! How long runs take: moving averages for each workflow and instance, with the models in memory and without.

use std::collections::HashMap;

/// The weight of the newest duration.
const NEWEST: f64 = 0.2;

/// How long a run is expected to take before any has ended, in seconds.
const FIRST_RUN: f64 = 5.0;

/// How long loading models is expected to take before any were loaded, in seconds.
const FIRST_LOAD: f64 = 15.0;

/// What was learned about a workflow at an instance.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnedDuration {
    /// The workflow.
    pub workflow: String,
    /// The instance.
    pub instance: String,
    /// The seconds of a run whose models are in memory, if there was one.
    pub warm: Option<f64>,
    /// The seconds of a run that loads its models, if there was one.
    pub cold: Option<f64>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Average(Option<f64>);

impl Average {
    fn learn(&mut self, seconds: f64) {
        let average = self
            .0
            .map_or(seconds, |known| known + NEWEST * (seconds - known));
        self.0 = Some(average);
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Pair {
    warm: Average,
    cold: Average,
}

impl Pair {
    fn learn(&mut self, seconds: f64, is_cold: bool) {
        match is_cold {
            true => self.cold.learn(seconds),
            false => self.warm.learn(seconds),
        }
    }

    fn get(&self, is_cold: bool) -> Option<f64> {
        match is_cold {
            true => self.cold.0,
            false => self.warm.0,
        }
    }
}

/// What was learned.
#[derive(Debug, Default)]
pub(super) struct Durations {
    here: HashMap<(String, String), Pair>,
    anywhere: HashMap<String, Pair>,
    all: Pair,
}

impl Durations {
    pub(super) fn of(rows: Vec<LearnedDuration>) -> Self {
        let mut durations = Self::default();
        for row in rows {
            let learned = [(row.warm, false), (row.cold, true)];
            for (seconds, is_cold) in learned {
                if let Some(seconds) = seconds {
                    durations.learn(&row.workflow, &row.instance, seconds, is_cold);
                }
            }
        }
        durations
    }

    pub(super) fn rows(&self) -> Vec<LearnedDuration> {
        let rows = self
            .here
            .iter()
            .map(|((workflow, instance), pair)| LearnedDuration {
                workflow: workflow.clone(),
                instance: instance.clone(),
                warm: pair.warm.0,
                cold: pair.cold.0,
            });
        let mut rows: Vec<LearnedDuration> = rows.collect();
        rows.sort_by(|left, right| {
            let place = |row: &LearnedDuration| (row.workflow.clone(), row.instance.clone());
            place(left).cmp(&place(right))
        });
        rows
    }

    pub(super) fn learn(&mut self, workflow: &str, instance: &str, seconds: f64, is_cold: bool) {
        if !seconds.is_finite() || seconds < 0.0 {
            return;
        }
        let here = (workflow.to_owned(), instance.to_owned());
        self.here.entry(here).or_default().learn(seconds, is_cold);
        let anywhere = self.anywhere.entry(workflow.to_owned()).or_default();
        anywhere.learn(seconds, is_cold);
        self.all.learn(seconds, is_cold);
    }

    /// The expected seconds of a run at an instance.
    pub(super) fn expected(&self, workflow: &str, instance: &str, is_cold: bool) -> f64 {
        let here = self.here.get(&(workflow.to_owned(), instance.to_owned()));
        let here = here.and_then(|pair| pair.get(is_cold));
        here.unwrap_or_else(|| self.anywhere(workflow, is_cold))
    }

    /// The seconds of a run at any instance, if one has ended.
    pub(super) fn learned(&self, workflow: &str) -> Option<f64> {
        let pair = self.anywhere.get(workflow)?;
        pair.get(false).or(pair.get(true))
    }

    /// The expected seconds of a run at any instance.
    pub(super) fn anywhere(&self, workflow: &str, is_cold: bool) -> f64 {
        let pair = self.anywhere.get(workflow).copied().unwrap_or_default();
        let known = pair.get(is_cold);
        known.unwrap_or_else(|| match (is_cold, pair.cold.0) {
            (true, _) => self.anywhere(workflow, false) + self.any_load(),
            // It has only run with loading so far.
            (false, Some(cold)) => (cold - self.any_load()).max(cold * 0.1),
            (false, None) => self.all.warm.0.unwrap_or(FIRST_RUN),
        })
    }

    /// The expected seconds of loading the models of a workflow.
    pub(super) fn load(&self, workflow: &str) -> f64 {
        let pair = self.anywhere.get(workflow).copied().unwrap_or_default();
        match (pair.warm.0, pair.cold.0) {
            (Some(warm), Some(cold)) => (cold - warm).max(0.0),
            _ => self.any_load(),
        }
    }

    fn any_load(&self) -> f64 {
        match (self.all.warm.0, self.all.cold.0) {
            (Some(warm), Some(cold)) => (cold - warm).max(0.0),
            _ => FIRST_LOAD,
        }
    }
}
