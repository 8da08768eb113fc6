use super::*;

#[test]
fn only_a_switch_is_shown_as_on_or_off() {
    let shown = |text: &str, kind| {
        let entered = Entered {
            text: text.to_owned(),
            kind,
            ..Entered::default()
        };
        entered.shown()
    };
    assert_eq!(shown("true", EnteredKind::Switch), "on");
    assert_eq!(shown("false", EnteredKind::Switch), "off");
    assert_eq!(shown("true", EnteredKind::Text), "true");
    assert_eq!(shown("0.5", EnteredKind::Number), "0.5");
}

#[test]
fn a_kind_is_read_back_by_its_name() {
    for kind in [EnteredKind::Text, EnteredKind::Number, EnteredKind::Switch] {
        assert_eq!(EnteredKind::named(kind.name()), kind);
    }
}
