//! One link to a shared result. Pure, but for the words of its times.

use crate::language::point;
use crate::messages as say;
use crate::time::parse;
use api::Share;
use client_web::Client;

/// One link.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Link {
    pub(super) id: String,
    /// The name of the workflow.
    pub(super) workflow: String,
    /// The absolute address.
    pub(super) url: String,
    created: Option<f64>,
    expires: Option<f64>,
}

impl Link {
    pub(super) fn of(share: Share, client: &Client) -> Self {
        let name = match share.workflow.is_empty() {
            true => share.workflow_id,
            false => share.workflow,
        };
        Self {
            url: client.resolve(&share.url).unwrap_or(share.url),
            id: share.id,
            workflow: name,
            created: parse(&share.created_at),
            expires: parse(&share.expires_at),
        }
    }

    /// When it was made and when it expires, as far as that is known.
    pub(super) fn times(&self) -> String {
        let created = self
            .created
            .map(|time| say::SHARED_ON.with(&[&point(time)]));
        let expires = Some(self.expiry()).filter(|text| !text.is_empty());
        let times: Vec<String> = created.into_iter().chain(expires).collect();
        times.join(" · ")
    }

    /// When it expires.
    pub(super) fn expiry(&self) -> String {
        let expires = self
            .expires
            .map(|time| say::SHARE_EXPIRES.with(&[&point(time)]));
        expires.unwrap_or_default()
    }
}
