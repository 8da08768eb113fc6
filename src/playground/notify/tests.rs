use super::*;

#[test]
fn the_title_counts_active_runs() {
    assert_eq!(title(2, None), "▶ 2 · flowdeck");
    assert_eq!(title(0, None), "flowdeck");
}

#[test]
fn the_title_shows_how_a_run_ended() {
    assert_eq!(title(0, Some(RunState::Completed)), "✓ done · flowdeck");
    assert_eq!(
        title(1, Some(RunState::Failed)),
        "✗ failed · ▶ 1 · flowdeck"
    );
}
