use super::*;

#[test]
fn a_place_in_a_list_is_read() {
    let items = decode::validation(br#"{"detail":[{"loc":["body","a",3],"msg":"m","type":"t"}]}"#);
    assert_eq!(
        items[0].loc,
        [
            Loc::Name("body".into()),
            Loc::Name("a".into()),
            Loc::Index(3)
        ]
    );
}
