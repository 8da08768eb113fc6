use super::*;

#[test]
fn pauses_double_up_to_the_maximum() {
    let pauses: Vec<u32> = (1..=6).map(|failures| backoff(failures, 1.0)).collect();
    assert_eq!(pauses, [1000, 2000, 4000, 8000, 15_000, 15_000]);
}

#[test]
fn pauses_of_two_pages_differ() {
    assert_ne!(backoff(3, 0.1), backoff(3, 0.9));
}
