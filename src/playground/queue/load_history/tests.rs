use super::*;

fn samples(history: &LoadHistory) -> Vec<u16> {
    history.in_order().filter(|sample| *sample != GAP).collect()
}

#[test]
fn new_samples_replace_the_oldest() {
    let mut history = LoadHistory::new();
    (0..SAMPLES + 3).for_each(|sample| history.push(sample, 1));
    assert_eq!(history.bounds(), Some((3, SAMPLES + 2)));
    assert_eq!(history.last(), u16::try_from(SAMPLES + 2).unwrap());
}

#[test]
fn a_short_time_without_snapshots_repeats_the_last_sample() {
    let mut history = LoadHistory::new();
    history.push(2, 1);
    history.push(5, 3);
    assert_eq!(samples(&history), [2, 2, 2, 5]);
}

#[test]
fn a_long_time_without_snapshots_is_a_gap() {
    let mut history = LoadHistory::new();
    history.push(2, 1);
    history.push(5, 9);
    assert_eq!(samples(&history), [2, 5]);
    assert_eq!(history.path().matches('M').count(), 2);
}

#[test]
fn an_empty_history_draws_nothing() {
    assert_eq!(LoadHistory::new().path(), "");
    assert_eq!(LoadHistory::new().bounds(), None);
}

#[test]
fn the_highest_sample_fills_the_chart() {
    let mut history = LoadHistory::new();
    history.push(0, 1);
    history.push(40, 1);
    assert_eq!(history.path(), "M58 20V20h1V1h1V20z");
}

#[test]
fn a_huge_load_is_capped() {
    let mut history = LoadHistory::new();
    history.push(usize::MAX, 1);
    assert_eq!(history.bounds().unwrap().1, usize::from(GAP - 1));
}
