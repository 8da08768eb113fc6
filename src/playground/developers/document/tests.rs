use super::*;
use schema::Output;
use schema::document::read_strict;

fn bounds() -> Bounds {
    Bounds {
        integer: true,
        min: Some("-1.50".to_owned()),
        max: Some("18446744073709551615".to_owned()),
        step: Some("1e-3".to_owned()),
    }
}

fn kinds() -> Vec<FieldKind> {
    vec![
        FieldKind::Text {
            multiline: true,
            max_length: Some(12),
        },
        FieldKind::Text {
            multiline: false,
            max_length: None,
        },
        FieldKind::Number(bounds()),
        FieldKind::Slider(Bounds::default()),
        FieldKind::Boolean,
        FieldKind::Choice {
            options: vec!["a \"b\"".to_owned(), "c\n".to_owned()],
        },
        FieldKind::Image,
        FieldKind::Video,
        FieldKind::Audio,
        FieldKind::File {
            accept: Some(".zip".to_owned()),
        },
    ]
}

#[test]
fn a_document_with_every_kind_reads_back() {
    let named = |(index, kind): (usize, FieldKind)| {
        Field::new(["field ", &index.to_string()].concat(), kind)
    };
    let mut schema = InputSchema {
        fields: kinds().into_iter().enumerate().map(named).collect(),
        outputs: vec![Output {
            node: "9".to_owned(),
            label: "</script>".to_owned(),
            kind: OutputKind::Video,
        }],
    };
    schema.fields[0].help = Some("Help \\ “x”".to_owned());
    schema.fields[0].default = Some(String::new());
    schema.fields[1].required = true;
    schema.fields[6].multiple = true;
    schema.fields[6].node = "12".to_owned();
    assert_eq!(read_strict(&write(&schema)), Ok(schema));
}

#[test]
fn an_empty_schema_reads_back() {
    let schema = InputSchema::default();
    assert_eq!(read_strict(&write(&schema)), Ok(schema));
}
