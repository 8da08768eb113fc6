//! Makes, lists and revokes links.

use super::link::Link;
use super::state::{Links, Sharing};
use crate::messages as say;
use crate::reason;
use client::ErrorKind;
use ui::{focus, request_animation_frame, spawn_local};

/// The id of the field with the new link.
pub(super) const LINK: &str = "share-link";
/// The id of the list's heading, which has the focus after an entry was removed.
pub(super) const LIST: &str = "share-list";

/// Loads the links.
pub(super) fn load(sharing: Sharing) {
    let Some(client) = sharing.connection.client.get_untracked() else {
        return;
    };
    spawn_local(async move {
        let answer = client.shares().await;
        let links = match answer {
            Ok(shares) => {
                let links = shares.into_iter().map(|share| Link::of(share, &client));
                Links::Loaded(links.collect())
            }
            Err(error) => Links::Failed(reason::of_error(&error)),
        };
        let _ = sharing.links.try_set(links);
    });
}

/// Makes a link, and selects it.
pub(super) fn create(sharing: Sharing) {
    let client = sharing.connection.client.get_untracked();
    let (Some(client), Some(run)) = (client, sharing.row.run_id()) else {
        return;
    };
    if !begin(sharing) {
        return;
    }
    let days = sharing.days.get_untracked();
    spawn_local(async move {
        match client.share(&run, days).await {
            Ok(share) => {
                sharing.add(Link::of(share, &client));
                finish(sharing, Some(say::SHARE_CREATED.now()), None);
                // As soon as it is on the page.
                request_animation_frame(|| focus(LINK));
            }
            Err(error) => {
                let why = say::SHARE_FAILED.with(&[&reason::of_error(&error)]);
                finish(sharing, None, Some(why));
            }
        }
    });
}

/// Ends a link. One that has ended already is no error.
pub(super) fn revoke(sharing: Sharing, id: String) {
    let client = sharing.connection.client.get_untracked();
    let Some(client) = client.filter(|_| begin(sharing)) else {
        return;
    };
    spawn_local(async move {
        match client.revoke_share(&id).await {
            Err(error) if error.kind != ErrorKind::NotFound => {
                let why = say::SHARE_REVOKE_FAILED.with(&[&reason::of_error(&error)]);
                finish(sharing, None, Some(why));
            }
            _ => {
                sharing.remove(&id);
                finish(sharing, Some(say::SHARE_REVOKED.now()), None);
                // The list is shown by then.
                request_animation_frame(|| focus(LIST));
            }
        }
    });
}

/// Notes that a call begins. Returns false while another one is under way.
fn begin(sharing: Sharing) -> bool {
    if sharing.is_busy.get_untracked() {
        return false;
    }
    sharing.is_busy.set(true);
    sharing.status.set(None);
    sharing.error.set(None);
    true
}

/// Notes how a call ended; the dialog may be gone.
fn finish(sharing: Sharing, status: Option<&str>, error: Option<String>) {
    let _ = sharing.is_busy.try_set(false);
    let _ = sharing.status.try_set(status.map(str::to_owned));
    let _ = sharing.error.try_set(error);
}
