//! The generated code of each language as text. `tests/npm/snippet.test.mjs` runs it.

mod curl;
mod install;
mod javascript;
mod python;
mod rust;

use super::*;

const BASE: &str = "http://127.0.0.1:8787";

/// Everything that could end a literal, a word or a line, or reverse the text direction.
const HOSTILE: &str = "'\"\\`$(id)${x}\n\r\t\u{1b}[201~\u{85}\u{202e}\u{2028}{y}😀";

fn text<'a>(name: &'a str, text: &'a str) -> FormPart<'a> {
    FormPart {
        name,
        value: PartValue::Text(text),
    }
}

fn file<'a>(name: &'a str, file: &'a str, content_type: &'a str) -> FormPart<'a> {
    let value = PartValue::File {
        name: file,
        content_type,
        is_chosen: true,
    };
    FormPart { name, value }
}

fn literal<'a>(name: &'a str, text: &'a str) -> FormPart<'a> {
    let value = PartValue::Literal(text);
    FormPart { name, value }
}

fn unchosen(name: &'static str, file: &'static str) -> FormPart<'static> {
    let value = PartValue::File {
        name: file,
        content_type: "image/png",
        is_chosen: false,
    };
    FormPart { name, value }
}

fn code(language: Language, parts: &[FormPart<'_>]) -> String {
    let call = RunCall {
        base_url: BASE,
        workflow_id: "poster",
        parts,
        offers_package: false,
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
fn assert_contains(code: &str, piece: &str) {
    assert!(code.contains(piece), "{piece} is missing in:\n{code}");
}

#[test]
fn a_language_is_found_by_its_label() {
    for language in Language::ALL {
        assert_eq!(Language::from_label(language.label()), Some(language));
    }
    assert_eq!(Language::from_label("Perl"), None);
}

#[test]
fn plain_http_uses_the_operations_path_below_a_base_path() {
    let call = RunCall {
        base_url: "https://pod.example.com/a/b",
        workflow_id: "a b/ü'\"${x}`",
        parts: &[],
        offers_package: false,
    };
    let path = "/api/v1/runs?workflow_id=a%20b%2F%C3%BC%27%22%24%7Bx%7D%60";
    for (language, base) in [
        (Language::Curl, "base='"),
        (Language::Fetch, "BASE = \""),
        (Language::Python, "BASE, KEY = \""),
        (Language::Rust, "BASE: &str = \""),
    ] {
        let code = snippet(language, &call);
        assert_contains(&code, &[base, call.base_url].concat());
        assert_contains(&code, path);
    }
}

#[test]
fn the_base_url_is_an_escaped_literal() {
    let call = RunCall {
        base_url: "https://pod.example.com/'\"$x`",
        workflow_id: "poster",
        parts: &[],
        offers_package: false,
    };
    assert_contains(
        &snippet(Language::Curl, &call),
        "base='https://pod.example.com/'\\''\"$x`'\n",
    );
    for language in Language::ALL.into_iter().skip(1) {
        assert_contains(
            &snippet(language, &call),
            "\"https://pod.example.com/'\\\"$x`\"",
        );
    }
}

#[test]
fn the_code_begins_with_what_it_needs() {
    for (language, install) in [
        (Language::Curl, ""),
        (
            Language::Package,
            concat!(
                "// npm install ./flowdeck-",
                env!("CARGO_PKG_VERSION"),
                ".tgz (from a release)\n"
            ),
        ),
        (
            Language::TypeScript,
            concat!(
                "// npm install ./flowdeck-",
                env!("CARGO_PKG_VERSION"),
                ".tgz @types/node (from a release)\n"
            ),
        ),
        (Language::Python, "# pip install requests\n"),
        (
            Language::Rust,
            "// cargo add reqwest --features blocking,json,multipart\n// cargo add serde_json\n",
        ),
    ] {
        let code = poster(language);
        let rest = code.strip_prefix(install).unwrap_or_default();
        let comment = rest.split(' ').next().unwrap_or_default();
        let needs = format!(
            "{comment} export FLOWDECK_API_KEY=YOUR_API_KEY\n\
             {comment} Expects \"photo.png\" in the current folder.\n"
        );
        assert!(rest.starts_with(&needs), "{code}");
    }
}

#[test]
fn only_a_plain_name_of_a_chosen_file_is_in_a_comment() {
    let code = code(Language::Curl, &[file("f", "a$(id).png", "")]);
    assert!(!code.contains("Expects"), "{code}");
}

#[test]
fn the_package_gets_the_workflow_id_unchanged() {
    let call = RunCall {
        base_url: "https://pod.example.com/a",
        workflow_id: "a b\"",
        parts: &[],
        offers_package: false,
    };
    for language in [Language::Package, Language::TypeScript] {
        let code = snippet(language, &call);
        assert_contains(&code, "baseUrl: \"https://pod.example.com/a\"");
        assert_contains(&code, "deck.runAndWait(\"a b\\\"\", ");
    }
}

#[test]
fn the_api_key_is_a_placeholder() {
    for (language, placeholder) in [
        (Language::Curl, "\"X-API-KEY: $FLOWDECK_API_KEY\""),
        (Language::Package, "apiKey: process.env.FLOWDECK_API_KEY "),
        (Language::Fetch, "\"X-API-KEY\": \"YOUR_API_KEY\""),
        (
            Language::TypeScript,
            "apiKey: process.env.FLOWDECK_API_KEY ??",
        ),
        (
            Language::Python,
            "{\"X-API-KEY\": os.environ[\"FLOWDECK_API_KEY\"]}",
        ),
        (Language::Rust, "let key = env::var(\"FLOWDECK_API_KEY\")."),
    ] {
        assert_contains(&poster(language), placeholder);
    }
}

#[test]
fn a_number_keeps_its_digits() {
    for language in Language::ALL {
        let digits = "18446744073709551615.10";
        assert_contains(&code(language, &[text("seed", digits)]), digits);
        assert_contains(&code(language, &[literal("seed", digits)]), digits);
    }
}

#[test]
fn with_a_library_the_code_is_short() {
    for language in [Language::Package, Language::Python] {
        let code = code(language, &[text("title", "Open studio")]);
        let is_code = |line: &&str| {
            let is_comment = line.starts_with(['#', '/']);
            !line.is_empty() && !is_comment && !line.contains("Open studio")
        };
        assert!(code.lines().filter(is_code).count() <= 15, "{code}");
    }
}

#[test]
fn an_output_is_saved_under_a_name_with_the_id_of_its_run() {
    for (language, name) in [
        (Language::Curl, "name=$run-${name##*/}\n"),
        (Language::Package, "writeFile(`${runId}-${"),
        (Language::TypeScript, "writeFile(`${runId}-${"),
        (Language::Fetch, "link.download = `${runId}-${"),
        (Language::Python, "Path(f\"{run_id}-{"),
        (Language::Rust, "format!(\"{run_id}-{}\""),
    ] {
        assert_contains(&poster(language), name);
    }
}

#[test]
fn python_raises_instead_of_ending_a_notebook() {
    let code = poster(Language::Python);
    assert!(!code.contains("exit") && code.contains("raise "), "{code}");
}

#[test]
fn an_unchosen_file_is_a_placeholder_with_a_comment() {
    for (language, comment) in [
        (Language::Curl, "# "),
        (Language::Package, "// "),
        (Language::TypeScript, "// "),
        (Language::Python, "# "),
        (Language::Rust, "// "),
    ] {
        let code = code(language, &[unchosen("photo", "photo.png")]);
        let note = "No file is chosen yet: replace \"photo.png\" with the path of your file.\n";
        assert_contains(&code, &[comment, note].concat());
        assert!(code.matches("photo.png").count() > 1, "{code}");
    }
}

#[test]
fn the_name_of_an_unchosen_file_cannot_leave_its_comment() {
    // In a shell's quotes a line may start like this.
    for language in Language::ALL.into_iter().skip(1) {
        let code = code(language, &[unchosen("a", "a\nrm -r\n.png")]);
        assert!(!code.lines().any(|line| line.starts_with("rm")), "{code}");
    }
    let code = code(Language::Curl, &[unchosen("a", "a\nrm -r\n.png")]);
    let (comments, _) = code.split_once("\n(\n").unwrap_or_default();
    assert!(comments.lines().all(|line| line.starts_with('#')), "{code}");
    assert_contains(&code, "-F 'a=@\"a\nrm -r\n.png\";type=image/png'");
}

#[test]
fn the_code_has_no_hidden_characters() {
    let parts = [
        text("t", HOSTILE),
        file("f", HOSTILE, "image/png"),
        text(HOSTILE, ""),
    ];
    for language in Language::ALL {
        let code = code(language, &parts);
        let hidden = |character: &char| {
            character.is_control() && !matches!(character, '\n' | '\t')
                || matches!(character, '\u{202e}' | '\u{2028}')
        };
        assert_eq!(code.chars().find(hidden), None, "{code}");
    }
}

#[test]
fn an_invalid_content_type_is_omitted() {
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
fn content_type_parameters_are_omitted() {
    for language in Language::ALL {
        let plain = code(language, &[file("f", "a", "text/plain")]);
        let with = code(language, &[file("f", "a", "text/plain; charset=utf-8")]);
        assert_eq!(with, plain);
    }
}

#[test]
fn long_text_is_complete() {
    let long = "x".repeat(100_000);
    for language in Language::ALL {
        assert_contains(&code(language, &[text("t", &long)]), &long);
    }
}
