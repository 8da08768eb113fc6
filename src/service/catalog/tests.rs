use super::*;

const READY: &str = r#"{"1":{"class_type":"InputText","inputs":{"name":"title"}},
    "2":{"class_type":"SaveText","inputs":{"text":["1",0],"filename_prefix":"t"}}}"#;

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

#[test]
fn workflows_are_listed_by_id_and_other_files_are_ignored() {
    let folder = folder(&[
        ("b.json", READY),
        ("a-first_one.json", READY),
        ("notes.txt", "x"),
        (".h.json", "x"),
    ]);
    let all = Catalog::open(folder.path().into()).unwrap().read().unwrap();
    let names: Vec<_> = all
        .iter()
        .map(|one| (one.entry.id.as_str(), one.entry.name.as_str()))
        .collect();
    assert_eq!(names, [("a-first_one", "A first one"), ("b", "B")]);
    assert_eq!(
        all[0].entry.inputs.as_deref(),
        Some(r#"{"title":"string"}"#)
    );
}

#[test]
fn a_malformed_file_is_listed_with_its_problem_and_does_not_affect_others() {
    let folder = folder(&[("bad.json", "{"), ("good.json", READY)]);
    let all = Catalog::open(folder.path().into()).unwrap().read().unwrap();
    assert_eq!(all[0].entry.problems.len(), 1);
    assert!(all[1].entry.problems.is_empty());
}

#[test]
fn a_changed_file_is_reloaded_and_a_deleted_one_is_removed() {
    let folder = folder(&[("a.json", "{"), ("b.json", READY)]);
    let catalog = Catalog::open(folder.path().into()).unwrap();
    fs::write(folder.path().join("a.json"), READY).unwrap();
    fs::remove_file(folder.path().join("b.json")).unwrap();
    let all = catalog.read().unwrap();
    assert_eq!(all.len(), 1);
    assert!(all[0].entry.problems.is_empty());
}

#[test]
fn a_workflow_that_would_write_outside_the_output_folder_has_a_problem() {
    let folder = folder(&[("a.json", &READY.replace("\"t\"", "\"../t\""))]);
    let all = Catalog::open(folder.path().into()).unwrap().read().unwrap();
    assert!(all[0].entry.problems[0].message.contains("filename_prefix"));
}

#[test]
fn a_missing_folder_is_an_error() {
    assert!(Catalog::open("/nowhere/at/all".into()).is_err());
}

#[test]
fn examples_change_with_their_files_and_are_not_workflows() {
    let example = r#"[{"name": "Late", "values": {"title": "x"}}]"#;
    let folder = folder(&[
        ("a.json", READY),
        ("b.json", READY),
        ("b.examples.json", "{"),
    ]);
    let catalog = Catalog::open(folder.path().into()).unwrap();
    fs::write(folder.path().join("a.examples.json"), example).unwrap();
    let all = catalog.read().unwrap();
    assert_eq!(all.len(), 2);
    assert!(all[0].entry.examples.as_ref().unwrap().contains("Late"));
    assert_eq!(all[1].entry.examples, None);
    assert!(
        all[1].entry.problems.is_empty(),
        "bad examples are not problems of the workflow"
    );
    fs::remove_file(folder.path().join("a.examples.json")).unwrap();
    assert_eq!(catalog.read().unwrap()[0].entry.examples, None);
}

#[test]
fn an_example_is_read_again_when_its_missing_file_appears() {
    let workflow = READY
        .replace("InputText", "InputImage")
        .replace("SaveText", "SaveImage");
    let example = r#"[{"name": "Dusk", "values": {"title": {"file": "dusk.png"}}}]"#;
    let folder = folder(&[("a.json", &workflow), ("a.examples.json", example)]);
    let catalog = Catalog::open(folder.path().into()).unwrap();
    assert_eq!(catalog.read().unwrap()[0].entry.examples, None);
    fs::write(folder.path().join("dusk.png"), b"\x89PNG\r\n\x1a\n").unwrap();
    assert!(catalog.read().unwrap()[0].entry.examples.is_some());
}

#[test]
fn every_sample_workflow_is_ready_and_has_examples_without_problems() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("www/workflows");
    let all = Catalog::open(folder).unwrap().read().unwrap();
    let ids: Vec<_> = all.iter().map(|one| one.entry.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "poster",
            "quote-card",
            "ringtone",
            "slow-blur",
            "tint",
            "title-clip"
        ]
    );
    for deployed in all {
        assert_eq!(deployed.entry.problems, []);
        assert_eq!(deployed.examples.problems, [""; 0]);
        assert!(deployed.entry.examples.is_some(), "{}", deployed.entry.id);
    }
}
