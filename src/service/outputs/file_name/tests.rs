use super::*;

#[test]
fn a_name_cannot_point_outside_its_folder() {
    for (name, safe) in [
        ("../../etc/passwd", "passwd"),
        ("..", "output"),
        ("", "output"),
        (".env", "env"),
        ("a\\b\\c.png", "c.png"),
        ("a\0b?.png", "a_b_.png"),
        ("poster (1).png", "poster (1).png"),
    ] {
        assert_eq!(safe_name(name), safe);
    }
    assert!(safe_name(&format!("{}.png", "x".repeat(500))).ends_with("x.png"));
}

#[test]
fn two_outputs_with_one_name_do_not_overwrite_each_other() {
    let used = HashSet::from(["a.png".to_owned(), "a_2.png".to_owned()]);
    assert_eq!(unused_name("A.png", &used), "A_3.png");
}
