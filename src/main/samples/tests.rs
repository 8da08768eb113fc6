#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use super::*;
use clap::{Args, Command, FromArgMatches};
use tempfile::TempDir;

/// The settings of a service with a data folder in this one.
fn serve(folder: &TempDir, further: &[&str]) -> Serve {
    let data = folder.path().join("data");
    let arguments = ["serve", "--data", data.to_str().unwrap()];
    let command = Serve::augment_args(Command::new("serve"));
    let matches = command.get_matches_from(arguments.iter().chain(further));
    Serve::from_arg_matches(&matches).unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn the_first_start_puts_the_samples_into_a_folder_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let serve = serve(&folder, &[]);
    let data = DataFolder::open(&serve.data).unwrap();
    // What an interrupted start has left.
    let half = serve.data.join("workflows.new");
    fs::create_dir(&half).unwrap();
    fs::write(half.join("half.json"), "{").unwrap();
    assert!(prepare(&serve, &data).unwrap());
    let own = workflows(&serve);
    let found = names(&own);
    assert!(found.contains(&"poster.json".to_owned()), "{found:?}");
    assert!(!found.contains(&"half.json".to_owned()), "{found:?}");
    assert!(!half.exists());
    let photo = fs::read(own.join("files/ridges.jpg")).unwrap();
    assert!(photo.starts_with(&[0xff, 0xd8]));
    // A later start leaves alone what people have made of it.
    fs::remove_file(own.join("poster.json")).unwrap();
    assert!(!prepare(&serve, &data).unwrap());
    assert!(!names(&own).contains(&"poster.json".to_owned()));
}

#[test]
fn a_data_folder_of_an_earlier_version_gets_no_samples() {
    let folder = tempfile::tempdir().unwrap();
    let serve = serve(&folder, &[]);
    let data = DataFolder::open(&serve.data).unwrap();
    fs::write(serve.data.join("flowdeck.sqlite"), "").unwrap();
    assert!(!prepare(&serve, &data).unwrap());
    assert_eq!(names(&workflows(&serve)), [""; 0]);
}

#[test]
fn a_folder_that_is_given_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let given = folder.path().join("given");
    let serve = serve(&folder, &["--workflows", given.to_str().unwrap()]);
    let data = DataFolder::open(&serve.data).unwrap();
    assert!(!prepare(&serve, &data).unwrap());
    assert_eq!(workflows(&serve), given);
    assert!(!given.exists());
}

#[test]
fn a_place_that_is_taken_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let serve = serve(&folder, &[]);
    let data = DataFolder::open(&serve.data).unwrap();
    fs::write(serve.data.join("workflows.new"), "a file").unwrap();
    let why = prepare(&serve, &data).unwrap_err();
    assert!(why.starts_with("creating the workflows folder "), "{why}");
    assert!(why.contains("--workflows"), "{why}");
}
