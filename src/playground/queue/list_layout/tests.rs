use super::*;

fn three() -> ListLayout {
    ListLayout::of([10.0, 20.0, 30.0].into_iter())
}

#[test]
fn entries_are_stacked() {
    let layout = three();
    assert_eq!(
        [0, 1, 2, 3].map(|index| layout.offset(index)),
        [0.0, 10.0, 30.0, 60.0]
    );
    assert_eq!(layout.height(), 60.0);
}

#[test]
fn only_entries_in_view_are_visible() {
    let layout = three();
    assert_eq!(layout.entries_between(0.0, 10.0), 0..1);
    assert_eq!(layout.entries_between(5.0, 11.0), 0..2);
    assert_eq!(layout.entries_between(10.0, 30.0), 1..2);
    assert_eq!(layout.entries_between(59.0, 900.0), 2..3);
}

#[test]
fn an_empty_list_has_no_visible_entries() {
    assert!(ListLayout::default().entries_between(0.0, 100.0).is_empty());
    assert!(
        ListLayout::of(std::iter::empty())
            .entries_between(0.0, 100.0)
            .is_empty()
    );
}

#[test]
fn a_view_without_height_shows_at_most_one_entry() {
    assert!(three().entries_between(60.0, 60.0).len() <= 1);
}

#[test]
fn visible_rows_of_a_long_list_are_few_and_cover_the_view() {
    let rows = rows_between(5000, 20.0, 1000.0, 1600.0);
    assert!(rows.start <= 50 && rows.end >= 80);
    assert!(rows.len() <= 64);
}

#[test]
fn visible_rows_end_with_the_list() {
    assert_eq!(rows_between(5, 20.0, -300.0, 900.0), 0..5);
    assert!(rows_between(5, 20.0, 9000.0, 9900.0).is_empty());
}
