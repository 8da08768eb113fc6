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

/// The playground's icon. Without one, browsers ask for `/favicon.ico`.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect \
    width='16' height='16' rx='3' fill='%231a56db'/%3E%3Cpath d='M3 3.5h4v3H3zM9 9.5h4v3H9zM5 6.5V11h4' fill='none' \
    stroke='%23fff' stroke-width='1.2'/%3E%3C/svg%3E";

/// What a browser may do with the page: show it with its own styles and icon and the files of its own origin.
static POLICY: LazyLock<String> = LazyLock::new(|| {
    let hash = STANDARD.encode(Sha256::digest(STYLES));
    format!(
        "default-src 'none'; style-src 'sha256-{hash}'; img-src 'self' data:; media-src 'self'; \
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
         <link rel=\"icon\" type=\"image/svg+xml\" href=\"{ICON}\">\n\
         <title>{title} · flowdeck</title>\n{head}<style>{STYLES}</style>\n</head>\n\
         <body>\n{body}</body>\n</html>\n"
    )
}
