//! A store in memory, for tests that need no disk.

use std::collections::BTreeMap;
use std::io;
use std::sync::Mutex;

use super::{Folder, Place, Prefix, Store};

/// Files by folder and path.
#[derive(Default)]
pub(crate) struct Shelf {
    files: Mutex<BTreeMap<String, Vec<u8>>>,
}

impl Shelf {
    pub(crate) fn put(&self, folder: Folder, name: &str, bytes: &[u8]) {
        self.files
            .lock()
            .unwrap()
            .insert(format!("{}//{name}", folder.name()), bytes.to_vec());
    }
}

fn key(place: &Place) -> String {
    format!("{}/{}/{}", place.folder.name(), place.subfolder, place.name)
}

impl Store for Shelf {
    fn exists(&self, place: &Place) -> bool {
        self.files.lock().unwrap().contains_key(&key(place))
    }

    fn read(&self, place: &Place) -> io::Result<Vec<u8>> {
        self.files
            .lock()
            .unwrap()
            .get(&key(place))
            .cloned()
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn save(&self, prefix: &Prefix, ending: &str, bytes: &[u8]) -> io::Result<Place> {
        let mut files = self.files.lock().unwrap();
        let place = |number: u32| Place {
            folder: prefix.folder,
            subfolder: prefix.subfolder.clone(),
            name: format!("{}_{number:05}{ending}", prefix.stem),
        };
        let free = (1..)
            .map(place)
            .find(|place| !files.contains_key(&key(place)));
        let place = free.ok_or_else(|| io::Error::other("full"))?;
        files.insert(key(&place), bytes.to_vec());
        Ok(place)
    }

    fn inputs(&self) -> Vec<String> {
        let files = self.files.lock().unwrap();
        files
            .keys()
            .filter_map(|name| name.strip_prefix("input//").map(str::to_owned))
            .collect()
    }
}
