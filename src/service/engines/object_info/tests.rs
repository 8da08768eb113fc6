use serde_json::json;

use super::*;

fn written(class: &str) -> Option<WrittenClasses> {
    let info = ObjectInfo::default();
    let classes = NodeClasses::from_iter([(class.to_owned(), json!({}))]);
    info.set(&classes);
    info.get()
}

#[test]
fn the_tag_depends_on_the_classes_only() {
    let tag = |class| written(class).unwrap().etag;
    assert_eq!(tag("A"), tag("A"));
    assert_ne!(tag("A"), tag("B"));
    assert!(tag("A").starts_with('"') && tag("A").ends_with('"'));
}

#[test]
fn no_classes_are_no_answer() {
    let info = ObjectInfo::default();
    info.set(&NodeClasses::default());
    assert!(info.get().is_none());
}

#[test]
fn a_condition_may_list_tags_and_weaken_them() {
    let written = written("A").unwrap();
    let tag = &written.etag;
    for condition in [
        tag.clone(),
        format!("W/{tag}"),
        format!("\"x\", {tag}"),
        "*".to_owned(),
    ] {
        assert!(written.matches(&condition), "{condition}");
    }
    for condition in ["", "\"x\"", "W/\"x\", \"y\"", tag.trim_matches('"')] {
        assert!(!written.matches(condition), "{condition}");
    }
}
