//! The outputs of a shared run, with the start of their texts. Does not know how they are shown.

use blobs::{BlobName, Blobs};

use super::shared_page::{Content, SharedOutput};
use schema::OutputKind;
use service::outputs::output_name;

/// How many bytes of one text are shown.
const MAX_TEXT: u64 = 64 << 10;
/// How many bytes of all texts are shown. Further texts can only be downloaded.
const MAX_TEXTS: u64 = 256 << 10;

/// The outputs of a run with these names. One whose file is gone is left out.
pub(crate) async fn shared_outputs(
    outputs: &dyn Blobs,
    run_id: &str,
    names: Vec<String>,
) -> Vec<SharedOutput> {
    let mut shared = Vec::new();
    let mut left = MAX_TEXTS;
    for name in names {
        let Some(blob) = output_name(run_id, &name) else {
            continue;
        };
        if !matches!(outputs.info(&blob).await, Ok(Some(_))) {
            continue;
        }
        let content = match OutputKind::of_file(&name) {
            OutputKind::Image => Content::Image,
            OutputKind::Video => Content::Video,
            OutputKind::Audio => Content::Audio,
            OutputKind::Text if left > 0 => text(outputs, &blob, &mut left).await,
            OutputKind::Text | OutputKind::File => Content::File,
        };
        shared.push(SharedOutput { name, content });
    }
    shared
}

/// The start of a text file. One that cannot be read or is not UTF-8 can only be downloaded.
async fn text(outputs: &dyn Blobs, name: &BlobName, left: &mut u64) -> Content {
    match start(outputs, name, MAX_TEXT.min(*left)).await {
        Ok((bytes, is_cut)) => match whole_characters(&bytes, is_cut) {
            Some(text) => {
                *left = left.saturating_sub(bytes.len() as u64);
                let text = text.to_owned();
                Content::Text { text, is_cut }
            }
            None => Content::File,
        },
        Err(_) => Content::File,
    }
}

/// The first bytes of a file, and whether it has more.
async fn start(
    outputs: &dyn Blobs,
    name: &BlobName,
    length: u64,
) -> std::io::Result<(Vec<u8>, bool)> {
    let mut bytes = blobs::start(outputs, name, length + 1).await?;
    let is_cut = bytes.len() as u64 > length;
    if is_cut {
        bytes.pop();
    }
    Ok((bytes, is_cut))
}

/// The bytes as text, without the part of a character at which they were cut off.
fn whole_characters(bytes: &[u8], is_cut: bool) -> Option<&str> {
    match str::from_utf8(bytes) {
        Err(error) if is_cut && error.error_len().is_none() => {
            str::from_utf8(bytes.get(..error.valid_up_to())?).ok()
        }
        text => text.ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn long_texts_are_cut_between_characters_and_the_last_ones_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let id = "6f2b1a4e-58f6-4a93-9c0e-1f7a2b3c4d5e";
        std::fs::create_dir(folder.path().join(id)).unwrap();
        let write = |name: &str, text: &str| {
            std::fs::write(folder.path().join(id).join(name), text).unwrap();
        };
        let long = "é".repeat(100_000);
        let mut names = vec!["short.txt".to_owned(), "gone.txt".to_owned()];
        write("short.txt", "a\nb");
        for number in 0..5 {
            let name = format!("{number}.txt");
            write(&name, &format!("x{long}"));
            names.push(name);
        }
        let outputs = blobs::FolderBlobs::open(folder.path().to_owned()).unwrap();
        let shared = shared_outputs(&outputs, id, names).await;
        let texts: Vec<_> = shared
            .iter()
            .map(|output| match &output.content {
                Content::Text { text, is_cut } => (text.len(), *is_cut),
                _ => (0, true),
            })
            .collect();
        let whole = 64 * 1024 - 1;
        assert_eq!(texts[0], (3, false));
        assert_eq!(texts[1], (whole, true));
        // The last one gets the rest.
        assert_eq!(texts[4].0 + 3 + 3 * 64 * 1024, 256 * 1024);
        assert_eq!(texts[5], (0, true));
        assert!(matches!(shared[5].content, Content::File));
    }

    #[test]
    fn a_text_that_is_not_utf_8_is_not_shown() {
        assert_eq!(whole_characters("größe".as_bytes(), false), Some("größe"));
        assert_eq!(whole_characters(b"gr\xf6\xdfe", false), None);
        assert_eq!(whole_characters(b"gr\xc3\xb6\xc3", true), Some("grö"));
        assert_eq!(whole_characters(b"gr\xf6\xdfe\xc3", true), None);
    }
}
