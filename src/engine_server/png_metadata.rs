//! The metadata of saved PNGs, from which ComfyUI's editor restores the workflow. `nodes/png_encoder.rs`
//! writes it into the file.

use serde_json::Value;

/// The keyword and JSON of each text chunk of saved PNGs: the prompt and the entries of `extra_pnginfo`, from the
/// queue's item. Made when the job starts, because the texts of many jobs may wait.
pub(super) fn png_metadata(queue_item: &str) -> Vec<(String, String)> {
    let item: Value = serde_json::from_str(queue_item).unwrap_or_default();
    let (prompt, extra_data) = (&item[2], &item[3]);
    let more = extra_data["extra_pnginfo"].as_object();
    let more = more
        .into_iter()
        .flatten()
        .map(|(key, value)| (key.clone(), ascii(value)));
    std::iter::once(("prompt".to_owned(), ascii(prompt)))
        .chain(more)
        .collect()
}

/// JSON in ASCII only, because a PNG's tEXt chunk holds Latin-1.
fn ascii(value: &Value) -> String {
    let text = value.to_string();
    let mut ascii = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii() {
            ascii.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            ascii.push_str(&format!("\\u{unit:04x}"));
        }
    }
    ascii
}
