//! ComfyUI on the machine of the service that serves this page: the one that the service has found and uses, a button
//! that lets it use one that was started later, or how to name one. In the deferred chunk.

use super::own_workflow::own_engine;
use crate::connection::Connection;
use crate::copy::command;
use crate::messages as say;
use crate::poll::Poll;
use crate::reason;
use api::{EngineEntry, FoundEngine};
use ui::{El, RwSignal, button, el, expect_context, spawn_local};

/// How long to wait before looking again, in milliseconds.
const PAUSE: u32 = 10_000;

#[derive(Clone, Copy)]
struct Found {
    connection: Connection,
    engines: RwSignal<Vec<FoundEngine>>,
    is_busy: RwSignal<bool>,
    error: RwSignal<Option<String>>,
    /// The connection whose key is known to have the right to add engines.
    may_add: RwSignal<Option<u32>>,
    /// Whether the connected service is one whose engines this person may choose, and still has none but its own.
    is_to_choose: RwSignal<bool>,
}

/// What was found, or how to name a ComfyUI.
pub(super) fn engines() -> El {
    let found = Found {
        connection: expect_context(),
        engines: RwSignal::new(Vec::new()),
        is_busy: RwSignal::new(false),
        error: RwSignal::new(None),
        may_add: RwSignal::new(None),
        is_to_choose: RwSignal::new(false),
    };
    let poll = Poll::new(move || look(found));
    let follow = move || {
        if found.connection.client.with(Option::is_some) && found.connection.is_live() {
            poll.kick();
        }
    };
    let view = move || {
        let engines = found.engines.get();
        if engines.is_empty() {
            let may_choose = !found.connection.is_live() || found.is_to_choose.get();
            return may_choose.then(own_engine);
        }
        let engines = engines.into_iter();
        let views = engines.map(move |engine| view(found, poll, &engine));
        Some(el("div", "found-engines").children(views))
    };
    el("div", "own-engines").effect(follow).live(view)
}

/// Looks once; returns when to look again. Only the service that serves the page is asked, and only with a key that may
/// add engines.
async fn look(found: Found) -> Option<u32> {
    let connection = found.connection;
    let client = connection.client.get_untracked()?;
    if client.base_url() != connection.page_url() {
        return None;
    }
    let epoch = connection.epoch.get_untracked();
    if found.may_add.try_get_untracked()? != Some(epoch) {
        let _ = found.is_to_choose.try_set(false);
        let key = client.own_key().await.ok()?;
        if !key.is_admin() {
            return None;
        }
        let _ = found.may_add.try_set(Some(epoch));
        let engines = client.engines().await.ok()?;
        let has_none = engines.iter().all(EngineEntry::is_embedded);
        let _ = found.is_to_choose.try_set(has_none);
    }
    let engines = client.found_engines().await.ok()?;
    // The rest of the view, and its focus, stays if nothing has changed.
    if found
        .engines
        .try_with_untracked(|known| *known != engines)?
    {
        let _ = found.engines.try_set(engines);
    }
    Some(PAUSE)
}

fn view(found: Found, poll: Poll, engine: &FoundEngine) -> El {
    let version = engine.version.clone().unwrap_or_default();
    let name = format!("ComfyUI {version}");
    let about = match engine.is_used() {
        true => say::FIRST_FOUND_USED.with(&[name.trim_end(), &engine.url]),
        false => say::FIRST_FOUND.with(&[name.trim_end(), &engine.url]),
    };
    let url = engine.url.clone();
    let connect = (!engine.is_used()).then(|| {
        button("button primary", move || connect(found, poll, url.clone()))
            .attr("aria-busy", move || found.is_busy.get().then_some("true"))
            .text(say::FIRST_FOUND_USE)
    });
    let error = move || {
        let why = found.error.get()?;
        Some(el("p", "error").attr("role", "alert").text(why))
    };
    let saved = engine.workflows.as_ref().map(|folder| {
        el("div", "")
            .child(el("p", "hint").text(say::FIRST_FOUND_WORKFLOWS))
            .child(command(&format!("flowdeck serve --workflows \"{folder}\"")))
    });
    el("div", "found-engine")
        .child(el("p", "hint").attr("dir", "auto").text(about))
        .children(connect)
        .live(error)
        .children(saved)
}

/// Lets the service use it.
fn connect(found: Found, poll: Poll, url: String) {
    let client = found.connection.client.get_untracked();
    let Some(client) = client.filter(|_| !found.is_busy.get_untracked()) else {
        return;
    };
    found.is_busy.set(true);
    found.error.set(None);
    spawn_local(async move {
        let added = client.add_engine(&url).await;
        let _ = found.is_busy.try_set(false);
        match added {
            Ok(()) => poll.kick(),
            Err(error) => {
                let _ = found.error.try_set(Some(reason::of_error(&error)));
            }
        }
    });
}
