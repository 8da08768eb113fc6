//! Lets `ServeDir` serve embedded files instead of a folder. It looks for compressed copies as files with the endings
//! `.br` and `.gz`.

use std::borrow::Cow;
use std::future::{Ready, ready};
use std::io::{self, Cursor, SeekFrom};
use std::path::{Component, Path, PathBuf};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::SystemTime;

use tokio::io::{AsyncRead, AsyncSeek, ReadBuf};
use tower_http::services::fs::{Backend, File, Metadata};

use crate::file::EmbeddedFiles;

/// An opened file.
#[derive(Debug)]
pub struct ServedFile {
    bytes: Cursor<Cow<'static, [u8]>>,
    metadata: ServedMetadata,
}

/// What a server needs to know of a file or a folder.
#[derive(Clone, Copy, Debug)]
pub struct ServedMetadata {
    length: usize,
    modified: SystemTime,
    is_folder: bool,
}

impl EmbeddedFiles {
    /// The length of a file, compressed if the path has that ending.
    fn length(&self, path: &str) -> Option<usize> {
        match (self.get(path), compressed(path)) {
            (Some(file), _) => Some(file.len()),
            (None, Some((path, "br"))) => Some(self.get(path)?.brotli?.len()),
            (None, Some((path, _))) => self.gzip(path).map(<[u8]>::len),
            (None, None) => None,
        }
    }

    /// The bytes of a file, compressed if the path has that ending.
    fn content(&self, path: &str) -> io::Result<Cow<'static, [u8]>> {
        let content = match (self.get(path), compressed(path)) {
            (Some(file), _) => return file.bytes(),
            (None, Some((path, "br"))) => self.get(path).and_then(|file| file.brotli),
            (None, Some((path, _))) => self.gzip(path),
            (None, None) => None,
        };
        Ok(Cow::Borrowed(content.ok_or(io::ErrorKind::NotFound)?))
    }

    fn gzip(&self, path: &str) -> Option<&'static [u8]> {
        let file = self.get(path).filter(|file| file.is_gzip);
        file.map(|file| file.content)
    }

    fn metadata_of(&self, path: &str) -> io::Result<ServedMetadata> {
        let length = self.length(path);
        if length.is_none() && !self.is_folder(path) {
            return Err(io::ErrorKind::NotFound.into());
        }
        Ok(ServedMetadata {
            length: length.unwrap_or_default(),
            modified: self.modified(),
            is_folder: length.is_none(),
        })
    }

    fn opened(&self, path: &str) -> io::Result<ServedFile> {
        Ok(ServedFile {
            metadata: self.metadata_of(path)?,
            bytes: Cursor::new(self.content(path)?),
        })
    }
}

/// The path without the ending of a compressed copy, and that ending.
fn compressed(path: &str) -> Option<(&str, &str)> {
    let parts = path.rsplit_once('.');
    parts.filter(|(_, ending)| ["br", "gz"].contains(ending))
}

/// The path of a file in its folder, with slashes.
fn name(path: &Path) -> String {
    let parts = path.components().filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_string_lossy()),
        _ => None,
    });
    parts.collect::<Vec<_>>().join("/")
}

impl Backend for EmbeddedFiles {
    type File = ServedFile;
    type Metadata = ServedMetadata;
    type OpenFuture = Ready<io::Result<ServedFile>>;
    type MetadataFuture = Ready<io::Result<ServedMetadata>>;

    fn open(&self, path: PathBuf) -> Self::OpenFuture {
        ready(self.opened(&name(&path)))
    }

    fn metadata(&self, path: PathBuf) -> Self::MetadataFuture {
        ready(self.metadata_of(&name(&path)))
    }
}

impl File for ServedFile {
    type Metadata = ServedMetadata;
    type MetadataFuture<'a> = Ready<io::Result<ServedMetadata>>;

    fn metadata(&self) -> Self::MetadataFuture<'_> {
        ready(Ok(self.metadata))
    }
}

impl Metadata for ServedMetadata {
    fn is_dir(&self) -> bool {
        self.is_folder
    }

    fn modified(&self) -> io::Result<SystemTime> {
        Ok(self.modified)
    }

    fn len(&self) -> u64 {
        self.length as u64
    }
}

impl AsyncRead for ServedFile {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.bytes).poll_read(context, buffer)
    }
}

impl AsyncSeek for ServedFile {
    fn start_seek(mut self: Pin<&mut Self>, position: SeekFrom) -> io::Result<()> {
        Pin::new(&mut self.bytes).start_seek(position)
    }

    fn poll_complete(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<u64>> {
        Pin::new(&mut self.bytes).poll_complete(context)
    }
}
