//! What a key may do, and how often: only flowdeck's own service has keys that differ.

use std::fmt;
use std::str::FromStr;

/// One thing that a key may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    /// Start runs, repeat its own and cancel them.
    Run,
    /// See workflows, queues, its own runs and their outputs.
    Read,
    /// Deploy and delete workflows.
    Deploy,
    /// Share results of its own runs by links.
    Share,
    /// Read the service's metrics.
    Metrics,
    /// Everything: also keys, engine instances and the runs of others.
    Admin,
}

impl Right {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Run,
        Self::Read,
        Self::Deploy,
        Self::Share,
        Self::Metrics,
        Self::Admin,
    ];

    /// Its name in the API and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Read => "read",
            Self::Deploy => "deploy",
            Self::Share => "share",
            Self::Metrics => "metrics",
            Self::Admin => "admin",
        }
    }

    fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// What a key may do. Written as the names of its rights with commas: `run,read`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rights(u8);

impl Rights {
    /// Those of a key that is made without a choice.
    pub fn usual() -> Self {
        [Right::Run, Right::Read, Right::Share]
            .into_iter()
            .collect()
    }

    /// Whether this right is among them; `admin` includes all.
    pub fn allow(self, right: Right) -> bool {
        self.0 & (right.bit() | Right::Admin.bit()) != 0
    }

    /// The rights, as they were given.
    pub fn iter(self) -> impl Iterator<Item = Right> {
        Right::ALL
            .into_iter()
            .filter(move |right| self.0 & right.bit() != 0)
    }
}

impl FromIterator<Right> for Rights {
    fn from_iter<T: IntoIterator<Item = Right>>(rights: T) -> Self {
        Self(rights.into_iter().fold(0, |bits, right| bits | right.bit()))
    }
}

impl From<Right> for Rights {
    fn from(right: Right) -> Self {
        Self(right.bit())
    }
}

impl fmt::Display for Rights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.iter().map(Right::name).collect();
        f.write_str(&names.join(","))
    }
}

impl FromStr for Rights {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let right = |name: &str| {
            let found = Right::ALL.into_iter().find(|right| right.name() == name);
            found.ok_or_else(|| {
                let all = Right::ALL.map(Right::name).join(", ");
                format!("“{name}” is not a right; the rights are {all}")
            })
        };
        let names = text.split(',').map(str::trim);
        names.map(right).collect()
    }
}

/// How often something may happen. Written as `60/min`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// How many times.
    pub count: u32,
    /// Within how many seconds.
    pub seconds: u32,
}

impl Rate {
    /// The units of time: the first name is the one that is written.
    const UNITS: [(&'static str, u32); 4] =
        [("s", 1), ("min", 60), ("h", 3600), ("day", Self::DAY)];
    /// The largest count.
    const MAX: u32 = 1_000_000;
    /// The seconds of a day.
    pub const DAY: u32 = 86400;

    /// So often a day.
    pub const fn per_day(count: u32) -> Self {
        Self {
            count,
            seconds: Self::DAY,
        }
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = Self::UNITS
            .iter()
            .find(|(_, seconds)| *seconds == self.seconds);
        match unit {
            Some((name, _)) => write!(f, "{}/{name}", self.count),
            None => write!(f, "{} in {} s", self.count, self.seconds),
        }
    }
}

impl FromStr for Rate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (count, unit) = text.split_once('/')?;
            let count = count.trim().parse().ok()?;
            let unit = Self::UNITS.iter().find(|(name, _)| *name == unit.trim())?;
            (1..=Self::MAX).contains(&count).then_some(Self {
                count,
                seconds: unit.1,
            })
        };
        read().ok_or_else(|| {
            format!("“{text}” is not a rate; write a number and s, min, h or day, such as 60/min")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rights_are_written_and_read_by_name() {
        for text in [
            "run",
            "run,read",
            "deploy,share,metrics",
            "admin",
            "run,read,deploy,share,metrics,admin",
        ] {
            assert_eq!(text.parse::<Rights>().unwrap().to_string(), text);
        }
        assert_eq!(
            "read, run".parse::<Rights>().unwrap().to_string(),
            "run,read"
        );
        for text in ["", "Run", "run,,read", "all", "run;read"] {
            assert!(
                text.parse::<Rights>()
                    .unwrap_err()
                    .contains("the rights are run, read"),
                "{text}"
            );
        }
    }

    #[test]
    fn admin_allows_everything_and_others_only_themselves() {
        let admin: Rights = "admin".parse().unwrap();
        assert!(Right::ALL.into_iter().all(|right| admin.allow(right)));
        let usual = Rights::usual();
        let allowed: Vec<_> = Right::ALL
            .into_iter()
            .filter(|right| usual.allow(*right))
            .collect();
        assert_eq!(allowed, [Right::Run, Right::Read, Right::Share]);
        assert!(!Rights::default().allow(Right::Read));
    }

    #[test]
    fn rates_are_written_and_read_with_their_unit() {
        for (text, count, seconds) in [
            ("60/min", 60, 60),
            ("1/s", 1, 1),
            ("5/h", 5, 3600),
            ("500/day", 500, 86400),
        ] {
            let rate: Rate = text.parse().unwrap();
            assert_eq!((rate.count, rate.seconds), (count, seconds));
            assert_eq!(rate.to_string(), text);
        }
        for text in [
            "",
            "60",
            "/min",
            "0/min",
            "-1/s",
            "1.5/s",
            "60/week",
            "60/min/s",
            "9999999/s",
        ] {
            assert!(
                text.parse::<Rate>().unwrap_err().contains("such as 60/min"),
                "{text}"
            );
        }
    }
}
