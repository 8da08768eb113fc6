use super::*;

fn three() -> Geometry {
    Geometry::of([10.0, 20.0, 30.0].into_iter())
}

#[test]
fn entries_stand_below_each_other() {
    let geometry = three();
    assert_eq!(
        [0, 1, 2, 3].map(|place| geometry.top(place)),
        [0.0, 10.0, 30.0, 60.0]
    );
    assert_eq!(geometry.height(), 60.0);
}

#[test]
fn only_what_is_in_view_is_visible() {
    let geometry = three();
    assert_eq!(geometry.between(0.0, 10.0), 0..1);
    assert_eq!(geometry.between(5.0, 11.0), 0..2);
    assert_eq!(geometry.between(10.0, 30.0), 1..2);
    assert_eq!(geometry.between(59.0, 900.0), 2..3);
}

#[test]
fn nothing_is_visible_of_nothing() {
    assert!(Geometry::default().between(0.0, 100.0).is_empty());
    assert!(
        Geometry::of(std::iter::empty())
            .between(0.0, 100.0)
            .is_empty()
    );
}

#[test]
fn a_view_without_height_shows_nothing_beyond_its_place() {
    assert!(three().between(60.0, 60.0).len() <= 1);
}

#[test]
fn lines_of_a_long_list_are_bounded_and_cover_the_view() {
    let shown = lines(5000, 20.0, 1000.0, 1600.0);
    assert!(shown.start <= 50 && shown.end >= 80);
    assert!(shown.len() <= 64);
}

#[test]
fn lines_end_with_the_list() {
    assert_eq!(lines(5, 20.0, -300.0, 900.0), 0..5);
    assert!(lines(5, 20.0, 9000.0, 9900.0).is_empty());
}
