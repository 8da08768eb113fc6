//! The last answers to `GET /api/v1/comfy/monitoring`: reading the runs of many hours takes a while, and everybody who
//! watches asks again and again. No I/O.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use tokio::time::Instant;

use store::Reach;

/// An answer is used for so many times as long as it took to make, and at most for this long.
const TIMES: u32 = 50;
const MAX_USE: Duration = Duration::from_secs(5);

/// What an answer is about: which runs, and of how many hours.
pub(crate) type About = (Reach, u32);

/// The last answers.
#[derive(Debug, Default)]
pub(crate) struct SummaryView(Mutex<HashMap<About, Arc<Last>>>);

/// Locked while an answer is made, so that all who ask meanwhile get that one.
type Last = tokio::sync::Mutex<Option<Answer>>;

#[derive(Clone, Debug)]
struct Answer {
    body: Bytes,
    until: Instant,
}

impl Answer {
    fn is_good(&self) -> bool {
        Instant::now() < self.until
    }
}

impl SummaryView {
    /// The last answer, or else a new one.
    ///
    /// # Errors
    /// When making it fails.
    pub(crate) async fn get<E>(
        &self,
        about: About,
        make: impl Future<Output = Result<Bytes, E>>,
    ) -> Result<Bytes, E> {
        let last = self.last(about);
        let mut last = last.lock().await;
        if let Some(answer) = last.as_ref().filter(|answer| answer.is_good()) {
            return Ok(answer.body.clone());
        }
        let begun = Instant::now();
        let body = make.await?;
        *last = Some(Answer {
            body: body.clone(),
            until: Instant::now() + used_for(begun.elapsed()),
        });
        Ok(body)
    }

    fn last(&self, about: About) -> Arc<Last> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, last| {
            let is_good = |last: &Option<Answer>| last.as_ref().is_some_and(Answer::is_good);
            Arc::strong_count(last) > 1 || last.try_lock().is_ok_and(|last| is_good(&last))
        });
        all.entry(about).or_default().clone()
    }
}

/// For how long an answer is used that took this long.
fn used_for(took: Duration) -> Duration {
    (took * TIMES).min(MAX_USE)
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn get(view: &SummaryView, owner: &str, text: &'static str) -> Bytes {
        let make = async {
            // So long that it is used for a second.
            tokio::time::sleep(Duration::from_millis(20)).await;
            Ok::<_, ()>(Bytes::from_static(text.as_bytes()))
        };
        view.get((Reach::of_key(owner), 24), make).await.unwrap()
    }

    #[test]
    fn an_answer_is_used_for_longer_the_longer_it_took() {
        let ms = Duration::from_millis;
        let used_for = [0, 20, 1000].map(|took| used_for(ms(took)));
        assert_eq!(used_for, [ms(0), ms(1000), MAX_USE]);
    }

    #[tokio::test]
    async fn all_who_ask_while_an_answer_is_made_get_that_one() {
        let view = SummaryView::default();
        let (one, two) = tokio::join!(get(&view, "a", "one"), get(&view, "a", "two"));
        assert_eq!((one, two), ("one".into(), "one".into()));
        assert_eq!(get(&view, "b", "other").await, "other");
    }

    #[tokio::test]
    async fn old_answers_are_forgotten() {
        let view = SummaryView::default();
        let make = async { Ok::<_, ()>(Bytes::new()) };
        view.get((Reach::default(), 24), make).await.unwrap();
        for last in view.0.lock().unwrap().values() {
            let mut last = last.try_lock().unwrap();
            last.as_mut().unwrap().until = Instant::now();
        }
        get(&view, "b", "new").await;
        assert_eq!(view.0.lock().unwrap().len(), 1);
    }
}
