//! `flowdeck licenses`: prints the licenses that must be shipped with the program. Those of the fonts and the codec are
//! always in it; those of all packages, if they were collected before the program was compiled.

use super::embedded_files::LICENSES as PACKAGES;
use super::print;

/// Each work, and the text of its license.
const WORKS: [(&str, &str); 5] = [
    (
        "Ubuntu Light, a font",
        include_str!("../../licenses/ubuntu.txt"),
    ),
    ("Hack, a font", include_str!("../../licenses/hack.txt")),
    (
        "Noto Emoji, a font",
        include_str!("../../licenses/noto-emoji.txt"),
    ),
    (
        "Emoji Icon Font",
        include_str!("../../licenses/emoji-icon.txt"),
    ),
    (
        "OpenH264, a video codec",
        include_str!("../../licenses/openh264.txt"),
    ),
];

/// Prints every license.
///
/// # Errors
/// When the program file is damaged.
pub(crate) fn run() -> Result<(), String> {
    print(&text());
    for file in PACKAGES.files {
        let bytes = file
            .bytes()
            .map_err(|why| format!("reading the licenses: {why}"))?;
        print(&String::from_utf8_lossy(&bytes));
    }
    Ok(())
}

/// The licenses of the fonts and the codec, each below the name of its work.
fn text() -> String {
    let texts = WORKS.map(|(work, text)| format!("== {work}\n\n{}\n", text.trim_end()));
    texts.join("\n")
}
