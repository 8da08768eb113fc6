use miniz_oxide::deflate::compress_to_vec_zlib;

use super::*;

const PROMPT: &str =
    r#"{"1": {"class_type": "LoadImage", "inputs": {"image": "a.png"}, "is_changed": NaN}}"#;
const EDITORS: &str = r#"{"nodes": [{"id": 1, "type": "LoadImage", "title": "Photo", "widgets_values": ["b.png", "image"]}],
    "links": [], "extra": {"linearData": {"inputs": [[1, "image"]]}}}"#;
const MARKED: &str = r#"{"nodes": [{"id": 2, "type": "InputText", "widgets_values": {"name": "word"}}], "links": []}"#;

fn chunk(kind: &str, data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).unwrap().to_be_bytes();
    [&length, kind.as_bytes(), data, &[0; 4]].concat()
}

fn png(chunks: &[Vec<u8>]) -> Vec<u8> {
    let start = [SIGNATURE_AND_HEAD.to_vec()];
    let parts: Vec<_> = start.iter().chain(chunks).cloned().collect();
    [parts.concat(), chunk("IEND", &[])].concat()
}

const SIGNATURE_AND_HEAD: &[u8] =
    b"\x89PNG\r\n\x1a\n\0\0\0\x0DIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\0\0\0\0";

fn text(key: &str, text: &str) -> Vec<u8> {
    chunk("tEXt", format!("{key}\0{text}").as_bytes())
}

/// EXIF data with these texts in tags from 0x0110 downwards.
fn exif(texts: &[&str], little: bool) -> Vec<u8> {
    let short = |value: u16| {
        if little {
            value.to_le_bytes()
        } else {
            value.to_be_bytes()
        }
    };
    let long = |value: usize| {
        let value = u32::try_from(value).unwrap();
        if little {
            value.to_le_bytes()
        } else {
            value.to_be_bytes()
        }
    };
    let mut data = if little {
        b"II*\0".to_vec()
    } else {
        b"MM\0*".to_vec()
    };
    data.extend(long(8));
    data.extend(short(u16::try_from(texts.len()).unwrap()));
    let mut offset = 8 + 2 + 12 * texts.len() + 4;
    for (index, text) in texts.iter().enumerate() {
        data.extend(short(0x0110 - u16::try_from(index).unwrap()));
        data.extend(short(2));
        data.extend(long(text.len() + 1));
        data.extend(long(offset));
        offset += text.len() + 1;
    }
    data.extend(long(0));
    texts
        .iter()
        .for_each(|text| data.extend(format!("{text}\0").bytes()));
    data
}

fn webp(exif: &[u8]) -> Vec<u8> {
    let riff = |kind: &[u8], data: &[u8]| -> Vec<u8> {
        let length = u32::try_from(data.len()).unwrap().to_le_bytes();
        let pad: &[u8] = if data.len() % 2 == 1 { &[0] } else { &[] };
        [kind, &length, data, pad].concat()
    };
    riff(
        b"RIFF",
        &[
            b"WEBP".to_vec(),
            riff(b"VP8X", &[0; 9]),
            riff(b"EXIF", exif),
        ]
        .concat(),
    )
}

fn image(bytes: &[u8]) -> String {
    let (workflow, problems) = Workflow::read(bytes);
    assert!(problems.is_empty(), "{problems:?}");
    workflow.nodes[0].text("image").unwrap_or("none").to_owned()
}

fn refused(bytes: &[u8]) -> String {
    let (workflow, problems) = Workflow::read(bytes);
    assert!(workflow.nodes.is_empty());
    problems[0].message.clone()
}

#[test]
fn json_is_read_in_any_encoding() {
    assert_eq!(image(PROMPT.as_bytes()), "a.png");
    assert_eq!(image(format!("\u{feff}{PROMPT}").as_bytes()), "a.png");
    let wide: Vec<u8> = PROMPT.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(image(&[vec![0xFF, 0xFE], wide].concat()), "a.png");
}

#[test]
fn every_kind_of_png_text_is_read() {
    let packed = compress_to_vec_zlib(PROMPT.as_bytes(), 6);
    let kinds = [
        text("prompt", PROMPT),
        text("Prompt", PROMPT),
        chunk("comf", format!("prompt\0{PROMPT}").as_bytes()),
        chunk("zTXt", &[b"prompt\0\0", &*packed].concat()),
        chunk(
            "iTXt",
            format!("prompt\0\0\0de\0Auftrag\0{PROMPT}").as_bytes(),
        ),
        chunk("iTXt", &[b"prompt\0\x01\0\0\0", &*packed].concat()),
    ];
    for kind in kinds {
        assert_eq!(image(&png(&[text("Software", "x"), kind])), "a.png");
    }
    assert_eq!(image(&png(&[text("workflow", EDITORS)])), "b.png");
}

#[test]
fn the_prompt_is_used_with_the_app_mode_inputs() {
    let bytes = png(&[text("workflow", EDITORS), text("prompt", PROMPT)]);
    assert_eq!(image(&bytes), "a.png");
    let (workflow, _) = Workflow::read(&bytes);
    let names: Vec<_> = workflow
        .app_inputs
        .iter()
        .map(|app| app.name.as_str())
        .collect();
    assert_eq!(names, ["image_1"]);
}

#[test]
fn the_editors_graph_is_used_if_only_it_has_marks() {
    let (workflow, _) = Workflow::read(&png(&[text("prompt", PROMPT), text("workflow", MARKED)]));
    assert_eq!(workflow.nodes[0].class, "InputText");
    let (workflow, _) = Workflow::read(&png(&[text("prompt", "{}"), text("workflow", EDITORS)]));
    assert_eq!(workflow.nodes[0].text("image"), Some("b.png"));
}

/// flowdeck's own text, of a run of [`MARKED_PROMPT`].
fn saved_run() -> String {
    let (workflow, _) = Workflow::parse(MARKED_PROMPT);
    let run = SavedRun {
        run_id: "r-1".to_owned(),
        workflow_id: "poster".to_owned(),
        version: Some(3),
        values: [("title".to_owned(), "Größe".to_owned())].into(),
    };
    run.to_json(&workflow).to_string()
}

const MARKED_PROMPT: &str =
    r#"{"7": {"class_type": "InputText", "inputs": {"name": "title", "value": "Hello"}}}"#;

#[test]
fn the_run_that_made_an_image_is_read_with_its_workflow() {
    let bytes = png(&[text("prompt", PROMPT), text("flowdeck", &saved_run())]);
    let run = SavedRun::read(&bytes).unwrap();
    assert_eq!((&*run.run_id, &*run.workflow_id), ("r-1", "poster"));
    assert_eq!(run.version, Some(3));
    assert_eq!(run.values["title"], "Größe");
    assert_eq!(Workflow::read(&bytes).0.nodes[0].class, "InputText");
}

#[test]
fn a_run_of_an_older_service_has_no_version() {
    let run = r#"{"run_id": "r", "workflow_id": "w", "workflow": {"1": {"class_type": "A", "inputs": {}}}}"#;
    let run = SavedRun::read(&png(&[text("flowdeck", run)])).unwrap();
    assert_eq!((run.workflow_id.as_str(), run.version), ("w", None));
}

#[test]
fn a_text_that_is_not_a_run_leaves_the_prompt() {
    let broken = [
        "",
        "null",
        "[]",
        "{}",
        r#"{"run_id": "r", "workflow_id": "w", "workflow": {}}"#,
        r#"{"run_id": "r", "workflow_id": 5, "workflow": {"1": {"class_type": "A", "inputs": {}}}}"#,
        r#"{"run_id": "r", "workflow_id": "", "workflow": {"1": {"class_type": "A", "inputs": {}}}}"#,
        r#"{"run_id": "r", "workflow_id": "w", "values": [1], "workflow": {"1": {"class_type": "A", "inputs": {}}}}"#,
    ];
    for run in broken {
        let bytes = png(&[text("flowdeck", run), text("prompt", PROMPT)]);
        assert_eq!(SavedRun::read(&bytes), None, "{run}");
        assert_eq!(image(&bytes), "a.png", "{run}");
    }
    assert_eq!(SavedRun::read(saved_run().as_bytes()), None);
}

#[test]
fn webp_and_jpeg_are_read_from_their_exif_data() {
    let texts = [format!("prompt:{PROMPT}"), format!("workflow:{EDITORS}")];
    for little in [true, false] {
        let exif = exif(&[&texts[0], &texts[1]], little);
        assert_eq!(image(&webp(&exif)), "a.png");
        let framed = [b"Exif\0\0", &*exif].concat();
        assert_eq!(image(&webp(&framed)), "a.png");
        let length = u16::try_from(framed.len() + 2).unwrap().to_be_bytes();
        let jpeg = [
            b"\xFF\xD8\xFF\xE0\0\x04ab\xFF\xE1",
            &length[..],
            &framed,
            b"\xFF\xDA",
        ]
        .concat();
        assert_eq!(image(&jpeg), "a.png");
    }
}

#[test]
fn a_file_without_a_workflow_gets_advice() {
    assert!(refused(&png(&[])).starts_with("the image contains no workflow"));
    assert!(refused(&webp(&[])).starts_with("the image contains no workflow"));
    assert!(
        refused(&[0, 159, 146, 150]).starts_with("this isn't a workflow: it is neither JSON nor")
    );
    assert!(refused(b"GIF89a").starts_with("this is not valid JSON"));
}

#[test]
fn a_truncated_file_is_reported() {
    let bytes = png(&[text("prompt", PROMPT)]);
    let cut = &bytes[..bytes.len() - 40];
    assert!(refused(cut).starts_with("the image is cut off"));
    let bytes = webp(&exif(&["prompt:{}"], true));
    assert!(refused(&bytes[..bytes.len() - 4]).starts_with("the image is cut off"));
}

#[test]
fn a_text_that_inflates_too_far_is_left_out() {
    let bomb = compress_to_vec_zlib(&vec![b' '; 80 << 20], 1);
    let chunk = chunk("zTXt", &[b"prompt\0\0", &*bomb].concat());
    assert!(refused(&png(&[chunk])).starts_with("the image contains no workflow"));
}

#[test]
fn the_limit_on_inflating_applies_to_all_texts_together() {
    let bomb = compress_to_vec_zlib(&vec![b' '; 80 << 20], 1);
    let bomb = chunk("zTXt", &[b"prompt\0\0", &*bomb].concat());
    let packed = compress_to_vec_zlib(PROMPT.as_bytes(), 6);
    let packed = chunk("zTXt", &[b"prompt\0\0", &*packed].concat());
    let bytes = png(&[vec![bomb; 300], vec![packed]].concat());
    assert!(refused(&bytes).starts_with("the image contains no workflow"));
}

/// This finishes only if the text is not scanned for every entry.
#[test]
fn exif_data_with_very_many_entries_for_one_large_text_is_read() {
    let (entries, great) = (u16::MAX, 16 << 20);
    let text = [b"prompt:", &*vec![b' '; great]].concat();
    let length = u32::try_from(text.len()).unwrap().to_le_bytes();
    let offset = (10 + 12 * u32::from(entries)).to_le_bytes();
    let entry = [&[0x10, 1, 2, 0], &length[..], &offset].concat();
    let start = [b"II*\0\x08\0\0\0", &entries.to_le_bytes()[..]].concat();
    let entries = entry.repeat(usize::from(entries));
    for text in [&text, &vec![b' '; text.len()]] {
        let exif = [start.as_slice(), &entries, text].concat();
        assert!(Workflow::read(&webp(&exif)).0.nodes.is_empty());
    }
}

#[test]
fn no_truncation_or_changed_byte_makes_reading_panic() {
    let texts = [format!("prompt:{PROMPT}"), format!("workflow:{EDITORS}")];
    let packed = compress_to_vec_zlib(PROMPT.as_bytes(), 6);
    let packed = chunk("iTXt", &[b"workflow\0\x01\0\0\0", &*packed].concat());
    let files = [
        png(&[text("prompt", PROMPT), packed]),
        webp(&exif(&[&texts[0], &texts[1]], true)),
    ];
    for file in files {
        for at in 0..file.len() {
            let _ = Workflow::read(&file[..at]);
            let mut changed = file.clone();
            changed[at] ^= 0xFF;
            let _ = Workflow::read(&changed);
        }
    }
}
