use super::*;

#[test]
fn prefixes_that_point_outside_the_folder_are_unsafe() {
    for prefix in [
        "../x",
        "a/../../x",
        "..\\x",
        "/etc/x",
        "\\\\host\\x",
        "C:\\x",
        "~/x",
        "..",
        "a/.. /x",
    ] {
        assert!(is_unsafe(prefix), "{prefix}");
    }
}

#[test]
fn plain_prefixes_are_safe() {
    for prefix in ["ComfyUI", "cap/img", "a..b", "...", "", "%date%/x"] {
        assert!(!is_unsafe(prefix), "{prefix}");
    }
}
