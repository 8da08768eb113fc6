//! What this tab deployed under which ID, so that Run never replaces a workflow from elsewhere.

use super::opened::Opened;
use super::run_step::{Content, Deployed};
use crate::listing::{Listed, Listing};
use crate::storage::{self, StorageArea};

/// Notes that an opened workflow was deployed.
pub(super) fn note(opened: Opened, id: &str, deployed: Deployed) {
    storage::save(
        StorageArea::Tab,
        &name(&opened.form.deployment(), id),
        &write(&deployed),
    );
    // Also without storage.
    let known = opened.deployment.known;
    known.set_value(Some((id.to_owned(), deployed)));
}

/// The ID under which this tab deployed the file with this fingerprint, if that is deployed still: `preferred` if it is
/// one of them.
pub(crate) fn deployed_id(listing: Listing, preferred: &str, file: &str) -> Option<String> {
    let deployment = listing.connection.deployment();
    let listed = listing.entries();
    let is_own = |entry: &&Listed| {
        let deployed = stored(&deployment, &entry.id);
        deployed.is_some_and(|own| own.content.file == file && own.version == entry.version)
    };
    let ids: Vec<&String> = listed.iter().filter(is_own).map(|own| &own.id).collect();
    let own = ids.iter().find(|id| **id == preferred);
    own.or(ids.first()).map(|id| (*id).clone())
}

/// What was deployed under an ID.
pub(super) fn of(opened: Opened, id: &str) -> Option<Deployed> {
    let known = opened.deployment.known.get_value();
    let known = known.and_then(|(own, deployed)| (own == id).then_some(deployed));
    known.or_else(|| stored(&opened.form.deployment(), id))
}

fn stored(deployment: &str, id: &str) -> Option<Deployed> {
    read(&storage::load::<String>(
        StorageArea::Tab,
        &name(deployment, id),
    )?)
}

fn name(deployment: &str, id: &str) -> String {
    ["deployed.", deployment, " ", id].concat()
}

fn write(deployed: &Deployed) -> String {
    let version = deployed.version.map(|version| version.to_string());
    let Content { file, choice } = &deployed.content;
    [&version.unwrap_or_default(), " ", file, " ", choice].concat()
}

fn read(text: &str) -> Option<Deployed> {
    let mut words = text.split(' ');
    let version = words.next()?.parse().ok();
    let mut fingerprint = || words.next().map(str::to_owned);
    let content = Content {
        file: fingerprint()?,
        choice: fingerprint()?,
    };
    Some(Deployed { version, content })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_read_as_it_was_written() {
        for version in [None, Some(12)] {
            let content = Content {
                file: "123".to_owned(),
                choice: "456".to_owned(),
            };
            let deployed = Deployed { version, content };
            assert_eq!(read(&write(&deployed)), Some(deployed));
        }
        assert_eq!(read("12 123"), None);
    }
}
