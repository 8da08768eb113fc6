//! Makes the signed links to the outputs and previews of runs, as callers get them.

use std::sync::Arc;

use super::keys::Keys;
use super::signed_links::LinkSigner;

/// Makes links to the outputs and previews of runs.
#[derive(Clone)]
pub struct Links {
    signer: Arc<LinkSigner>,
    keys: Arc<Keys>,
    /// The address by which callers reach the service, if it knows that.
    public_url: Option<String>,
    /// For how many seconds links to outputs are valid at least, if longer than usual.
    lifetime: Option<u64>,
}

impl Links {
    /// Links that begin with this address. Without one, they are paths.
    pub(crate) fn new(
        signer: Arc<LinkSigner>,
        keys: Arc<Keys>,
        public_url: Option<String>,
    ) -> Self {
        Self {
            signer,
            keys,
            public_url,
            lifetime: None,
        }
    }

    /// The same, valid for so many seconds at least. If the service does not know its address, they begin with this one.
    pub(crate) fn lasting(&self, seconds: u64, base: Option<String>) -> Self {
        Self {
            // The service may have learned its address since the base was noted.
            public_url: self.public_url.clone().or(base),
            lifetime: Some(seconds),
            ..self.clone()
        }
    }

    /// The link to an output file `<run_id>/<name>` of a run of this owner.
    pub fn output(&self, filename: &str, owner: &str) -> String {
        let link_id = self.keys.link_id(owner);
        self.whole(&match self.lifetime {
            Some(seconds) => self.signer.lasting_link(filename, &link_id, seconds),
            None => self.signer.link(filename, &link_id),
        })
    }

    /// The link to the preview with this number of a run of this owner; there is none with the number 0. It changes with
    /// each image.
    pub fn preview(&self, run_id: &str, owner: &str, number: u32) -> Option<String> {
        (number > 0).then(|| {
            let path = self.signer.preview_link(run_id, &self.keys.link_id(owner));
            self.whole(&format!("{path}&image={number}"))
        })
    }

    fn whole(&self, path: &str) -> String {
        [self.public_url.as_deref().unwrap_or_default(), path].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ApiKeyHash, FirstKey};
    use super::*;
    use store::FirstKeyRecord;

    fn links(public_url: Option<&str>) -> Links {
        let kept = FirstKeyRecord {
            link_id: "id".to_owned(),
            earlier: None,
        };
        let first = FirstKey::new(ApiKeyHash::of(b"key"), kept);
        let keys = Arc::new(Keys::new(first, Vec::new()));
        let public_url = public_url.map(str::to_owned);
        Links::new(Arc::new(LinkSigner::new(b"secret")), keys, public_url)
    }

    #[test]
    fn links_begin_with_the_address_of_the_service_and_lasting_ones_else_with_a_noted_one() {
        let begin = |links: &Links| {
            let link = links.output("run/a.png", "");
            link.split_once("/api/").unwrap().0.to_owned()
        };
        let noted = Some("http://noted.example".to_owned());
        let (unknown, public) = (links(None), links(Some("https://public.example")));
        assert_eq!(begin(&unknown), "");
        assert_eq!(begin(&public), "https://public.example");
        let lasting = |links: &Links| links.lasting(7200, noted.clone());
        assert_eq!(begin(&lasting(&unknown)), "http://noted.example");
        assert_eq!(begin(&lasting(&public)), "https://public.example");
    }

    #[test]
    fn there_is_no_link_to_a_preview_before_the_first_one() {
        assert_eq!(links(None).preview("run", "", 0), None);
        let link = links(None).preview("run", "", 3).unwrap();
        assert!(link.ends_with("&image=3"), "{link}");
    }
}
