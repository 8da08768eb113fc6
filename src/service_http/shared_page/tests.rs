//! The page as a whole: hostile texts, previews and languages.

use super::*;
use service::form::StoredInput;

const HOSTILE: &str = "\"><script>alert(1)</script><img src=x onerror='alert(2)'>";

fn input(path: &str, value: &str) -> StoredInput {
    StoredInput {
        path: path.to_owned(),
        value: value.to_owned(),
        shortened: false,
        file: None,
    }
}

fn output(name: &str, content: Content) -> SharedOutput {
    SharedOutput {
        name: name.to_owned(),
        content,
    }
}

fn page() -> SharedPage {
    let text = Content::Text {
        text: format!("\n{HOSTILE}</pre>"),
        is_cut: true,
    };
    SharedPage {
        workflow: HOSTILE.to_owned(),
        made_at: "2026-11-24T11:05:10.123Z".to_owned(),
        expires_at: HOSTILE.to_owned(),
        address: Some("https://example.org/flow/shared/to-ken".to_owned()),
        token: "to-ken".to_owned(),
        outputs: vec![
            output("a.txt", text),
            output("ü b.png", Content::Image),
            output("c.mp4", Content::Video),
            output("d.flac", Content::Audio),
            output("e.glb", Content::File),
        ],
        inputs: shared_inputs(
            &[input(HOSTILE, HOSTILE), input("x", &"long ".repeat(200))],
            None,
        ),
    }
}

#[test]
fn no_text_becomes_html() {
    let html = page().html(&Texts::ENGLISH);
    for tag in ["<script", "<img src=x", "onerror='"] {
        assert!(!html.contains(tag), "{tag}: {html}");
    }
    assert_eq!(html.matches("&lt;script&gt;").count(), 8, "{html}");
    assert_eq!(html.matches("</pre>").count(), 1);
    let (_, body) = html.split_once("<body>").unwrap();
    assert!(!body.contains("style="), "the policy forbids inline styles");
}

#[test]
fn every_output_is_shown_as_what_it_is_and_can_be_downloaded() {
    let html = page().html(&Texts::ENGLISH);
    for tag in [
        "<img src=\"to-ken/files/%C3%BC%20b.png\" alt=\"Image: ü b.png\"",
        "<video controls playsinline preload=\"metadata\" src=\"to-ken/files/c.mp4\"",
        "<audio controls preload=\"metadata\" src=\"to-ken/files/d.flac\"",
        "href=\"to-ken/files/e.glb\" download=\"e.glb\" aria-label=\"Download: e.glb\"",
    ] {
        assert!(html.contains(tag), "{tag}: {html}");
    }
    assert_eq!(html.matches(" download=").count(), 5);
    let nothing = SharedPage {
        outputs: Vec::new(),
        inputs: Vec::new(),
        ..page()
    };
    let html = nothing.html(&Texts::ENGLISH);
    assert!(html.contains("This run has no outputs.") && !html.contains("Inputs"));
}

#[test]
fn chats_get_the_name_and_the_first_image_if_the_address_is_known() {
    let image = "<meta property=\"og:image\" \
                 content=\"https://example.org/flow/shared/to-ken/files/%C3%BC%20b.png\">";
    let known = page();
    assert!(known.html(&Texts::ENGLISH).contains(image));
    let unknown = SharedPage {
        address: None,
        ..known
    };
    let html = unknown.html(&Texts::ENGLISH);
    assert!(html.contains("og:title") && !html.contains("og:image"));
}

#[test]
fn both_pages_are_in_the_language_of_the_reader() {
    let html = page().html(&Texts::GERMAN);
    assert!(html.contains("<html lang=\"de\">") && html.contains("<h2>Eingaben</h2>"));
    assert!(html.contains("24. November 2026, 11:05 UTC"));
    let missing = missing_page(&Texts::ENGLISH);
    assert!(missing.contains("<h1>This link doesn’t work</h1>"));
}

#[test]
fn values_of_one_field_share_its_label_and_long_ones_are_cut() {
    let long = "ü".repeat(20_000);
    let inputs = [input("a", "1"), input("a", "2"), input("b", &long)];
    let shared = shared_inputs(&inputs, None);
    let html = inputs::list(&shared, &Texts::ENGLISH);
    assert!(html.contains("<dt dir=\"auto\">a</dt><dd dir=\"auto\">1</dd><dd dir=\"auto\">2</dd>"));
    assert_eq!(html.matches('ü').count(), 10_000);
    assert!(html.contains("This is only the beginning."));
    let many: Vec<_> = (0..100).map(|n| input(&n.to_string(), &long)).collect();
    let html = inputs::list(&shared_inputs(&many, None), &Texts::ENGLISH);
    assert_eq!(html.matches('ü').count(), 200_000);
}
