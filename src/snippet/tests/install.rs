//! What the code says to install.

use super::*;

/// The first line of the code for a deployment that serves the package.
fn first_line(language: Language, base_url: &str) -> String {
    let call = RunCall {
        base_url,
        workflow_id: "poster",
        parts: &[],
        offers_package: true,
    };
    let code = snippet(language, &call);
    code.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn the_package_comes_from_the_deployment_that_serves_it() {
    for base_url in [
        "http://127.0.0.1:8787",
        "https://pod.example.com/a/b%20c",
        "http://127.0.0.1:8787/",
    ] {
        let command = ["// npm install ", base_url.trim_end_matches('/')].concat();
        assert_eq!(
            first_line(Language::Package, base_url),
            [&command, "/flowdeck.tgz"].concat()
        );
        assert_eq!(
            first_line(Language::TypeScript, base_url),
            [&command, "/flowdeck.tgz @types/node"].concat()
        );
    }
}

#[test]
fn an_address_that_a_shell_would_interpret_is_quoted() {
    for (base_url, word) in [
        ("http://[::1]:8787", "'http://[::1]:8787/flowdeck.tgz'"),
        (
            "http://h/a&b$(id)`;*'\"",
            "'http://h/a&b$(id)`;*'\\''\"/flowdeck.tgz'",
        ),
        ("http://h/ü", "'http://h/ü/flowdeck.tgz'"),
    ] {
        let expected = ["// npm install ", word].concat();
        assert_eq!(first_line(Language::Package, base_url), expected);
    }
}

#[test]
fn an_address_that_would_leave_the_comment_is_not_used() {
    for base_url in ["http://h/\nrm -r", "http://h/\r", "http://h/\u{202e}"] {
        for language in [Language::Package, Language::TypeScript] {
            let line = first_line(language, base_url);
            assert_contains(
                &line,
                concat!(
                    "// npm install ./flowdeck-",
                    env!("CARGO_PKG_VERSION"),
                    ".tgz"
                ),
            );
            assert!(line.ends_with(" (from a release)"), "{line}");
        }
    }
}

#[test]
fn other_languages_do_not_need_the_package() {
    for language in [
        Language::Curl,
        Language::Fetch,
        Language::Python,
        Language::Rust,
    ] {
        let call = |offers_package| RunCall {
            base_url: BASE,
            workflow_id: "poster",
            parts: &[],
            offers_package,
        };
        assert_eq!(
            snippet(language, &call(true)),
            snippet(language, &call(false))
        );
        assert!(!snippet(language, &call(true)).contains("npm install"));
    }
}
