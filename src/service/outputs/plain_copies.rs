//! Copies of output images without the texts in them, for links that hide the inputs of a run: those texts may be the
//! inputs. A copy is made at first use, on the disk, and served like every other file. Knows no routes.

mod cleaning;
mod gif;
mod jpeg;
mod parts;
mod png;
mod webp;

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::sync::Mutex;

use parties::Turns;

/// The most bytes of all copies; the oldest ones make room for new ones.
const MAX_BYTES: u64 = 4 << 30;

/// The images whose texts can be left out, by the ends of their names.
const ENDINGS: [&str; 5] = ["png", "jpg", "jpeg", "webp", "gif"];

/// The copies of one service.
#[derive(Debug)]
pub(crate) struct PlainCopies {
    /// Has a folder per run.
    folder: PathBuf,
    /// Locked while one is made or removed: one at a time.
    copies: Arc<Mutex<Vec<CopiedFile>>>,
    /// Parties take turns in having one made.
    turns: Arc<Turns>,
}

#[derive(Debug)]
struct CopiedFile {
    path: PathBuf,
    original: PathBuf,
    bytes: u64,
}

/// An output file for a link that hides the inputs.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PlainFile {
    /// A copy without texts.
    Copy(PathBuf),
    /// Not an image whose texts can be left out: the file itself.
    Original,
    /// An image that is damaged or not what its name says, and could hide anything.
    Unclear,
}

/// The kinds of images whose texts can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Png,
    Jpeg,
    WebP,
    Gif,
}

impl PlainCopies {
    /// Without copies: those of the last start are removed from the folder, which exists.
    pub(crate) fn new(folder: PathBuf) -> Self {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            if let Err(why) = fs::remove_dir_all(entry.path()) {
                let path = entry.path();
                tracing::warn!("removing the old copies in {}: {why}", path.display());
            }
        }
        Self {
            folder,
            copies: Arc::default(),
            turns: Turns::new(1),
        }
    }

    /// What to serve instead of an output file of a run. A caller that goes away while it waits for its turn gives it
    /// up; a copy that has begun is finished for the next caller.
    pub(crate) async fn of(
        &self,
        original: &Path,
        run_id: &str,
        name: &str,
    ) -> io::Result<PlainFile> {
        let copy = self.folder.join(run_id).join(name);
        let (of, known) = (original.to_owned(), copy.clone());
        let (is_made, kind) =
            blocking(move || Ok((is_copy_of(&known, &of)?, kind_of(&of)?))).await?;
        let Some(kind) = kind else {
            return Ok(match is_named_like_an_image(name) {
                true => PlainFile::Unclear,
                false => PlainFile::Original,
            });
        };
        if is_made {
            return Ok(PlainFile::Copy(copy));
        }
        let turn = self.turns.wait().await;
        let mut copies = self.copies.clone().lock_owned().await;
        let original = original.to_owned();
        blocking(move || {
            let _turn = turn;
            make(&mut copies, &original, copy, kind)
        })
        .await
    }
}

fn is_named_like_an_image(name: &str) -> bool {
    let ending = Path::new(name).extension();
    ENDINGS
        .iter()
        .any(|known| ending.is_some_and(|ending| ending.eq_ignore_ascii_case(known)))
}

/// Whether there is a copy of the file as it is now: it has the time of its original.
fn is_copy_of(copy: &Path, original: &Path) -> io::Result<bool> {
    let time = fs::metadata(original)?.modified()?;
    let copied = fs::metadata(copy);
    Ok(copied.is_ok_and(|copied| copied.modified().is_ok_and(|copied| copied == time)))
}

/// The kind of an image by its first bytes, whatever its name is.
fn kind_of(path: &Path) -> io::Result<Option<Kind>> {
    let mut head = Vec::new();
    File::open(path)?.take(12).read_to_end(&mut head)?;
    Ok(match head.as_slice() {
        head if head.starts_with(&image_chunks::png::SIGNATURE) => Some(Kind::Png),
        head if head.starts_with(image_chunks::jpeg::SIGNATURE) => Some(Kind::Jpeg),
        head if image_chunks::webp::is_webp(head) => Some(Kind::WebP),
        head if gif::is_start(head) => Some(Kind::Gif),
        _ => None,
    })
}

/// Makes a copy, unless somebody else has in the meantime.
fn make(
    copies: &mut Vec<CopiedFile>,
    original: &Path,
    path: PathBuf,
    kind: Kind,
) -> io::Result<PlainFile> {
    if is_copy_of(&path, original)? {
        return Ok(PlainFile::Copy(path));
    }
    copies.retain(|copy| copy.path != path);
    let bytes = fs::metadata(original)?.len();
    make_room(copies, bytes);
    if let Some(folder) = path.parent() {
        private_files::create_folder(folder)?;
    }
    let new = path.with_file_name(format!("new-{}", uuid::Uuid::new_v4()));
    let written = write(original, &new, kind);
    let renamed = written.and_then(|()| fs::rename(&new, &path));
    if let Err(why) = renamed {
        let _ = fs::remove_file(&new);
        let is_damaged = matches!(
            why.kind(),
            io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData
        );
        return match is_damaged {
            true => Ok(PlainFile::Unclear),
            false => Err(why),
        };
    }
    copies.push(CopiedFile {
        path: path.clone(),
        original: original.to_owned(),
        bytes,
    });
    Ok(PlainFile::Copy(path))
}

/// Removes the oldest copies. Those that are being sent are sent to their end.
fn make_room(copies: &mut Vec<CopiedFile>, bytes: u64) {
    let mut all: u64 = copies.iter().map(|copy| copy.bytes).sum();
    while all.saturating_add(bytes) > MAX_BYTES && !copies.is_empty() {
        let oldest = copies.remove(0);
        all -= oldest.bytes;
        let _ = fs::remove_file(oldest.path);
    }
}

/// Writes a copy in small pieces. It gets the time of its original, so that conditional requests stay valid.
fn write(original: &Path, copy: &Path, kind: Kind) -> io::Result<()> {
    let file = File::open(original)?;
    let time = file.metadata()?.modified()?;
    let mut reader = BufReader::new(file);
    let written = private_files::writing()
        .create(true)
        .truncate(true)
        .open(copy)?;
    let mut writer = BufWriter::new(written);
    copy_plain(&mut reader, &mut writer, kind)?;
    writer.flush()?;
    writer.get_ref().set_modified(time)
}

fn copy_plain(
    image: &mut impl io::BufRead,
    plain: &mut (impl Write + Seek),
    kind: Kind,
) -> io::Result<()> {
    match kind {
        Kind::Png => png::copy(image, plain),
        Kind::Jpeg => jpeg::copy(image, plain),
        Kind::WebP => webp::copy(image, plain),
        Kind::Gif => gif::copy(image, plain),
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    tokio::task::spawn_blocking(work).await?
}

#[cfg(test)]
mod tests;
