use super::*;

fn taking(accept: &str) -> Field {
    let kind = match accept {
        "image/*" => FieldKind::Image,
        "audio/*" => FieldKind::Audio,
        "" => FieldKind::File { accept: None },
        other => FieldKind::File {
            accept: Some(other.to_owned()),
        },
    };
    Field::new("file", kind)
}

#[test]
fn a_file_is_accepted_by_type_by_extension_or_if_unknown() {
    let cases = [
        ("", "a.xyz", "weird/type", "ok"),
        ("*/*", "a.xyz", "weird/type", "ok"),
        ("image/*", "a.png", "", "ok"),
        ("image/*", "a.txt", "", "file_type"),
        ("image/*", "a.xyz", "", "ok"),
        ("image/*", "a", "image/svg+xml; charset=utf-8", "ok"),
        ("image/png, image/webp", "a", "image/webp", "ok"),
        ("image/png, image/webp", "a", "image/gif", "file_type"),
        ("audio/wav", "a", "audio/x-wav", "ok"),
        ("image/jpeg", "a", "image/jpg", "ok"),
        (".glb,.gltf", "Model.GLB", "", "ok"),
        (".glb,.gltf", "model.glb", "application/x-thing", "ok"),
        (".glb,.gltf", "model.obj", "", "file_type"),
        (".glb,.gltf", "model", "", "ok"),
        (".glb,.gltf", "glb", "text/plain", "file_type"),
        (" , ", "a.txt", "text/plain", "ok"),
        ("*", "a.txt", "text/plain", "ok"),
    ];
    for (accept, name, content_type, expected) in cases {
        let found = checked(&taking(accept), file(name, content_type, 1));
        assert_eq!(found, expected, "{accept:?} {name} {content_type}");
    }
}

#[test]
fn an_image_that_no_engine_reads_is_refused_with_advice() {
    for (name, content_type, sniffed, expected) in [
        ("IMG_1.HEIC", "", None, "image_format"),
        ("a", "image/avif", None, "image_format"),
        (
            "photo.jpg",
            "image/jpeg",
            Some("image/heic"),
            "image_format",
        ),
        ("a.heic", "image/heic", Some("image/jpeg"), "ok"),
        ("a.tiff", "image/tiff", Some("image/tiff"), "ok"),
    ] {
        let value = FieldValue::File(FileInfo {
            name: name.into(),
            content_type: content_type.into(),
            size: 1,
            sniffed,
        });
        assert_eq!(
            checked(&taking("image/*"), value.clone()),
            expected,
            "{name}"
        );
        assert_eq!(checked(&taking(""), value), "ok", "only images are decoded");
    }
    let field = taking("image/*");
    let schema = InputSchema {
        fields: vec![field],
        outputs: Vec::new(),
    };
    let value = file("IMG_1.heic", "image/heic", 9);
    let errors = check(&schema, &[("file".to_owned(), value)]);
    let message =
        "“IMG_1.heic” is HEIC, which ComfyUI cannot read; save it as JPEG or PNG, and choose that";
    assert_eq!(errors[0].msg, message);
}

#[test]
fn the_content_takes_precedence_over_the_declared_type() {
    let cases = [
        (
            "image/*",
            "a.png",
            "image/png",
            Some("video/mp4"),
            "file_type",
        ),
        ("image/*", "a.txt", "text/plain", Some("image/png"), "ok"),
        ("image/*", "a.png", "image/png", None, "ok"),
        ("audio/*", "a.webm", "audio/webm", Some("video/webm"), "ok"),
        ("audio/*", "a.m4a", "", Some("video/mp4"), "ok"),
        (
            "audio/*",
            "a.mp3",
            "audio/mpeg",
            Some("image/png"),
            "file_type",
        ),
        (
            "application/x-a",
            "a.x",
            "application/x-a",
            Some("application/zip"),
            "ok",
        ),
        (".png", "a.png", "", Some("image/jpeg"), "ok"),
    ];
    for (accept, name, content_type, sniffed, expected) in cases {
        let info = FileInfo {
            name: name.into(),
            content_type: content_type.into(),
            size: 1,
            sniffed,
        };
        let found = checked(&taking(accept), FieldValue::File(info));
        assert_eq!(
            found, expected,
            "{accept} {name} {content_type} {sniffed:?}"
        );
    }
}

#[test]
fn a_message_contains_name_size_and_type() {
    let schema = InputSchema {
        fields: vec![taking("image/*")],
        outputs: Vec::new(),
    };
    let info = FileInfo {
        name: "film.png".into(),
        content_type: "image/png".into(),
        size: 2_350_000,
        sniffed: Some("video/mp4"),
    };
    let errors = check(&schema, &[("file".into(), FieldValue::File(info))]);
    let expected = "“film.png” isn't an image (2.4 MB, video/mp4 by its content)";
    assert_eq!(errors[0].msg, expected);
}
