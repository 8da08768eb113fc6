//! What this tab deployed under which ID, so that Run never replaces a workflow from elsewhere.

use super::opened::Opened;
use super::run_step::Deployed;
use crate::storage::{self, StorageArea};

/// Notes that an opened workflow was deployed.
pub(super) fn note(opened: Opened, id: &str, deployed: Deployed) {
    storage::save(StorageArea::Tab, &name(opened, id), &write(&deployed));
    // Also without storage.
    let known = opened.deployment.known;
    known.set_value(Some((id.to_owned(), deployed)));
}

/// What was deployed under an ID.
pub(super) fn of(opened: Opened, id: &str) -> Option<Deployed> {
    let known = opened.deployment.known.get_value();
    let known = known.and_then(|(own, deployed)| (own == id).then_some(deployed));
    known.or_else(|| {
        read(&storage::load::<String>(
            StorageArea::Tab,
            &name(opened, id),
        )?)
    })
}

fn name(opened: Opened, id: &str) -> String {
    ["deployed.", &opened.form.deployment(), " ", id].concat()
}

fn write(deployed: &Deployed) -> String {
    let version = deployed.version.map(|version| version.to_string());
    [&version.unwrap_or_default(), " ", &deployed.fingerprint].concat()
}

fn read(text: &str) -> Option<Deployed> {
    let (version, fingerprint) = text.split_once(' ')?;
    Some(Deployed {
        version: version.parse().ok(),
        fingerprint: fingerprint.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_read_as_it_was_written() {
        for version in [None, Some(12)] {
            let deployed = Deployed {
                version,
                fingerprint: "123".to_owned(),
            };
            assert_eq!(read(&write(&deployed)), Some(deployed));
        }
        assert_eq!(read("12"), None);
    }
}
