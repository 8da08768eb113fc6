//! The files of a folder that somebody else writes to, for `ServeDir`: only regular ones. Opening a named pipe would wait
//! for its writer, and take a thread for each request.

use std::fs::Metadata;
use std::io;
use std::path::PathBuf;
use std::pin::Pin;

use tower_http::services::fs::{Backend, TokioBackend, TokioFile};

/// The regular files of a folder.
#[derive(Clone, Debug)]
pub(super) struct RegularFiles;

impl Backend for RegularFiles {
    type File = TokioFile;
    type Metadata = Metadata;
    type OpenFuture = Pin<Box<dyn Future<Output = io::Result<TokioFile>> + Send>>;
    type MetadataFuture = <TokioBackend as Backend>::MetadataFuture;

    fn open(&self, path: PathBuf) -> Self::OpenFuture {
        Box::pin(async move {
            match tokio::fs::metadata(&path).await?.is_file() {
                true => TokioBackend.open(path).await,
                false => Err(io::ErrorKind::NotFound.into()),
            }
        })
    }

    fn metadata(&self, path: PathBuf) -> Self::MetadataFuture {
        TokioBackend.metadata(path)
    }
}
