use super::*;

#[test]
fn a_bar_has_its_share_of_the_height_and_stands_on_the_one_below() {
    assert_eq!(
        path(&[1.0, 4.0], &[], 4.0),
        "M0 40.00v-10.00h0.8v10.00zM1 40.00v-40.00h0.8v40.00z"
    );
    assert_eq!(path(&[1.0], &[3.0], 4.0), "M0 10.00v-10.00h0.8v10.00z");
}

#[test]
fn small_values_are_seen_and_none_are_not() {
    assert_eq!(path(&[0.001], &[], 1000.0), "M0 40.00v-1.00h0.8v1.00z");
    assert_eq!(path(&[0.0, -1.0], &[], 4.0), "");
    assert_eq!(path(&[1.0], &[], 0.0), "");
}
