//! The priority of a run. Knows no other part of it.

use serde::Serialize;

/// The priority of a run among the runs of its key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Priority {
    /// It runs after all others.
    Low,
    /// The usual one.
    #[default]
    Normal,
    /// It runs before all others.
    High,
}

impl Priority {
    /// The priority with this name.
    pub fn of(name: &str) -> Option<Self> {
        let all = [Self::Low, Self::Normal, Self::High];
        all.into_iter().find(|priority| priority.name() == name)
    }

    /// Its name, as on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Normal => "normal",
            Self::High => "high",
        }
    }
}
