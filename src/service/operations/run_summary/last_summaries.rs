//! The last summaries, which are reused because reading the runs of many hours takes a while and watchers ask
//! repeatedly. No I/O.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::time::Instant;

use store::Reach;

/// A summary is reused for this many times as long as it took to make, and at most for this long.
const TIMES: u32 = 50;
const MAX_USE: Duration = Duration::from_secs(5);

/// The subject of a summary: its runs, and the number of hours.
pub(super) type About = (Reach, u32);

/// The last summaries.
#[derive(Debug, Default)]
pub(super) struct LastSummaries(Mutex<HashMap<About, Arc<Last>>>);

/// Locked while a summary is made, so that everybody who asks in the meantime gets that one.
type Last = tokio::sync::Mutex<Option<Made>>;

#[derive(Clone, Debug)]
struct Made {
    summary: Arc<Value>,
    until: Instant,
}

impl Made {
    fn is_good(&self) -> bool {
        Instant::now() < self.until
    }
}

impl LastSummaries {
    /// The last summary, or else a new one.
    ///
    /// # Errors
    /// When making it fails.
    pub(super) async fn get<E>(
        &self,
        about: About,
        make: impl Future<Output = Result<Arc<Value>, E>>,
    ) -> Result<Arc<Value>, E> {
        let last = self.last(about);
        let mut last = last.lock().await;
        if let Some(made) = last.as_ref().filter(|made| made.is_good()) {
            return Ok(made.summary.clone());
        }
        let begun = Instant::now();
        let summary = make.await?;
        *last = Some(Made {
            summary: summary.clone(),
            until: Instant::now() + used_for(begun.elapsed()),
        });
        Ok(summary)
    }

    fn last(&self, about: About) -> Arc<Last> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, last| {
            let is_good = |last: &Option<Made>| last.as_ref().is_some_and(Made::is_good);
            Arc::strong_count(last) > 1 || last.try_lock().is_ok_and(|last| is_good(&last))
        });
        all.entry(about).or_default().clone()
    }
}

/// How long a summary that took this long is reused.
fn used_for(took: Duration) -> Duration {
    (took * TIMES).min(MAX_USE)
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn get(view: &LastSummaries, owner: &str, text: &'static str) -> Arc<Value> {
        let make = async {
            // Long enough to be reused for a second.
            tokio::time::sleep(Duration::from_millis(20)).await;
            Ok::<_, ()>(Arc::new(Value::from(text)))
        };
        view.get((Reach::of_key(owner), 24), make).await.unwrap()
    }

    #[test]
    fn a_summary_is_used_for_longer_the_longer_it_took() {
        let ms = Duration::from_millis;
        let used_for = [0, 20, 1000].map(|took| used_for(ms(took)));
        assert_eq!(used_for, [ms(0), ms(1000), MAX_USE]);
    }

    #[tokio::test]
    async fn all_who_ask_while_a_summary_is_made_get_that_one() {
        let view = LastSummaries::default();
        let (one, two) = tokio::join!(get(&view, "a", "one"), get(&view, "a", "two"));
        assert_eq!((&*one, &*two), (&Value::from("one"), &Value::from("one")));
        assert_eq!(*get(&view, "b", "other").await, "other");
    }

    #[tokio::test]
    async fn old_summaries_are_forgotten() {
        let view = LastSummaries::default();
        let make = async { Ok::<_, ()>(Arc::default()) };
        view.get((Reach::default(), 24), make).await.unwrap();
        for last in view.0.lock().unwrap().values() {
            let mut last = last.try_lock().unwrap();
            last.as_mut().unwrap().until = Instant::now();
        }
        get(&view, "b", "new").await;
        assert_eq!(view.0.lock().unwrap().len(), 1);
    }
}
