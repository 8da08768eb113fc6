//! Metadata as FLAC and Opus store it. Source: <https://xiph.org/vorbis/doc/v-comment.html>.

/// The program as the encoder of a file.
const VENDOR: &str = "flowdeck";

/// A comment header with these keys and texts. Leaves out keys that the format does not allow.
pub(super) fn vorbis_comment(metadata: &[(String, String)]) -> Vec<u8> {
    let comments: Vec<String> = metadata
        .iter()
        .filter(|(key, _)| is_key(key))
        .map(|(key, text)| format!("{key}={text}"))
        .collect();
    let mut header = Vec::new();
    push_text(&mut header, VENDOR);
    header.extend((comments.len() as u32).to_le_bytes());
    for comment in &comments {
        push_text(&mut header, comment);
    }
    header
}

fn push_text(header: &mut Vec<u8>, text: &str) {
    header.extend((text.len() as u32).to_le_bytes());
    header.extend(text.as_bytes());
}

fn is_key(key: &str) -> bool {
    let allowed = |byte| matches!(byte, b' '..=b'}') && byte != b'=';
    !key.is_empty() && key.bytes().all(allowed)
}
