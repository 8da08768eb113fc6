mod folder_and_deployments;
mod ids;
mod kept_versions;
#[cfg(unix)]
mod odd_files;
mod subfolders;

use std::cell::RefCell;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use blobs::FolderBlobs;
use tokio::runtime::Runtime;

use super::source::SourceFile;
use super::*;
use store_sqlite::SqliteStore;

const READY: &str = r#"{"1":{"class_type":"InputText","inputs":{"name":"title"}},
    "2":{"class_type":"SaveText","inputs":{"text":["1",0],"filename_prefix":"t"}}}"#;

/// Reads and writes the copies of versions.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());

/// How many versions are kept.
const KEEP_VERSIONS: u32 = 20;

/// A catalog with a data folder of its own.
struct Deployment {
    data: tempfile::TempDir,
    workflows: PathBuf,
    /// The store of the last start.
    store: RefCell<Option<Arc<SqliteStore>>>,
}

impl Deployment {
    fn of(workflows: &Path) -> Self {
        Self {
            data: tempfile::tempdir().unwrap(),
            workflows: workflows.to_owned(),
            store: RefCell::default(),
        }
    }

    fn start(&self) -> Result<Catalog, CatalogError> {
        let copies = FolderBlobs::open(self.data.path().join("versions")).unwrap();
        let copies = KeptFiles::new(Arc::new(copies), RUNTIME.handle().clone());
        *self.store.borrow_mut() = None;
        let store = SqliteStore::open(&self.data.path().join("runs.sqlite")).unwrap();
        let store = Arc::new(store);
        *self.store.borrow_mut() = Some(store.clone());
        let records = VersionRecords::new(store, RUNTIME.handle().clone());
        let classes = Arc::new(NodeClasses::core().clone());
        Catalog::open(
            self.workflows.clone(),
            (copies, KEEP_VERSIONS),
            records,
            classes,
        )
    }

    fn store(&self) -> Arc<SqliteStore> {
        self.store.borrow().clone().unwrap()
    }
}

/// A deployment of a folder, started.
fn started(folder: &tempfile::TempDir) -> (Deployment, Catalog) {
    let deployment = Deployment::of(folder.path());
    let catalog = deployment.start().unwrap();
    (deployment, catalog)
}

fn all(folder: &Path) -> Vec<Arc<DeployedWorkflow>> {
    Deployment::of(folder).start().unwrap().known()
}

/// All workflows after a look at the folder.
fn all_now(catalog: &Catalog) -> Vec<Arc<DeployedWorkflow>> {
    catalog.look().unwrap();
    catalog.known()
}

/// The workflow with this id after a look at the folder.
fn find_now(catalog: &Catalog, id: &str) -> Option<Arc<DeployedWorkflow>> {
    catalog.look().unwrap();
    Some(catalog.read(&catalog.version(&WorkflowId::of(id)).ok()?))
}

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
    let all = all(folder.path());
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
    let all = all(folder.path());
    assert_eq!(all[0].entry.problems.len(), 1);
    assert!(all[1].entry.problems.is_empty());
}

#[test]
fn a_changed_file_is_reloaded_and_a_deleted_one_is_removed() {
    let folder = folder(&[("a.json", "{"), ("b.json", READY)]);
    let (_deployment, catalog) = started(&folder);
    fs::write(folder.path().join("a.json"), READY).unwrap();
    fs::remove_file(folder.path().join("b.json")).unwrap();
    let all = all_now(&catalog);
    assert_eq!(all.len(), 1);
    assert!(all[0].entry.problems.is_empty());
}

#[test]
fn a_workflow_that_would_write_outside_the_output_folder_has_a_problem() {
    let folder = folder(&[("a.json", &READY.replace("\"t\"", "\"../t\""))]);
    let all = all(folder.path());
    assert!(all[0].entry.problems[0].message.contains("filename_prefix"));
}

#[test]
fn a_missing_folder_is_an_error() {
    assert!(
        Deployment::of(Path::new("/nowhere/at/all"))
            .start()
            .is_err()
    );
}

#[test]
fn examples_change_with_their_files_and_are_not_workflows() {
    let example = r#"[{"name": "Late", "values": {"title": "x"}}]"#;
    let folder = folder(&[
        ("a.json", READY),
        ("b.json", READY),
        ("b.examples.json", "{"),
    ]);
    let (_deployment, catalog) = started(&folder);
    fs::write(folder.path().join("a.examples.json"), example).unwrap();
    let all = all_now(&catalog);
    assert_eq!(all.len(), 2);
    assert!(all[0].entry.examples.as_ref().unwrap().contains("Late"));
    assert_eq!(all[1].entry.examples, None);
    assert!(
        all[1].entry.problems.is_empty(),
        "bad examples are not problems of the workflow"
    );
    fs::remove_file(folder.path().join("a.examples.json")).unwrap();
    assert_eq!(all_now(&catalog)[0].entry.examples, None);
}

#[test]
fn an_example_is_read_again_when_its_missing_file_appears() {
    let workflow = READY
        .replace("InputText", "InputImage")
        .replace("SaveText", "SaveImage");
    let example = r#"[{"name": "Dusk", "values": {"title": {"file": "dusk.png"}}}]"#;
    let folder = folder(&[("a.json", &workflow), ("a.examples.json", example)]);
    let (_deployment, catalog) = started(&folder);
    assert_eq!(all_now(&catalog)[0].entry.examples, None);
    fs::write(folder.path().join("dusk.png"), b"\x89PNG\r\n\x1a\n").unwrap();
    assert!(all_now(&catalog)[0].entry.examples.is_some());
}

#[test]
fn every_sample_workflow_is_ready_and_has_examples_without_problems() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/workflows");
    let all = all(&folder);
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

/// The version and the only field of a workflow.
fn field(catalog: &Catalog, id: &str) -> Option<(u32, String)> {
    let found = find_now(catalog, id)?;
    Some((
        found.runnable.version,
        found.runnable.schema.fields[0].name.clone(),
    ))
}

fn version(number: u32, field: &str) -> Option<(u32, String)> {
    Some((number, field.to_owned()))
}

/// The workflow with another field.
fn with_field(name: &str) -> String {
    READY.replace("title", name)
}

/// Makes every version old, so that the next publication does not replace it.
fn let_time_pass(deployment: &Deployment) {
    let connection =
        rusqlite::Connection::open(deployment.data.path().join("runs.sqlite")).unwrap();
    let sql = "UPDATE versions SET created_at = '2020-01-01T00:00:00.000Z'";
    connection.execute(sql, []).unwrap();
}

fn restarted(deployment: &Deployment, catalog: Catalog) -> Catalog {
    drop(catalog);
    deployment.start().unwrap()
}

fn author() -> Author {
    Author::caller("ann", std::net::Ipv4Addr::LOCALHOST.into())
}

/// Deploys a workflow as the API does.
fn publish(catalog: &Catalog, id: &str, text: &str) -> u32 {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("upload");
    fs::write(&path, text).unwrap();
    let files = WorkflowFiles::from([(format!("{id}.json"), SourceFile::Path(path))]);
    catalog.look().unwrap();
    let published = catalog.publish(id, &files, Origin::Upload, None);
    published.unwrap().runnable.version
}

#[test]
fn a_changed_file_is_a_new_version_and_older_ones_stay() {
    let folder = folder(&[("a.json", READY)]);
    let (deployment, catalog) = started(&folder);
    assert_eq!(field(&catalog, "a"), version(1, "title"));
    let catalog = restarted(&deployment, catalog);
    let_time_pass(&deployment);
    let catalog = restarted(&deployment, catalog);
    fs::write(folder.path().join("a.json"), with_field("headline")).unwrap();
    assert_eq!(field(&catalog, "a"), version(2, "headline"));
    let catalog = restarted(&deployment, catalog);
    assert_eq!(field(&catalog, "a"), version(2, "headline"));
    assert_eq!(field(&catalog, "a@v1"), version(1, "title"));
    assert_eq!(field(&catalog, "a@v3"), None);
    let_time_pass(&deployment);
    let catalog = restarted(&deployment, catalog);
    fs::write(folder.path().join("a.json"), READY).unwrap();
    assert_eq!(
        field(&catalog, "a"),
        version(3, "title"),
        "going back makes a new number"
    );
}

#[test]
fn several_saves_within_seconds_are_one_version() {
    let folder = folder(&[("a.json", READY)]);
    let (_deployment, catalog) = started(&folder);
    fs::write(folder.path().join("a.json"), with_field("b")).unwrap();
    assert_eq!(field(&catalog, "a"), version(1, "b"));
    fs::write(folder.path().join("a.json"), with_field("long")).unwrap();
    assert_eq!(field(&catalog, "a"), version(1, "long"));
    assert_eq!(field(&catalog, "a@v2"), None);
}

#[test]
fn an_upload_is_a_version_also_within_seconds() {
    let folder = folder(&[("a.json", READY)]);
    let (_deployment, catalog) = started(&folder);
    assert_eq!(publish(&catalog, "a", &with_field("uploaded")), 2);
    assert_eq!(publish(&catalog, "a", &with_field("again")), 3);
    assert_eq!(field(&catalog, "a@v1"), version(1, "title"));
    fs::write(folder.path().join("a.json"), with_field("saved")).unwrap();
    assert_eq!(field(&catalog, "a"), version(4, "saved"));
    assert_eq!(field(&catalog, "a@v3"), version(3, "again"));
}

#[test]
fn an_upload_is_a_version_and_an_unchanged_file_does_not_replace_it() {
    let folder = folder(&[("a.json", READY)]);
    let (deployment, catalog) = started(&folder);
    let_time_pass(&deployment);
    let catalog = restarted(&deployment, catalog);
    assert_eq!(publish(&catalog, "a", &with_field("uploaded")), 2);
    assert_eq!(
        publish(&catalog, "a", &with_field("uploaded")),
        2,
        "the same again is no new version"
    );
    assert_eq!(publish(&catalog, "new", READY), 1);
    let catalog = restarted(&deployment, catalog);
    assert_eq!(field(&catalog, "a"), version(2, "uploaded"));
    assert_eq!(field(&catalog, "new"), version(1, "title"));
    let versions = serde_json::to_value(catalog.versions("a")).unwrap();
    assert_eq!(
        (&versions[0]["version"], &versions[0]["breaks"]),
        (&2.into(), &true.into())
    );
    assert_eq!(versions[0]["changes"][0]["change"], "renamed");
    assert_eq!(versions[1]["changes"], serde_json::json!([]));
}

#[test]
fn a_deleted_workflow_stays_deleted_until_it_changes() {
    let folder = folder(&[("a.json", READY)]);
    let (deployment, catalog) = started(&folder);
    assert!(catalog.delete("a", &author()).unwrap());
    assert!(
        !catalog.delete("a", &author()).unwrap(),
        "it is deleted already"
    );
    assert!(folder.path().join("a.json").exists());
    let catalog = restarted(&deployment, catalog);
    assert_eq!(
        (field(&catalog, "a"), field(&catalog, "a@v1")),
        (None, None)
    );
    assert!(catalog.versions("a").is_empty());
    fs::write(folder.path().join("a.json"), with_field("again")).unwrap();
    assert_eq!(field(&catalog, "a"), version(2, "again"));
    assert_eq!(
        field(&catalog, "a@v1"),
        None,
        "deleted versions stay deleted"
    );
    assert!(catalog.delete("a", &author()).unwrap());
    assert_eq!(publish(&catalog, "a", READY), 3);
    assert_eq!(field(&catalog, "a"), version(3, "title"));
}

#[test]
fn a_file_that_is_taken_away_and_comes_back_is_the_same_version() {
    let folder = folder(&[("a.json", READY)]);
    let (_deployment, catalog) = started(&folder);
    fs::remove_file(folder.path().join("a.json")).unwrap();
    assert_eq!(
        (field(&catalog, "a"), field(&catalog, "a@v1")),
        (None, None)
    );
    fs::write(folder.path().join("a.json"), READY).unwrap();
    assert_eq!(field(&catalog, "a"), version(1, "title"));
}

#[test]
fn examples_belong_to_a_version() {
    let example = |name: &str| format!(r#"[{{"name": "{name}", "values": {{"title": "x"}}}}]"#);
    let folder = folder(&[("a.json", READY), ("a.examples.json", &example("Early"))]);
    let (deployment, catalog) = started(&folder);
    let_time_pass(&deployment);
    let catalog = restarted(&deployment, catalog);
    fs::write(folder.path().join("a.examples.json"), example("Later")).unwrap();
    let examples = |id| {
        find_now(&catalog, id)
            .unwrap()
            .entry
            .examples
            .clone()
            .unwrap()
    };
    assert!(examples("a").contains("Later") && examples("a@v1").contains("Early"));
    assert_eq!(field(&catalog, "a"), version(2, "title"));
}

#[test]
fn a_saved_exposure_belongs_to_a_version_and_is_no_workflow() {
    let plain = r#"{"1":{"class_type":"EmptyImage","inputs":{"width":8,"height":8,"batch_size":1,"color":0}},
        "2":{"class_type":"SaveImage","inputs":{"images":["1",0],"filename_prefix":"x"}}}"#;
    let exposure = |name: &str| {
        let field = format!(r#"{{"node": "1", "input": "height", "name": "{name}"}}"#);
        format!(r#"{{"flowdeck": 1, "title": "Plain", "fields": [{field}]}}"#)
    };
    let folder = folder(&[("a.json", plain), ("a.form.json", &exposure("tall"))]);
    let (deployment, catalog) = started(&folder);
    let all = all_now(&catalog);
    assert_eq!((all.len(), all[0].entry.name.as_str()), (1, "Plain"));
    assert_eq!(field(&catalog, "a"), version(1, "tall"));
    let_time_pass(&deployment);
    let catalog = restarted(&deployment, catalog);
    fs::write(folder.path().join("a.form.json"), exposure("high")).unwrap();
    assert_eq!(field(&catalog, "a"), version(2, "high"));
    assert_eq!(field(&catalog, "a@v1"), version(1, "tall"));
    fs::write(folder.path().join("a.form.json"), "{").unwrap();
    let problems = &all_now(&catalog)[0].entry.problems;
    assert!(
        problems[0].message.contains("not valid JSON"),
        "{problems:?}"
    );
    fs::remove_file(folder.path().join("a.form.json")).unwrap();
    assert!(all_now(&catalog)[0].entry.problems.is_empty());
}

#[test]
fn an_exposure_that_cannot_be_read_is_a_problem() {
    let large = format!(r#"{{"flowdeck": 1, "title": "{}"}}"#, "x".repeat(1 << 20));
    let folder = folder(&[
        ("a.json", READY),
        ("a.form.json", &large),
        ("b.json", READY),
    ]);
    fs::write(folder.path().join("b.form.json"), b"\xff").unwrap();
    let all = all(folder.path());
    let problem = |index: usize| all[index].entry.problems[0].message.as_str();
    assert!(problem(0).contains("is larger than"), "{}", problem(0));
    assert!(problem(1).contains("cannot be read"), "{}", problem(1));
}

#[test]
fn a_file_whose_name_holds_a_version_is_not_deployed() {
    let folder = folder(&[("a@v1.json", READY), ("b.json", READY)]);
    let (_deployment, catalog) = started(&folder);
    assert_eq!(all_now(&catalog).len(), 1);
}

#[test]
fn new_classes_convert_every_workflow_again() {
    let folder = folder(&[("a.json", READY)]);
    let (_deployment, catalog) = started(&folder);
    let before = all_now(&catalog);
    catalog.set_classes(Arc::default());
    let not_yet = catalog.known();
    assert!(Arc::ptr_eq(&before[0], &not_yet[0]), "served from before");
    catalog.read_all();
    assert!(!Arc::ptr_eq(&before[0], &catalog.known()[0]));
}
