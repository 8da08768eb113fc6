#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use super::*;
use std::path::PathBuf;
use tokio::io::AsyncReadExt;
use tower_http::services::fs::{Backend, Metadata};

const FILES: EmbeddedFiles = EmbeddedFiles {
    modified: 1_700_000_000,
    files: &[
        EmbeddedFile::plain("a/b.js", b"plain"),
        EmbeddedFile {
            brotli: Some(b"squeezed"),
            ..EmbeddedFile::plain("a/c.js", b"other")
        },
        EmbeddedFile::plain("ab", b""),
    ],
};

#[tokio::test]
async fn files_are_found_by_their_paths_and_compressed_copies_by_their_endings() {
    for (path, content) in [
        ("./a/b.js", Some("plain")),
        ("a/c.js", Some("other")),
        ("a/c.js.br", Some("squeezed")),
        ("a/b.js.br", None),
        ("a/b.js.gz", None),
        ("ab", Some("")),
        ("a", None),
        ("b.js", None),
        (".br", None),
    ] {
        let opened = FILES.open(PathBuf::from(path)).await;
        assert_eq!(opened.is_ok(), content.is_some(), "{path}");
        if let (Ok(mut file), Some(content)) = (opened, content) {
            let mut text = String::new();
            file.read_to_string(&mut text).await.unwrap();
            assert_eq!(text, content, "{path}");
        }
    }
}

#[tokio::test]
async fn folders_are_those_that_files_are_in() {
    for (path, is_folder) in [
        (".", Some(true)),
        ("a", Some(true)),
        ("ab", Some(false)),
        ("b", None),
    ] {
        let metadata = FILES.metadata(PathBuf::from(path)).await;
        assert_eq!(
            metadata.ok().map(|found| found.is_dir()),
            is_folder,
            "{path}"
        );
    }
}

#[test]
fn a_damaged_file_is_an_error() {
    let damaged = EmbeddedFile {
        is_gzip: true,
        ..EmbeddedFile::plain("damaged", b"not gzip")
    };
    assert!(damaged.bytes().is_err());
}
