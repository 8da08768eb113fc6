//! How often the holder of a key may do something. Counted in memory, so a restart begins anew.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};

use api::Rate;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limited {
    /// Submissions of runs.
    Submissions,
    /// Accepted runs of a day.
    Runs,
    /// Everything else.
    Reads,
}

impl Limited {
    /// Its name in the headers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Submissions => api::LIMITED_SUBMISSIONS,
            Self::Runs => api::LIMITED_RUNS,
            Self::Reads => "reads",
        }
    }
}

/// Whether something may happen now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allowance {
    /// It may, and some times more.
    Allowed {
        /// How often.
        remaining: u32,
    },
    /// It may later.
    Refused {
        /// In seconds.
        after: u64,
    },
}

/// Counts what the holders of keys do. Several services can share an implementation.
pub trait RateLimits: Send + Sync {
    /// Counts once more, if the rate allows it.
    fn take(&self, key: &str, what: Limited, rate: Rate) -> Allowance;
}

type Limiter = RateLimiter<NotKeyed, InMemoryState, DefaultClock, StateInformationMiddleware>;

/// Counts in the memory of this service.
#[derive(Default)]
pub struct LimitsInMemory {
    limiters: Mutex<Limiters>,
}

/// By key and what is counted. A changed rate begins anew.
type Limiters = HashMap<(String, Limited), (Rate, Arc<Limiter>)>;

impl LimitsInMemory {
    fn limiter(&self, key: &str, what: Limited, rate: Rate) -> Arc<Limiter> {
        let mut limiters = self.limiters.lock().unwrap_or_else(PoisonError::into_inner);
        let known = limiters.get(&(key.to_owned(), what));
        if let Some((_, limiter)) = known.filter(|(own, _)| *own == rate) {
            return limiter.clone();
        }
        let limiter = Arc::new(limiter(rate));
        limiters.insert((key.to_owned(), what), (rate, limiter.clone()));
        limiter
    }
}

impl RateLimits for LimitsInMemory {
    fn take(&self, key: &str, what: Limited, rate: Rate) -> Allowance {
        let limiter = self.limiter(key, what, rate);
        match limiter.check() {
            Ok(state) => Allowance::Allowed {
                remaining: state.remaining_burst_capacity(),
            },
            Err(refused) => {
                let wait = refused.wait_time_from(limiter.clock().now());
                Allowance::Refused {
                    after: wait.as_secs_f64().ceil().max(1.0) as u64,
                }
            }
        }
    }
}

/// The whole rate may be used at once; it comes back evenly.
fn limiter(rate: Rate) -> Limiter {
    let count = NonZeroU32::new(rate.count).unwrap_or(NonZeroU32::MIN);
    let each = Duration::from_secs(u64::from(rate.seconds)) / count.get();
    let quota = Quota::with_period(each.max(Duration::from_nanos(1)));
    let quota = quota.unwrap_or_else(|| Quota::per_second(count));
    RateLimiter::direct(quota.allow_burst(count)).with_middleware()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(text: &str) -> Rate {
        text.parse().unwrap()
    }

    #[test]
    fn as_many_are_allowed_at_once_as_the_rate_has_and_then_one_after_the_other() {
        let limits = LimitsInMemory::default();
        let take = || limits.take("ann", Limited::Submissions, rate("3/h"));
        let remaining = [take(), take(), take()];
        let expected = [2, 1, 0].map(|remaining| Allowance::Allowed { remaining });
        assert_eq!(remaining, expected);
        let Allowance::Refused { after } = take() else {
            panic!("a fourth is allowed");
        };
        assert!((1190..=1200).contains(&after), "{after}");
    }

    #[test]
    fn keys_and_what_they_do_are_counted_on_their_own() {
        let limits = LimitsInMemory::default();
        let once = rate("1/day");
        let is_allowed =
            |key, what| matches!(limits.take(key, what, once), Allowance::Allowed { .. });
        assert!(is_allowed("ann", Limited::Submissions));
        assert!(!is_allowed("ann", Limited::Submissions));
        assert!(is_allowed("ann", Limited::Reads) && is_allowed("bob", Limited::Submissions));
    }

    #[test]
    fn another_rate_begins_anew() {
        let limits = LimitsInMemory::default();
        let take = |text| limits.take("ann", Limited::Submissions, rate(text));
        assert_eq!(take("1/day"), Allowance::Allowed { remaining: 0 });
        assert_eq!(take("2/day"), Allowance::Allowed { remaining: 1 });
    }
}
