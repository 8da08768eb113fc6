use super::*;

#[test]
fn prefixes_that_lead_out_are_found() {
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
        assert!(leads_out(prefix), "{prefix}");
    }
}

#[test]
fn plain_prefixes_pass() {
    for prefix in ["ComfyUI", "cap/img", "a..b", "...", "", "%date%/x"] {
        assert!(!leads_out(prefix), "{prefix}");
    }
}
