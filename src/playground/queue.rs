//! The queue of every engine instance, live, with its age.

mod board;
mod instance;

use leptos::prelude::*;

pub(crate) use board::Board;

use super::connection::{Connection, Link};
use super::text::count;
use super::time::{Clock, of_day};
use instance::Instance;

/// The region that shows what runs and waits on every instance.
#[component]
pub(crate) fn QueueRegion() -> impl IntoView {
    let board: Board = expect_context();
    let total = move || {
        let (running, pending) = board.totals();
        let instances = board.rows.with(Vec::len);
        format!(
            "{} · {running} running · {pending} pending",
            count(instances, "instance")
        )
    };
    let any = move || board.seen.get().is_some();
    view! {
        <section class="region queue-region" id="region-queue" aria-label="Queue">
            <div class="region-head">
                <h2>"Queue"</h2>
                <Age />
            </div>
            <p class="queue-total" hidden=move || !any()>{total}</p>
            <Nothing />
            <div class="instances" data-stale=move || board.is_stale().then_some("")>
                <For each=move || board.rows.get() key=|row| row.address.get_value() let(row)>
                    <Instance row />
                </For>
            </div>
        </section>
    }
}

/// How old the picture is; once it is stale, what is awaited and since when.
#[component]
fn Age() -> impl IntoView {
    let board: Board = expect_context();
    let clock: Clock = expect_context();
    let age = move || {
        let seen = board.seen.get()?;
        let age = clock.since(seen);
        Some(if board.is_stale() {
            format!("stale · seen {age} ago")
        } else {
            format!("{age} ago")
        })
    };
    view! {
        <span class="age" data-stale=move || board.is_stale().then_some("")>{age}</span>
    }
}

/// What is to be said where there is no picture, or an old one.
#[component]
fn Nothing() -> impl IntoView {
    let connection: Connection = expect_context();
    let board: Board = expect_context();
    let said = move || match connection.link.get() {
        Link::Lost { since, .. } => {
            let below = if board.seen.get().is_some() {
                " Below is what was seen last."
            } else {
                ""
            };
            Some(format!(
                "No good answer since {}. Asking again by itself.{below}",
                of_day(since)
            ))
        }
        Link::Off | Link::AddressRefused(_) => {
            Some("Connect to a deployment to see its engine instances.".to_owned())
        }
        Link::KeyRefused(_) => {
            Some("The deployment refuses the key; enter another under Connection.".to_owned())
        }
        Link::Connecting => Some("Awaiting the first picture of the queue…".to_owned()),
        Link::Live if board.seen.get().is_some() && board.rows.with(Vec::is_empty) => Some(
            "The deployment names no engine instance. Start one, and it shows up here.".to_owned(),
        ),
        Link::Live => None,
    };
    view! { <p class="queue-notice" role="status">{said}</p> }
}

/// The region.
pub(crate) fn queue_region() -> super::element::El {
    super::element::el("div", "bridge").view(view! { <QueueRegion /> })
}
