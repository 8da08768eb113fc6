//! Code as text: each language's literals and shapes. `tests/npm/snippet.test.mjs` runs it.

mod curl;
mod javascript;
mod python;
mod rust;

use super::*;

const BASE: &str = "http://127.0.0.1:8787";

/// All that may end a literal, a word or a line, or reverse what is read.
const HOSTILE: &str = "'\"\\`$(id)${x}\n\r\t\u{1b}[201~\u{85}\u{202e}\u{2028}{y}😀";

fn text<'a>(name: &'a str, text: &'a str) -> CallPart<'a> {
    CallPart {
        name,
        value: Value::Text(text),
    }
}

fn file<'a>(name: &'a str, file: &'a str, kind: &'a str) -> CallPart<'a> {
    let value = Value::File {
        name: file,
        kind,
        is_chosen: true,
    };
    CallPart { name, value }
}

fn plain<'a>(name: &'a str, text: &'a str) -> CallPart<'a> {
    let value = Value::Plain(text);
    CallPart { name, value }
}

fn unchosen(name: &'static str, file: &'static str) -> CallPart<'static> {
    let value = Value::File {
        name: file,
        kind: "image/png",
        is_chosen: false,
    };
    CallPart { name, value }
}

fn code(language: Language, parts: &[CallPart<'_>]) -> String {
    let call = Call {
        base_url: BASE,
        workflow_id: "poster",
        parts,
    };
    snippet(language, &call)
}

fn poster(language: Language) -> String {
    let parts = [
        text("title", "Open studio"),
        text("size", "512"),
        file("photo", "photo.png", "image/png"),
    ];
    code(language, &parts)
}

#[track_caller]
fn holds(code: &str, piece: &str) {
    assert!(code.contains(piece), "no {piece} in:\n{code}");
}

#[test]
fn a_language_is_found_by_its_label() {
    for language in Language::ALL {
        assert_eq!(Language::named(language.label()), Some(language));
    }
    assert_eq!(Language::named("Perl"), None);
}

#[test]
fn plain_http_names_the_operations_own_address_below_a_path() {
    let call = Call {
        base_url: "https://pod.example.com/a/b",
        workflow_id: "a b/ü'\"",
        parts: &[],
    };
    let address = "https://pod.example.com/a/b/api/v1/runs?workflow_id=a%20b%2F%C3%BC%27%22";
    for language in [
        Language::Curl,
        Language::Fetch,
        Language::Python,
        Language::Rust,
    ] {
        holds(&snippet(language, &call), address);
    }
}

#[test]
fn the_package_is_given_the_workflow_as_it_is() {
    let call = Call {
        base_url: "https://pod.example.com/a",
        workflow_id: "a b\"",
        parts: &[],
    };
    for language in [Language::Package, Language::TypeScript] {
        let code = snippet(language, &call);
        holds(&code, "baseUrl: \"https://pod.example.com/a\"");
        holds(&code, "deck.runAndWait(\"a b\\\"\", ");
    }
}

#[test]
fn the_key_is_a_placeholder() {
    for (language, placeholder) in [
        (Language::Curl, "\"X-API-KEY: $FLOWDECK_KEY\""),
        (Language::Package, "apiKey: process.env.FLOWDECK_KEY "),
        (Language::Fetch, "\"X-API-KEY\": \"YOUR_API_KEY\""),
        (Language::TypeScript, "apiKey: process.env.FLOWDECK_KEY ??"),
        (
            Language::Python,
            "\"X-API-KEY\": os.environ[\"FLOWDECK_KEY\"]",
        ),
        (
            Language::Rust,
            "(\"X-API-KEY\", env::var(\"FLOWDECK_KEY\")?)",
        ),
    ] {
        holds(&poster(language), placeholder);
    }
}

#[test]
fn a_number_keeps_its_digits() {
    for language in Language::ALL {
        let digits = "18446744073709551615.10";
        holds(&code(language, &[text("seed", digits)]), digits);
        holds(&code(language, &[plain("seed", digits)]), digits);
    }
}

#[test]
fn a_file_that_is_not_chosen_has_a_path_to_be_put_in_its_place() {
    for (language, sign) in [
        (Language::Curl, "# "),
        (Language::Package, "// "),
        (Language::TypeScript, "// "),
        (Language::Python, "# "),
        (Language::Rust, "// "),
    ] {
        let code = code(language, &[unchosen("photo", "photo.png")]);
        let told = "No file is chosen yet: put the path of yours in the place of \"photo.png\".\n";
        holds(&code, &[sign, told].concat());
        assert!(code.matches("photo.png").count() > 1, "{code}");
    }
}

#[test]
fn the_name_of_an_unchosen_file_stays_in_its_comment() {
    // In a shell's quotes a line may well begin so.
    for language in Language::ALL.into_iter().skip(1) {
        let code = code(language, &[unchosen("a", "a\nrm -r\n.png")]);
        assert!(!code.lines().any(|line| line.starts_with("rm")), "{code}");
    }
    let code = code(Language::Curl, &[unchosen("a", "a\nrm -r\n.png")]);
    assert_eq!(
        code.lines().nth(1).and_then(|line| line.split(' ').next()),
        Some("curl")
    );
}

#[test]
fn nothing_hidden_stands_in_the_code() {
    let parts = [
        text("t", HOSTILE),
        file("f", HOSTILE, "image/png"),
        text(HOSTILE, ""),
    ];
    for language in Language::ALL {
        let code = code(language, &parts);
        let hidden = |sign: &char| {
            sign.is_control() && !matches!(sign, '\n' | '\t')
                || matches!(sign, '\u{202e}' | '\u{2028}')
        };
        assert_eq!(code.chars().find(hidden), None, "{code}");
    }
}

#[test]
fn a_content_type_that_is_none_is_left_out() {
    for language in Language::ALL {
        let kinds = ["", "image", "image/", "image/p\"ng", "a b/c", "a/b/c"];
        for kind in kinds {
            let unnamed = code(language, &[file("f", "a.png", "")]);
            assert_eq!(
                code(language, &[file("f", "a.png", kind)]),
                unnamed,
                "{kind}"
            );
        }
    }
}

#[test]
fn a_content_type_has_no_parameters() {
    for language in Language::ALL {
        let plain = code(language, &[file("f", "a", "text/plain")]);
        let with = code(language, &[file("f", "a", "text/plain; charset=utf-8")]);
        assert_eq!(with, plain);
    }
}

#[test]
fn a_long_text_is_put_in_whole() {
    let long = "x".repeat(100_000);
    for language in Language::ALL {
        holds(&code(language, &[text("t", &long)]), &long);
    }
}
