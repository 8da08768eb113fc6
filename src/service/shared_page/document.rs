//! The frame of both pages: head, styles and the policy that permits nothing else.

use std::sync::LazyLock;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::html::escaped_name;
use super::texts::Texts;

/// The playground's colours and sizes, and the page's own styles.
const STYLES: &str = concat!(
    include_str!("../../../www/styles/tokens.css"),
    include_str!("../../../www/shared/page.css")
);

/// What a browser may do with the page: show it with its own styles and the files of its own origin.
static POLICY: LazyLock<String> = LazyLock::new(|| {
    let hash = STANDARD.encode(Sha256::digest(STYLES));
    format!(
        "default-src 'none'; style-src 'sha256-{hash}'; img-src 'self'; media-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
});

/// The Content-Security-Policy of the pages.
pub(crate) fn security_policy() -> &'static str {
    &POLICY
}

/// A whole page with this title. `head` and `body` are HTML.
pub(super) fn document(texts: &Texts, title: &str, head: &str, body: &str) -> String {
    let language = texts.language;
    let title = escaped_name(title);
    format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"robots\" content=\"noindex\">\n\
         <title>{title} · flowdeck</title>\n{head}<style>{STYLES}</style>\n</head>\n\
         <body>\n{body}</body>\n</html>\n"
    )
}
