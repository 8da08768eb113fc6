//! What is restored, and what is refused.

use std::fs::{self, File};
use std::io::Read;
use std::path::PathBuf;

use tar::{EntryType, Header};

use super::{Data, files};
use crate::backup::archive::ArchiveWriter;
use crate::backup::create::back_up;
use crate::backup::error::RestoreError;
use crate::backup::restore::restore;
use data_folder::DataFolder;

/// A backup of a run, and the folder to restore it to.
fn backed_up() -> (Data, PathBuf) {
    let data = Data::new();
    data.waits("1");
    back_up(&data.path(), &data.target()).unwrap();
    let folder = data.home.path().join("restored");
    (data, folder)
}

#[test]
fn a_folder_with_files_or_in_use_is_not_restored_to() {
    let (data, folder) = backed_up();
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("a"), "").unwrap();
    let why = restore(&data.target(), &folder).unwrap_err();
    assert!(matches!(why, RestoreError::NotEmpty(_)), "{why}");
    assert_eq!(files(&folder), ["a"]);
    fs::remove_file(folder.join("a")).unwrap();
    let used = DataFolder::open(&folder).unwrap();
    let why = restore(&data.target(), &folder).unwrap_err();
    assert!(matches!(why, RestoreError::DataFolder(_)), "{why}");
    drop(used);
    fs::create_dir(folder.join("restore.part")).unwrap();
    fs::write(folder.join("restore.part/key"), "of an attempt before").unwrap();
    assert_eq!(restore(&data.target(), &folder).unwrap(), 1);
    assert_eq!(files(&folder), ["flowdeck.sqlite", "lock", "uploads/1/0"]);
}

#[test]
fn every_damage_of_a_backup_is_noticed_and_leaves_nothing_behind() {
    let (data, folder) = backed_up();
    let mut whole = Vec::new();
    File::open(data.target())
        .unwrap()
        .read_to_end(&mut whole)
        .unwrap();
    let damaged = data.home.path().join("damaged.tar");
    let refuse = |bytes: &[u8], what: &str| {
        fs::write(&damaged, bytes).unwrap();
        let why = restore(&damaged, &folder).expect_err(what);
        let is_named = matches!(why, RestoreError::Invalid { .. } | RestoreError::Later(_));
        assert!(is_named, "{what}: {why}");
        assert!(!folder.exists(), "{what}");
    };
    // The archive ends with two empty blocks, which mean nothing. Before them are a header and the checksums.
    let end = whole.len() - 1024;
    for cut in (0..end).step_by(512 * 7) {
        refuse(&whole[..cut], &format!("cut off at {cut}"));
    }
    // Headers and contents, but not what fills up the last block of a content.
    let sums = end - 1024;
    for at in [0, 512, 1024, 1536, sums, sums + 512]
        .into_iter()
        .chain((2048..sums).step_by(4099))
    {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        refuse(&bytes, &format!("changed at {at}"));
    }
}

#[test]
fn a_folder_that_was_there_stays_and_stays_empty() {
    let (data, folder) = backed_up();
    let damaged = data.home.path().join("damaged.tar");
    fs::write(&damaged, "no backup").unwrap();
    fs::create_dir(&folder).unwrap();
    restore(&damaged, &folder).unwrap_err();
    assert!(folder.is_dir() && files(&folder).is_empty());
    assert_eq!(restore(&data.target(), &folder).unwrap(), 1);
}

#[test]
fn what_no_backup_has_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let (archive, folder) = (home.path().join("a.tar"), home.path().join("folder"));
    let source = home.path().join("source");
    fs::write(&source, "text").unwrap();
    let refused = |names: &[&str]| {
        let mut writer = ArchiveWriter::new(File::create(&archive).unwrap()).unwrap();
        for name in names {
            writer.add(name, &File::open(&source).unwrap()).unwrap();
        }
        writer.finish().unwrap();
        let why = restore(&archive, &folder).unwrap_err().to_string();
        assert!(!folder.exists(), "{why}");
        why
    };
    for name in [
        "notes.txt",
        "lock",
        "engines/1/a",
        "outputs",
        "flowdeck-backup",
    ] {
        let why = refused(&[name]);
        assert!(why.contains("not a file of a data folder"), "{name}: {why}");
    }
    assert!(refused(&["key", "key"]).contains("“key” twice"));
    assert!(refused(&["key"]).contains("it has no flowdeck.sqlite"));
    assert!(refused(&["flowdeck.sqlite"]).contains("not a database"));
}

#[test]
fn a_name_or_a_link_that_leads_out_of_the_folder_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let (archive, folder) = (home.path().join("a.tar"), home.path().join("folder"));
    for (name, kind) in [
        ("../key", EntryType::Regular),
        ("outputs/../../key", EntryType::Regular),
        ("/outputs/1/key", EntryType::Regular),
        ("outputs/./1/key", EntryType::Regular),
        ("outputs//1/key", EntryType::Regular),
        ("outputs/1", EntryType::Symlink),
        ("outputs/1", EntryType::Link),
        ("outputs/1", EntryType::Fifo),
    ] {
        let mut builder = tar::Builder::new(File::create(&archive).unwrap());
        let mut header = Header::new_gnu();
        header.set_size(2);
        builder
            .append_data(&mut header, "flowdeck-backup", &b"1\n"[..])
            .unwrap();
        let mut header = Header::new_gnu();
        header.as_gnu_mut().unwrap().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_entry_type(kind);
        header.set_link_name("/etc").unwrap();
        header.set_size(0);
        header.set_cksum();
        builder.append(&header, &b""[..]).unwrap();
        builder.into_inner().unwrap();
        let why = restore(&archive, &folder).unwrap_err().to_string();
        assert!(why.contains("not a file of a data folder"), "{name}: {why}");
        assert!(!folder.exists(), "{name}");
        assert!(!home.path().join("key").exists());
    }
}

#[test]
fn another_file_is_not_taken_for_a_backup() {
    let (data, folder) = backed_up();
    for (bytes, expected) in [
        (&b"PNG"[..], "cut off, or not a backup"),
        (&[0; 2048], "it is incomplete"),
        (b"", "it is incomplete"),
    ] {
        fs::write(data.home.path().join("other"), bytes).unwrap();
        let why = restore(&data.home.path().join("other"), &folder)
            .unwrap_err()
            .to_string();
        assert!(why.contains(expected), "{why}");
    }
    let absent = restore(
        &data.home.path().join("absent"),
        &data.home.path().join("new"),
    );
    assert!(absent.unwrap_err().to_string().contains("check the path"));
    assert!(!data.home.path().join("new").exists());
}

#[test]
fn a_backup_that_cannot_be_read_is_named_as_such() {
    let data = Data::new();
    let restored = restore(&data.target(), &data.home.path().join("restored"));
    let text = restored.unwrap_err().to_string();
    let start = format!("reading the backup {}: ", data.target().display());
    assert!(text.starts_with(&start), "{text}");
    assert!(!data.home.path().join("restored").exists());
}
