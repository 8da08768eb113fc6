//! Copies of output images without the texts in them, for links that hide the inputs of a run: those texts may be the
//! inputs. A copy is made at first use, on the disk of this machine, and served like every other file. Knows no routes.

mod cleaning;
mod gif;
mod jpeg;
mod parts;
mod png;
mod webp;

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use blobs::{BlobInfo, BlobName, Blobs, FolderBlobs};
use tokio::sync::Mutex;

use parties::Turns;

/// The most bytes of all copies; the oldest ones make room for new ones.
const MAX_BYTES: u64 = 4 << 30;

/// The images whose texts can be left out, by the ends of their names.
const ENDINGS: [&str; 5] = ["png", "jpg", "jpeg", "webp", "gif"];

/// The copies of one service.
#[derive(Debug)]
pub struct PlainCopies {
    originals: Arc<dyn Blobs>,
    /// The copies, under the names of their originals.
    pub blobs: FolderBlobs,
    /// Locked while one is made or removed: one at a time.
    copies: Arc<Mutex<Vec<CopiedFile>>>,
    /// Parties take turns in having one made.
    turns: Arc<Turns>,
}

#[derive(Debug)]
struct CopiedFile {
    name: BlobName,
    path: PathBuf,
    bytes: u64,
}

/// An output that is to be copied.
struct Original {
    name: BlobName,
    info: BlobInfo,
    kind: Kind,
    file: File,
}

/// An output file for a link that hides the inputs.
#[derive(Debug, PartialEq, Eq)]
pub enum PlainFile {
    /// A copy without texts, with the name of its original.
    Copy,
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
    /// No copies of these outputs yet: those of the last start are removed.
    pub(crate) fn new(originals: Arc<dyn Blobs>, blobs: FolderBlobs) -> Self {
        for entry in fs::read_dir(blobs.folder()).into_iter().flatten().flatten() {
            if let Err(why) = fs::remove_dir_all(entry.path()) {
                let path = entry.path();
                tracing::warn!("removing the old copies in {}: {why}", path.display());
            }
        }
        Self {
            originals,
            blobs,
            copies: Arc::default(),
            turns: Turns::new(1),
        }
    }

    /// What to serve instead of an output file of a run. A caller that goes away while it waits for its turn gives it
    /// up; a copy that has begun is finished for the next caller.
    pub async fn of(&self, name: &BlobName, info: BlobInfo) -> io::Result<PlainFile> {
        let head = blobs::start(&*self.originals, name, 12).await?;
        let Some(kind) = kind_of(&head) else {
            return Ok(match is_named_like_an_image(name.path()) {
                true => PlainFile::Unclear,
                false => PlainFile::Original,
            });
        };
        let (path, written) = (self.path_of(name), info.written);
        let known = path.clone();
        if blocking(move || Ok(has_time(&known, written))).await? {
            return Ok(PlainFile::Copy);
        }
        let turn = self.turns.wait().await;
        let mut copies = self.copies.clone().lock_owned().await;
        let original = Original {
            name: name.clone(),
            info,
            kind,
            file: self.originals.local(name).await?,
        };
        blocking(move || {
            let _turn = turn;
            make(&mut copies, original, path)
        })
        .await
    }

    fn path_of(&self, name: &BlobName) -> PathBuf {
        self.blobs.folder().join(name.group()).join(name.path())
    }
}

fn is_named_like_an_image(name: &str) -> bool {
    let ending = Path::new(name).extension();
    ENDINGS
        .iter()
        .any(|known| ending.is_some_and(|ending| ending.eq_ignore_ascii_case(known)))
}

/// Whether there is a copy of a file that was written at this time: it has the time of its original.
fn has_time(copy: &Path, written: SystemTime) -> bool {
    let copied = fs::metadata(copy).and_then(|copied| copied.modified());
    copied.is_ok_and(|copied| copied == written)
}

/// The kind of an image by its first bytes, whatever its name is.
fn kind_of(head: &[u8]) -> Option<Kind> {
    match head {
        head if head.starts_with(&image_chunks::png::SIGNATURE) => Some(Kind::Png),
        head if head.starts_with(image_chunks::jpeg::SIGNATURE) => Some(Kind::Jpeg),
        head if image_chunks::webp::is_webp(head) => Some(Kind::WebP),
        head if gif::is_start(head) => Some(Kind::Gif),
        _ => None,
    }
}

/// Makes a copy, unless somebody else has in the meantime.
fn make(copies: &mut Vec<CopiedFile>, original: Original, path: PathBuf) -> io::Result<PlainFile> {
    if has_time(&path, original.info.written) {
        return Ok(PlainFile::Copy);
    }
    let (name, bytes) = (original.name.clone(), original.info.size);
    copies.retain(|copy| copy.name != name);
    make_room(copies, bytes);
    if let Some(folder) = path.parent() {
        private_files::create_folder(folder)?;
    }
    let new = path.with_file_name(format!("new-{}", uuid::Uuid::new_v4()));
    let written = write(original, &new);
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
    copies.push(CopiedFile { name, path, bytes });
    Ok(PlainFile::Copy)
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
fn write(original: Original, copy: &Path) -> io::Result<()> {
    let mut reader = BufReader::new(original.file);
    let written = private_files::writing()
        .create(true)
        .truncate(true)
        .open(copy)?;
    let mut writer = BufWriter::new(written);
    copy_plain(&mut reader, &mut writer, original.kind)?;
    writer.flush()?;
    writer.get_ref().set_modified(original.info.written)
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
