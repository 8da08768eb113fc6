//! The tests that every backend must pass. The tests of a backend implement [`Place`] and call [`all`].

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "these are tests"
)]

use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::mem::forget;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::name::BlobName;
use crate::{Blobs, ListedBlob, NewGroup, write};

/// More blobs than an object store lists in one answer.
const MANY: usize = 1_100;

/// The place where a backend keeps its blobs during a test. It is empty at first.
pub trait Place {
    /// Opens it like a service that starts. The service that had it open before has ended or was killed.
    fn open(&self) -> Arc<dyn Blobs>;
}

/// Runs every test, each in a place of its own.
pub async fn all<P: Place>(new_place: impl Fn() -> P) {
    a_group_appears_as_a_whole(&new_place()).await;
    a_group_that_is_not_committed_leaves_nothing(&new_place()).await;
    a_crash_leaves_whole_groups_alone(&new_place()).await;
    a_range_ends_where_the_blob_ends(&new_place()).await;
    a_blob_is_a_local_file_for_decoders(&new_place()).await;
    an_empty_blob_and_an_empty_group_are_kept_apart(&new_place()).await;
    hostile_names_lead_nowhere(&new_place()).await;
    groups_of_one_name_replace_each_other_as_a_whole(&new_place()).await;
    groups_written_at_once_do_not_mix(&new_place()).await;
    a_blob_that_is_begun_again_starts_empty(&new_place()).await;
    only_the_named_groups_are_removed(&new_place()).await;
    a_group_that_was_removed_meanwhile_is_not_committed(&new_place()).await;
    a_reader_outlives_the_removal(&new_place()).await;
    many_blobs_are_listed(&new_place()).await;
}

fn name(group: &str, path: &str) -> BlobName {
    BlobName::new(group, path).unwrap()
}

async fn kept(blobs: &dyn Blobs, group: &str, files: &[(&str, &str)]) {
    let mut new = blobs.begin(group).unwrap();
    for (path, text) in files {
        write(&mut *new, path, text.as_bytes()).await.unwrap();
    }
    new.commit().await.unwrap();
}

/// The text of a blob; `None` if there is no such blob.
async fn text(blobs: &dyn Blobs, name: &BlobName) -> Option<String> {
    let mut text = String::new();
    match blobs.read(name, 0..u64::MAX).await {
        Ok(mut reader) => {
            reader.read_to_string(&mut text).await.unwrap();
            Some(text)
        }
        Err(why) => {
            assert_eq!(why.kind(), ErrorKind::NotFound);
            None
        }
    }
}

async fn listed(blobs: &dyn Blobs, group: &str) -> Vec<String> {
    let listed = blobs.list(group).await.unwrap();
    let mut paths: Vec<_> = listed.into_iter().map(|blob| blob.path).collect();
    paths.sort();
    paths
}

async fn groups(blobs: &dyn Blobs) -> Vec<String> {
    let mut groups = blobs.groups().await.unwrap();
    groups.sort();
    groups
}

async fn a_group_appears_as_a_whole(place: &impl Place) {
    let blobs = place.open();
    let mut new = blobs.begin("run").unwrap();
    write(&mut *new, "a.png", b"first").await.unwrap();
    write(&mut *new, "folder/ü (1).png", b"second")
        .await
        .unwrap();
    assert_eq!(blobs.info(&name("run", "a.png")).await.unwrap(), None);
    assert_eq!(text(&*blobs, &name("run", "a.png")).await, None);
    assert_eq!(groups(&*blobs).await, [""; 0]);
    let before = SystemTime::now() - Duration::from_secs(60);
    new.commit().await.unwrap();
    let info = blobs.info(&name("run", "a.png")).await.unwrap().unwrap();
    assert!(info.size == 5 && info.written > before, "{info:?}");
    let second = name("run", "folder/ü (1).png");
    assert_eq!(text(&*blobs, &second).await.as_deref(), Some("second"));
    assert_eq!(listed(&*blobs, "run").await, ["a.png", "folder/ü (1).png"]);
    assert_eq!(groups(&*place.open()).await, ["run"]);
}

async fn a_group_that_is_not_committed_leaves_nothing(place: &impl Place) {
    let blobs = place.open();
    let mut new = blobs.begin("run").unwrap();
    write(&mut *new, "a.png", b"a").await.unwrap();
    drop(new);
    assert_eq!(groups(&*blobs).await, [""; 0]);
    assert_eq!(listed(&*blobs, "run").await, [""; 0]);
}

async fn a_crash_leaves_whole_groups_alone(place: &impl Place) {
    let blobs = place.open();
    kept(&*blobs, "whole", &[("a.png", "a")]).await;
    for group in ["half", "whole"] {
        let mut new = blobs.begin(group).unwrap();
        write(&mut *new, "a.png", b"b").await.unwrap();
        let mut unfinished = new.create("b.png").await.unwrap();
        unfinished.write_all(b"half of").await.unwrap();
        forget((new, unfinished));
    }
    let after = place.open();
    assert_eq!(groups(&*after).await, ["whole"]);
    assert_eq!(listed(&*after, "whole").await, ["a.png"]);
    assert_eq!(
        text(&*after, &name("whole", "a.png")).await.as_deref(),
        Some("a")
    );
}

async fn a_range_ends_where_the_blob_ends(place: &impl Place) {
    let blobs = place.open();
    kept(&*blobs, "run", &[("a", "0123456789")]).await;
    for (range, expected) in [
        (0..10, "0123456789"),
        (0..1, "0"),
        (9..10, "9"),
        (9..u64::MAX, "9"),
        (3..3, ""),
        (10..20, ""),
        (500..u64::MAX, ""),
    ] {
        let reader = blobs.read(&name("run", "a"), range.clone()).await;
        let mut read = String::new();
        reader.unwrap().read_to_string(&mut read).await.unwrap();
        assert_eq!(read, expected, "{range:?}");
    }
}

async fn a_blob_is_a_local_file_for_decoders(place: &impl Place) {
    let blobs = place.open();
    kept(&*blobs, "run", &[("a", "0123456789")]).await;
    let mut file = blobs.local(&name("run", "a")).await.unwrap();
    blobs.remove(&["run".to_owned()]).await;
    let mut end = String::new();
    file.seek(SeekFrom::End(-2)).unwrap();
    file.read_to_string(&mut end).unwrap();
    assert_eq!(end, "89");
    let gone = blobs.local(&name("run", "a")).await.unwrap_err();
    assert_eq!(gone.kind(), ErrorKind::NotFound);
}

async fn an_empty_blob_and_an_empty_group_are_kept_apart(place: &impl Place) {
    let blobs = place.open();
    kept(&*blobs, "run", &[("empty", "")]).await;
    kept(&*blobs, "none", &[]).await;
    let info = blobs.info(&name("run", "empty")).await.unwrap();
    assert_eq!(info.map(|info| info.size), Some(0));
    assert_eq!(
        text(&*blobs, &name("run", "empty")).await.as_deref(),
        Some("")
    );
    assert_eq!(groups(&*blobs).await, ["run"]);
    // A group that becomes empty is gone.
    kept(&*blobs, "run", &[]).await;
    assert_eq!(groups(&*blobs).await, [""; 0]);
}

async fn hostile_names_lead_nowhere(place: &impl Place) {
    let blobs = place.open();
    kept(&*blobs, "run", &[("a", "a"), ("folder/b", "b")]).await;
    let long = "x".repeat(10_000);
    for path in ["none", "folder", "a/b", "folder/b/c", "A\u{301}", &long] {
        let name = name("run", path);
        assert_eq!(blobs.info(&name).await.unwrap(), None, "{path}");
        assert_eq!(text(&*blobs, &name).await, None, "{path}");
    }
    for group in ["", ".", "..", "/", "../run", "run/folder", "a\0", "/etc"] {
        let begun = blobs.begin(group).map(drop).unwrap_err();
        assert_eq!(begun.kind(), ErrorKind::InvalidFilename, "{group:?}");
        assert_eq!(blobs.list(group).await.unwrap(), []);
        // No group has such a name, so it is gone.
        let group = [group.to_owned()];
        assert_eq!(blobs.remove(&group).await, group);
    }
    let mut new = blobs.begin("new").unwrap();
    for path in [
        "",
        ".",
        "..",
        "../run/a",
        "/etc/passwd",
        "a//b",
        "a\0",
        "a/",
    ] {
        let why = new.create(path).await.map(drop).unwrap_err();
        assert_eq!(why.kind(), ErrorKind::InvalidFilename, "{path:?}");
    }
    assert_eq!(listed(&*blobs, "run").await, ["a", "folder/b"]);
}

async fn groups_of_one_name_replace_each_other_as_a_whole(place: &impl Place) {
    let blobs = place.open();
    kept(&*blobs, "run", &[("a", "first"), ("b", "first")]).await;
    kept(&*blobs, "run", &[("a", "second"), ("c", "second")]).await;
    assert_eq!(listed(&*blobs, "run").await, ["a", "c"]);
    assert_eq!(
        text(&*blobs, &name("run", "a")).await.as_deref(),
        Some("second")
    );
}

async fn groups_written_at_once_do_not_mix(place: &impl Place) {
    let blobs = place.open();
    let mut one = blobs.begin("run").unwrap();
    let mut other = blobs.begin("run").unwrap();
    for path in ["a", "b"] {
        write(&mut *one, path, b"one").await.unwrap();
        write(&mut *other, path, b"other").await.unwrap();
    }
    let (first, second) = tokio::join!(one.commit(), other.commit());
    // One may find the other in its way. The remaining group is whole.
    assert!(first.is_ok() || second.is_ok());
    let a = text(&*blobs, &name("run", "a")).await;
    assert!(a.is_some());
    assert_eq!(a, text(&*blobs, &name("run", "b")).await);
}

async fn a_blob_that_is_begun_again_starts_empty(place: &impl Place) {
    let blobs = place.open();
    let mut new = blobs.begin("run").unwrap();
    let mut first = new.create("a").await.unwrap();
    first.write_all(b"a long text").await.unwrap();
    first.flush().await.unwrap();
    drop(first);
    write(&mut *new, "a", b"short").await.unwrap();
    new.commit().await.unwrap();
    assert_eq!(
        text(&*blobs, &name("run", "a")).await.as_deref(),
        Some("short")
    );
}

async fn only_the_named_groups_are_removed(place: &impl Place) {
    let blobs = place.open();
    for group in ["run", "run2", "other"] {
        kept(&*blobs, group, &[("a", "a"), ("folder/b", "b")]).await;
    }
    let asked = ["run", "none"].map(str::to_owned);
    assert_eq!(blobs.remove(&asked).await, asked);
    assert_eq!(groups(&*blobs).await, ["other", "run2"]);
    assert_eq!(text(&*blobs, &name("run", "a")).await, None);
    assert_eq!(groups(&*place.open()).await, ["other", "run2"]);
}

async fn a_group_that_was_removed_meanwhile_is_not_committed(place: &impl Place) {
    let blobs = place.open();
    let mut new = blobs.begin("run").unwrap();
    write(&mut *new, "a", b"a").await.unwrap();
    let asked = ["run".to_owned()];
    assert_eq!(blobs.remove(&asked).await, asked);
    assert!(new.create("b").await.is_err());
    assert!(new.commit().await.is_err());
    assert_eq!(groups(&*blobs).await, [""; 0]);
}

async fn a_reader_outlives_the_removal(place: &impl Place) {
    let blobs = place.open();
    let content = "0123456789".repeat(100_000);
    kept(&*blobs, "run", &[("a", &content)]).await;
    let mut reader = blobs.read(&name("run", "a"), 0..u64::MAX).await.unwrap();
    let mut read = String::new();
    let mut start = [0; 10];
    reader.read_exact(&mut start).await.unwrap();
    blobs.remove(&["run".to_owned()]).await;
    reader.read_to_string(&mut read).await.unwrap();
    assert_eq!(read.len() + start.len(), content.len());
}

async fn many_blobs_are_listed(place: &impl Place) {
    let blobs = place.open();
    let mut new: Box<dyn NewGroup> = blobs.begin("run").unwrap();
    let mut expected = Vec::new();
    for number in 0..MANY {
        let path = format!("{}/{number}", number % 7);
        let size = (number % 3) as u64;
        write(&mut *new, &path, &b"ab"[..number % 3]).await.unwrap();
        expected.push(ListedBlob { path, size });
    }
    new.commit().await.unwrap();
    let mut found = blobs.list("run").await.unwrap();
    found.sort();
    expected.sort();
    assert!(found == expected);
}
