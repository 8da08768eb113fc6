//! The licenses that must be shipped with the program: those of the fonts and the codec compiled into it.

/// Each work, and the text of its license.
const LICENSES: [(&str, &str); 5] = [
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

/// All licenses, each below the name of its work.
pub(crate) fn text() -> String {
    let texts = LICENSES.map(|(work, text)| format!("== {work}\n\n{}\n", text.trim_end()));
    texts.join("\n")
}
