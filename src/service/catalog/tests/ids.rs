//! Ids that not every system can keep as names of files.

use super::*;
use store::VersionStore;

fn ids(catalog: &Catalog) -> Vec<String> {
    let all = all_now(catalog);
    all.iter().map(|one| one.entry.id.clone()).collect()
}

#[test]
fn a_new_workflow_needs_an_id_that_every_system_can_keep() {
    let folder = folder(&[
        ("nul.json", READY),
        ("Poster.json", READY),
        ("poster.json", READY),
    ]);
    let (_deployment, catalog) = started(&folder);
    assert_eq!(ids(&catalog), ["Poster"], "the first one by name");
    let file = SourceFile::Path(folder.path().join("nul.json"));
    let files = WorkflowFiles::from([("x.json".to_owned(), file)]);
    for (id, why) in [("CON", "a device"), ("POSTER", "the workflow “Poster”")] {
        let refused = catalog.publish(id, &files, Origin::Upload, None);
        let error = refused.unwrap_err().to_string();
        assert!(error.contains(id) && error.contains(why), "{error}");
    }
    assert_eq!(ids(&catalog), ["Poster"]);
}

#[test]
fn an_existing_workflow_keeps_its_id() {
    let folder = folder(&[]);
    let deployment = Deployment::of(folder.path());
    let store = SqliteStore::open(&deployment.data.path().join("runs.sqlite")).unwrap();
    for id in ["CON", "poster", "Poster"] {
        let published = store.publish(id, "before", Origin::Folder, None);
        RUNTIME.block_on(published).unwrap();
    }
    drop(store);
    for id in ["CON", "poster", "Poster"] {
        fs::write(folder.path().join(format!("{id}.json")), READY).unwrap();
    }
    let catalog = deployment.start().unwrap();
    assert_eq!(ids(&catalog), ["CON", "Poster", "poster"]);
}
