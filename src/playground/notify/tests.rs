use super::*;

#[test]
fn the_title_counts_what_is_under_way() {
    assert_eq!(title(2, None), "▶ 2 · flowdeck");
    assert_eq!(title(0, None), "flowdeck");
}

#[test]
fn the_title_says_how_a_run_ended() {
    assert_eq!(title(0, Some(RunState::Completed)), "✓ done · flowdeck");
    assert_eq!(
        title(1, Some(RunState::Failed)),
        "✗ failed · ▶ 1 · flowdeck"
    );
}
