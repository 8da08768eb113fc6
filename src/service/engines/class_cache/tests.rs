use serde_json::json;

use super::*;

const ADDRESS: &str = "http://127.0.0.1:8188";

fn classes() -> NodeClasses {
    let loader = json!({"input": {"required": {"name": [["a", "b"], {"default": "a"}]}}, "output": ["MODEL"]});
    let saver = json!({"output_node": true, "display_name": "Save it"});
    [("Load".to_owned(), loader), ("Save".to_owned(), saver)]
        .into_iter()
        .collect()
}

fn cache() -> (tempfile::TempDir, ClassCache) {
    let folder = tempfile::tempdir().unwrap();
    let cache = ClassCache::new(folder.path().to_owned());
    (folder, cache)
}

#[test]
fn classes_are_read_as_they_were_written() {
    let (folder, cache) = cache();
    assert_eq!(cache.read(ADDRESS), None);
    cache.write(ADDRESS, &NodeClasses::default());
    cache.write(ADDRESS, &classes());
    assert_eq!(cache.read(ADDRESS), Some(classes()));
    assert_eq!(cache.read("http://127.0.0.1:8189"), None);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_damaged_or_foreign_file_is_ignored() {
    let (_folder, cache) = cache();
    cache.write(ADDRESS, &classes());
    let path = cache.path(ADDRESS);
    let text = fs::read(&path).unwrap();
    let cut = &text[..text.len() - 5];
    let foreign = [
        b"{\"engine\":\"http://other\"}\n{}".as_slice(),
        b"{}\n{}",
        b"",
        b"\n",
    ];
    for damaged in foreign.into_iter().chain([cut]) {
        fs::write(&path, damaged).unwrap();
        assert_eq!(cache.read(ADDRESS), None);
    }
    fs::write(&path, text).unwrap();
    assert!(cache.read(ADDRESS).is_some());
    File::create(&path).unwrap().set_len(MAX_SIZE + 1).unwrap();
    assert_eq!(cache.read(ADDRESS), None);
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_open_a_file() {
    use std::os::unix::fs::PermissionsExt;

    let (_folder, cache) = cache();
    cache.write(ADDRESS, &classes());
    let mode = fs::metadata(cache.path(ADDRESS))
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
}
