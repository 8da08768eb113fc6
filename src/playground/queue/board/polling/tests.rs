use super::*;

#[test]
fn pauses_grow_up_to_the_longest() {
    let pauses: Vec<u32> = (1..=6).map(|failures| pause(failures, 1.0)).collect();
    assert_eq!(pauses, [1000, 2000, 4000, 8000, 15_000, 15_000]);
}

#[test]
fn pauses_of_two_pages_differ() {
    assert_ne!(pause(3, 0.1), pause(3, 0.9));
}
