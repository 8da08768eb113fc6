use super::*;

fn seen(load: &Load) -> Vec<u16> {
    load.in_order().filter(|sample| *sample != GAP).collect()
}

#[test]
fn the_oldest_samples_make_room() {
    let mut load = Load::new();
    (0..SAMPLES + 3).for_each(|sample| load.push(sample, 1));
    assert_eq!(load.bounds(), Some((3, SAMPLES + 2)));
    assert_eq!(load.last(), u16::try_from(SAMPLES + 2).unwrap());
}

#[test]
fn a_short_time_without_a_picture_is_as_it_was_before() {
    let mut load = Load::new();
    load.push(2, 1);
    load.push(5, 3);
    assert_eq!(seen(&load), [2, 2, 2, 5]);
}

#[test]
fn a_long_time_without_a_picture_is_a_gap() {
    let mut load = Load::new();
    load.push(2, 1);
    load.push(5, 9);
    assert_eq!(seen(&load), [2, 5]);
    assert_eq!(load.path().matches('M').count(), 2);
}

#[test]
fn nothing_seen_draws_nothing() {
    assert_eq!(Load::new().path(), "");
    assert_eq!(Load::new().bounds(), None);
}

#[test]
fn the_most_is_as_high_as_the_drawing() {
    let mut load = Load::new();
    load.push(0, 1);
    load.push(40, 1);
    assert_eq!(load.path(), "M58 20V20h1V1h1V20z");
}

#[test]
fn a_load_beyond_all_counts_as_very_much() {
    let mut load = Load::new();
    load.push(usize::MAX, 1);
    assert_eq!(load.bounds().unwrap().1, usize::from(GAP - 1));
}
