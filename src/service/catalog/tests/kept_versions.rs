//! Old versions go when there are too many, but none that a run was made with.

use super::*;
use store::{OpenRunStore, RemovalStore, RunOutcome, RunRecord};

/// Publishes a version whose content has a number. Returns its number.
fn publish(catalog: &Catalog, folder: &Path, content: u32) -> u32 {
    let path = folder.join(format!("{content}.json"));
    fs::write(&path, READY.replace("title", &format!("title{content}"))).unwrap();
    let files = WorkflowFiles::from([("a.json".to_owned(), SourceFile::Path(path))]);
    let published = catalog.publish("a", &files, Origin::Upload, None);
    published.unwrap().runnable.version
}

fn numbers(catalog: &Catalog) -> Vec<u32> {
    let state = catalog.state();
    state.visible("a").map(|version| version.number).collect()
}

fn copies(deployment: &Deployment) -> usize {
    let copies = deployment.data.path().join("versions");
    fs::read_dir(copies).unwrap().count()
}

#[test]
fn the_oldest_versions_go_but_none_that_a_run_was_made_with() {
    let (workflows, files) = (folder(&[]), folder(&[]));
    let (deployment, catalog) = started(&workflows);
    for content in 1..=KEEP_VERSIONS {
        publish(&catalog, files.path(), content);
    }
    let store = deployment.store();
    let run = RunRecord {
        workflow_id: "a".to_owned(),
        version: Some(2),
        ..RunRecord::waiting("run")
    };
    RUNTIME.block_on(store.insert(run)).unwrap();
    assert_eq!(numbers(&catalog).len(), KEEP_VERSIONS as usize);
    for content in 1..=3 {
        publish(&catalog, files.path(), KEEP_VERSIONS + content);
    }
    let kept: Vec<u32> = [2].into_iter().chain(4..=KEEP_VERSIONS + 3).collect();
    assert_eq!(numbers(&catalog), kept);
    assert_eq!(copies(&deployment), kept.len());
    assert!(catalog.once_version("a", Some(1)).is_none());
    assert!(catalog.once_version("a", Some(2)).is_some());
    // Without its run, the version goes with the next one, and the numbers go on.
    let removed = store.begin_removals(vec!["run".to_owned()], Author::service());
    RUNTIME.block_on(async {
        let ended = store.finish("run", RunOutcome::cancelled());
        ended.await.unwrap();
        removed.await.unwrap();
    });
    let next = publish(&catalog, files.path(), 1000);
    assert_eq!(next, KEEP_VERSIONS + 4);
    assert_eq!(numbers(&catalog), (5..=next).collect::<Vec<_>>());
}

#[test]
fn a_version_that_has_the_content_of_an_older_one_keeps_its_copy() {
    let (workflows, files) = (folder(&[]), folder(&[]));
    let (deployment, catalog) = started(&workflows);
    for content in (1..KEEP_VERSIONS).chain([1, 1001, 1002]) {
        publish(&catalog, files.path(), content);
    }
    assert!(catalog.once_version("a", Some(1)).is_none());
    let last = catalog.once_version("a", Some(KEEP_VERSIONS)).unwrap();
    let copy = deployment.data.path().join("versions").join(last.digest);
    assert!(copy.is_dir());
    drop(catalog);
    let again = deployment.start().unwrap();
    assert_eq!(numbers(&again).len(), KEEP_VERSIONS as usize);
}
