use super::*;

fn names(header: &str) -> (Option<String>, Option<String>) {
    let Disposition { name, file_name } = parse(header);
    (name, file_name)
}

fn check(cases: &[(&str, Option<&str>, Option<&str>)]) {
    for (header, name, file_name) in cases {
        let expected = (name.map(str::to_owned), file_name.map(str::to_owned));
        assert_eq!(names(header), expected, "{header}");
    }
}

#[test]
fn only_a_part_with_a_file_name_is_a_file() {
    check(&[
        (r#"form-data; name="a""#, Some("a"), None),
        (r#"form-data; name="a"; filename="""#, Some("a"), Some("")),
        (r#"form-data; filename="b"; name="a""#, Some("a"), Some("b")),
        (r#"form-data; NAME="a"; FileName="b""#, Some("a"), Some("b")),
        (
            r#"form-data;name = "a" ;filename ="b" "#,
            Some("a"),
            Some("b"),
        ),
        (
            "form-data; name=a; filename=b.png",
            Some("a"),
            Some("b.png"),
        ),
        (r#"form-data; x; name="a"; name="b""#, Some("a"), None),
    ]);
}

#[test]
fn quoted_text_is_not_a_parameter() {
    check(&[
        (
            r#"form-data; name="a; filename=b""#,
            Some("a; filename=b"),
            None,
        ),
        (
            r#"form-data; name="a;b=c"; filename="d; name=e""#,
            Some("a;b=c"),
            Some("d; name=e"),
        ),
        (r#"form-data; x="; name=y"; name="ü €""#, Some("ü €"), None),
    ]);
}

#[test]
fn the_escapes_of_browsers_and_other_clients_are_removed() {
    check(&[
        (
            r#"form-data; name="a%22; filename=%22b""#,
            Some("a\"; filename=\"b"),
            None,
        ),
        (
            r#"form-data; name="a%0D%0Ab"; filename="c%0D%0Ad""#,
            Some("a\nb"),
            Some("c\r\nd"),
        ),
        (r#"form-data; name="100%25 %2F""#, Some("100%25 %2F"), None),
        (r#"form-data; name="say \"hi\"""#, Some("say \"hi\""), None),
        (r#"form-data; name="a\"; b""#, Some("a\"; b"), None),
        (
            r#"form-data; name="a\"; filename="C:\b\""#,
            Some("a\\"),
            Some("C:\\b\\"),
        ),
    ]);
}

#[test]
fn encoded_names_are_decoded_and_the_full_name_counts() {
    check(&[
        (
            r#"form-data; name="a"; filename*=utf-8''%E6%B5%B7.png"#,
            Some("a"),
            Some("海.png"),
        ),
        (
            r#"form-data; name=a; filename="=?utf-8?B?5rW3LnBuZw==?="; filename*=utf-8''%E6%B5%B7.png"#,
            Some("a"),
            Some("海.png"),
        ),
        (
            r#"form-data; filename*=utf-8''%C3%BC; name="a"; filename="?""#,
            Some("a"),
            Some("ü"),
        ),
        (
            r#"form-data; name*=utf-8''gr%C3%B6%C3%9Fe"#,
            Some("größe"),
            None,
        ),
        (
            r#"form-data; name="=?utf-8?B?5rW3?="; filename="=?utf-8?Q?=E6=B5=B7?=""#,
            Some("海"),
            Some("海"),
        ),
        (
            r#"form-data; name*="utf-8''a%22%3B%0D%0Ab"; FILENAME*=utf-8''..%2F%00"#,
            Some("a\";\nb"),
            Some("../\0"),
        ),
        (
            r#"form-data; name="a"; filename*=b.png"#,
            Some("a"),
            Some("b.png"),
        ),
    ]);
}

#[test]
fn an_incomplete_header_has_no_name() {
    check(&[
        ("", None, None),
        ("form-data", None, None),
        ("form-data; name", None, None),
        (r#"form-data; name="""#, Some(""), None),
        (r#"form-data; name=; filename=b"#, Some(""), Some("b")),
        (r#"form-data; name="a"#, Some("a"), None),
        (r#"form-data; name=""#, Some(""), None),
    ]);
}
