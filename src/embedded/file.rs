//! A file that is compiled into the program, and a list of them.

use std::borrow::Cow;
use std::io::{self, Read};
use std::time::{Duration, SystemTime};

use flate2::read::GzDecoder;

/// A file that is compiled into the program.
#[derive(Clone, Copy, Debug)]
pub struct EmbeddedFile {
    /// Its path in its folder, with slashes.
    pub path: &'static str,
    /// Its bytes, compressed with gzip if `is_gzip`.
    pub content: &'static [u8],
    /// Whether the content is compressed. Small files are not, and files that gain nothing.
    pub is_gzip: bool,
    /// The same file compressed with brotli, for browsers.
    pub brotli: Option<&'static [u8]>,
}

/// The files of a folder, as they were when the program was compiled.
#[derive(Clone, Copy, Debug)]
pub struct EmbeddedFiles {
    /// The files, sorted by their paths.
    pub files: &'static [EmbeddedFile],
    /// When they were made, in seconds since 1970.
    pub modified: u64,
}

impl EmbeddedFile {
    /// A file that is not compressed.
    pub const fn plain(path: &'static str, content: &'static [u8]) -> Self {
        Self {
            path,
            content,
            is_gzip: false,
            brotli: None,
        }
    }

    /// Its bytes, decompressed.
    ///
    /// # Errors
    /// When the program file is damaged.
    pub fn bytes(&self) -> io::Result<Cow<'static, [u8]>> {
        if !self.is_gzip {
            return Ok(Cow::Borrowed(self.content));
        }
        let mut bytes = Vec::with_capacity(self.len());
        GzDecoder::new(self.content).read_to_end(&mut bytes)?;
        Ok(Cow::Owned(bytes))
    }

    /// The number of its bytes, decompressed.
    pub(crate) fn len(&self) -> usize {
        match self.content.last_chunk() {
            // gzip ends with the length.
            Some(length) if self.is_gzip => u32::from_le_bytes(*length) as usize,
            _ => self.content.len(),
        }
    }
}

impl EmbeddedFiles {
    /// No files.
    pub const NONE: Self = Self {
        files: &[],
        modified: 0,
    };

    /// The file with a path.
    pub fn get(&self, path: &str) -> Option<&'static EmbeddedFile> {
        let index = self.files.binary_search_by(|file| file.path.cmp(path));
        index.ok().and_then(|index| self.files.get(index))
    }

    /// When they were made.
    pub(crate) fn modified(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(self.modified)
    }

    /// Whether the path is that of a folder.
    pub(crate) fn is_folder(&self, path: &str) -> bool {
        let is_inside = |file: &EmbeddedFile| {
            let rest = file.path.strip_prefix(path);
            path.is_empty() || rest.is_some_and(|rest| rest.starts_with('/'))
        };
        self.files.iter().any(is_inside)
    }
}
