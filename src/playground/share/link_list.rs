//! The links there are, with their times.

use super::calls::{LIST, revoke};
use super::link::Link;
use super::state::{Links, Sharing};
use crate::copy::copy_button;
use crate::messages as say;
use ui::{El, button, el, list};

/// The list of links, or why it is not there.
pub(super) fn link_list(sharing: Sharing) -> El {
    let is_only_made = move || {
        let has_made = sharing.made.with(Option::is_some);
        has_made
            && sharing
                .links
                .with(|links| matches!(links, Links::Loaded(links) if links.len() == 1))
    };
    let heading = el("h3", "share-heading")
        .attr("id", LIST)
        .attr("tabindex", "-1")
        .text(say::SHARED_LINKS);
    let note = el("p", "hint").text(move || {
        sharing.links.with(|links| match links {
            Links::Loading => Some(say::SHARED_LINKS_LOADING.now().to_owned()),
            Links::Failed(why) => Some(say::SHARED_LINKS_FAILED.with(&[why])),
            Links::Loaded(links) if links.is_empty() => {
                Some(say::SHARED_LINKS_NONE.now().to_owned())
            }
            Links::Loaded(_) => None,
        })
    });
    // The link that was just made is above the list.
    let links = move || {
        let made = sharing.made.get().map(|link| link.id);
        let mut links = sharing.links.with(|links| match links {
            Links::Loaded(links) => links.clone(),
            _ => Vec::new(),
        });
        links.retain(|link| Some(&link.id) != made.as_ref());
        links
    };
    let entries = list(
        el("ul", "share-list").attr("aria-labelledby", LIST),
        links,
        |link| link.id.clone(),
        move |link| entry(sharing, link),
    );
    el("section", "share-links")
        .attr("hidden", is_only_made)
        .attr("aria-labelledby", LIST)
        .child(heading)
        .child(note)
        .child(entries)
}

fn entry(sharing: Sharing, link: Link) -> El {
    let (id, url, times) = (link.id.clone(), link.url.clone(), link.times());
    let title = ["share-", &link.id].concat();
    let about = el("div", "share-about")
        .attr("id", title.clone())
        .child(
            el("p", "share-workflow")
                .attr("dir", "auto")
                .text(link.workflow),
        )
        .child(el("p", "hint").text(times));
    let revoke = button("button small", move || revoke(sharing, id.clone()));
    el("li", "share-entry")
        .child(about)
        .child(copy_button(say::COPY, move || url.clone()).attr("aria-describedby", title.clone()))
        .child(
            revoke
                .attr("aria-describedby", title)
                .text(say::SHARE_REVOKE),
        )
}
