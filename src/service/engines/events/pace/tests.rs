use super::*;

const KNOWN: QueueKnowledge = QueueKnowledge {
    is_explained: true,
    is_busy: false,
    has_runs: false,
    has_unexplained_end: false,
    is_watched: false,
};

fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// How long after a question that was answered after `took` the next one is due.
fn next(took: Duration, wanted: Option<Duration>, queue: QueueKnowledge) -> Option<Duration> {
    let start = Instant::now();
    let mut pace = Pace::new(&EngineLimits::default());
    pace.asked_at(start);
    pace.answered_at(start + took);
    if let Some(after) = wanted {
        pace.want_at(start + took + after);
    }
    let next = pace.next(queue)?;
    Some(next - start)
}

#[test]
fn an_instance_with_runs_of_ours_is_asked_every_5_s_whatever_its_events_and_answers_say() {
    for has_unexplained_end in [false, true] {
        for is_explained in [false, true] {
            for took in [1, 100, 900, 4000, 9000].map(millis) {
                let queue = QueueKnowledge {
                    is_explained,
                    is_busy: true,
                    has_runs: true,
                    has_unexplained_end,
                    is_watched: false,
                };
                let due = next(took, None, queue).unwrap();
                assert!(due <= millis(5000).max(took), "{queue:?} {took:?}: {due:?}");
                assert!(due >= millis(1000), "{queue:?} {took:?}: {due:?}");
            }
        }
    }
}

#[test]
fn an_idle_instance_whose_events_explain_everything_is_not_asked() {
    assert_eq!(next(millis(1), None, KNOWN), None);
}

#[test]
fn what_is_watched_is_less_than_3_s_old_when_the_next_answer_comes() {
    for is_explained in [false, true] {
        for took in [1, 160, 1000, 1400].map(millis) {
            let queue = QueueKnowledge {
                is_explained,
                is_busy: true,
                has_runs: false,
                is_watched: true,
                has_unexplained_end: false,
            };
            let due = next(took, None, queue).unwrap();
            assert!(due + took < millis(3000), "{queue:?} {took:?}: {due:?}");
            assert!(due >= millis(1000), "{took:?}: {due:?}");
        }
    }
}

#[test]
fn tasks_of_others_are_asked_about_less_often_the_longer_the_answer_takes() {
    let (is_explained, is_busy) = (false, true);
    let queue = QueueKnowledge {
        is_explained,
        is_busy,
        ..KNOWN
    };
    let soon = Some(millis(30));
    assert_eq!(next(millis(1), None, queue), Some(millis(2001)));
    assert_eq!(next(millis(1), soon, queue), Some(millis(1001)));
    assert_eq!(next(millis(160), soon, queue), Some(millis(16_160)));
    let has_unexplained_end = true;
    let ended = QueueKnowledge {
        has_unexplained_end,
        ..queue
    };
    assert_eq!(next(millis(160), soon, ended), Some(millis(1160)));
}
