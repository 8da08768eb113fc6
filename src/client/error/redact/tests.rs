use super::*;

const KEY: &str = "key-0123456789";

#[test]
fn the_key_is_replaced() {
    let text = ["echo ", KEY, "!"].concat();
    assert_eq!(excerpt(&text, 100, KEY), "echo <API_KEY>!");
}

#[test]
fn truncation_leaves_no_part_of_the_key() {
    for max in 1..200 {
        let truncated = excerpt(&[KEY; 20].join(" "), max, KEY);
        assert!(!truncated.contains("key-"), "{max}: {truncated}");
        assert!(truncated.len() <= max + "…".len(), "{max}: {truncated}");
    }
}

#[test]
fn a_short_text_is_not_truncated() {
    assert_eq!(excerpt("é", 2, KEY), "é");
}
