//! One metric as it is described: its name, what it counts, and its labels. Knows no values.

/// What a metric is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Counter,
    Gauge,
    Histogram,
}

impl Kind {
    /// Its name in the text format.
    #[cfg(test)]
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Gauge => "gauge",
            Self::Histogram => "histogram",
        }
    }
}

/// One metric.
#[derive(Clone, Copy, Debug)]
pub(super) struct Definition {
    /// Its name in the text format; that of a histogram without the ends of its series.
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) labels: &'static [&'static str],
    /// What it says, as a sentence without its full stop.
    pub(super) help: &'static str,
}

impl Definition {
    /// A counter, whose name ends with `_total`.
    pub(super) const fn counter(
        name: &'static str,
        labels: &'static [&'static str],
        help: &'static str,
    ) -> Self {
        Self {
            name,
            kind: Kind::Counter,
            labels,
            help,
        }
    }

    /// A gauge.
    pub(super) const fn gauge(
        name: &'static str,
        labels: &'static [&'static str],
        help: &'static str,
    ) -> Self {
        Self {
            name,
            kind: Kind::Gauge,
            labels,
            help,
        }
    }

    /// A histogram of seconds.
    pub(super) const fn histogram(
        name: &'static str,
        labels: &'static [&'static str],
        help: &'static str,
    ) -> Self {
        Self {
            name,
            kind: Kind::Histogram,
            labels,
            help,
        }
    }

    /// The unit that its name ends with, if it has one.
    #[cfg(test)]
    pub(super) fn unit(&self) -> &'static str {
        let name = self.name.trim_end_matches("_total");
        let units = ["seconds", "bytes"];
        let unit = units.into_iter().find(|unit| name.ends_with(unit));
        unit.unwrap_or_default()
    }
}
