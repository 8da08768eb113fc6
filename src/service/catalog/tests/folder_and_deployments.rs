//! Who wins if both the folder of the workflows and a deployment change a workflow.

use super::*;

/// Saves the file of the workflow `a` again, with another time, whatever it has been.
fn save(folder: &tempfile::TempDir, text: &str, seconds: u64) {
    let path = folder.path().join("a.json");
    fs::write(&path, text).unwrap();
    let time = std::time::SystemTime::now() + std::time::Duration::from_secs(seconds);
    let file = fs::File::options().write(true).open(path).unwrap();
    file.set_modified(time).unwrap();
}

#[test]
fn of_the_folder_and_a_deployment_the_later_change_wins() {
    let folder = folder(&[("a.json", READY)]);
    let (deployment, catalog) = started(&folder);
    // Both have changed: a change of the folder from before a deployment is the older version.
    save(&folder, &with_field("saved_before"), 0);
    assert_eq!(publish(&catalog, "a", &with_field("deployed")), 2);
    assert_eq!(field(&catalog, "a"), version(2, "deployed"));
    assert_eq!(field(&catalog, "a@v1"), version(1, "saved_before"));
    // The file has the content that was published from the folder last: saving it is no change.
    save(&folder, &with_field("saved_before"), 10);
    assert_eq!(field(&catalog, "a"), version(2, "deployed"));
    let catalog = restarted(&deployment, catalog);
    assert_eq!(field(&catalog, "a"), version(2, "deployed"));
    save(&folder, &with_field("saved_after"), 20);
    assert_eq!(field(&catalog, "a"), version(3, "saved_after"));
    // The same while the service does not run.
    assert_eq!(publish(&catalog, "a", &with_field("deployed_again")), 4);
    drop(catalog);
    save(&folder, &with_field("saved_meanwhile"), 30);
    let catalog = deployment.start().unwrap();
    assert_eq!(field(&catalog, "a"), version(5, "saved_meanwhile"));
    // A file that is taken away takes only its own versions with it.
    assert_eq!(publish(&catalog, "a", &with_field("deployed_last")), 6);
    fs::remove_file(folder.path().join("a.json")).unwrap();
    assert_eq!(field(&catalog, "a"), version(6, "deployed_last"));
}
