//! The failed and pending deliveries of webhooks, if the deployment reports them. In the deferred chunk.

use super::state::Connection;
use crate::language::{integer, point};
use crate::messages as say;
use crate::promise::pause;
use crate::reason;
use crate::text::short_id;
use crate::time::parse;
use api::{Delivery, DeliveryList};
use client::Error;
use client_web::Client;
use ui::{El, RwSignal, button, el, focus, list, memo, spawn_local, untrack};

/// The id of the heading, which has the focus after a button has gone.
const HEADING: &str = "deliveries";
/// The states that are shown, in this order.
const STATES: [&str; 2] = ["failed", "pending"];
/// How many deliveries are shown.
const SHOWN: usize = 20;
/// How often they are read while the panel is open and one is still to be made, in milliseconds.
const INTERVAL: u32 = 5000;

/// What is shown.
#[derive(Clone, Copy)]
struct Deliveries {
    connection: Connection,
    found: RwSignal<DeliveryList>,
    /// What became of the last press.
    message: RwSignal<Option<String>>,
    /// Counts the readings, so that only the last one continues.
    reading: RwSignal<u32>,
}

/// The deliveries, read again whenever the panel opens or another key is used. Nothing if all were made.
pub(super) fn deliveries(connection: Connection) -> El {
    let deliveries = Deliveries {
        connection,
        found: RwSignal::new(DeliveryList::default()),
        message: RwSignal::new(None),
        reading: RwSignal::new(0),
    };
    let is_shown = memo(move || {
        let is_any = deliveries.found.with(|found| !found.deliveries.is_empty());
        // With a message, it stays although the last one was made.
        connection.is_live() && (is_any || deliveries.message.with(Option::is_some))
    });
    el("div", "key-details")
        .effect(move || deliveries.open())
        .live(move || is_shown.get().then(|| untrack(|| view(deliveries))))
}

impl Deliveries {
    /// Reads them if the panel is open; tracks whether it is.
    fn open(self) {
        let client = self.connection.client.get();
        let is_open = self.connection.panel.get() && self.connection.is_live();
        self.message.set(None);
        match client.filter(|_| is_open) {
            Some(client) => self.read(client),
            // Ends a reading that would continue.
            None => drop(self.count_reading()),
        }
    }

    fn count_reading(self) -> Option<u32> {
        self.reading.try_update(|count| {
            *count = count.wrapping_add(1);
            *count
        })
    }

    /// Reads them, again and again while one is still to be made.
    fn read(self, client: Client) {
        let reading = self.count_reading();
        spawn_local(async move {
            loop {
                // Other deployments have none, and some keys may not see them.
                let found = unmade(&client).await.unwrap_or_default();
                if self.reading.try_get_untracked() != reading {
                    return;
                }
                let is_any_pending = found.deliveries.iter().any(|it| it.state == "pending");
                if self.found.with_untracked(|before| *before != found) {
                    self.found.set(found);
                }
                if !is_any_pending {
                    return;
                }
                pause(INTERVAL).await;
                if self.reading.try_get_untracked() != reading {
                    return;
                }
            }
        });
    }

    /// Sends one again.
    fn resend(self, id: String) {
        let Some(client) = self.connection.client.get_untracked() else {
            return;
        };
        spawn_local(async move {
            let message = match client.replay(&id).await {
                Ok(()) => say::DELIVERY_SENT.now().to_owned(),
                Err(error) => reason::of_error(&error),
            };
            let _ = self.message.try_set(Some(message));
            // The button goes as soon as the delivery is no longer failed.
            focus(HEADING);
            self.read(client);
        });
    }
}

/// The deliveries that were not made, those that failed first.
async fn unmade(client: &Client) -> Result<DeliveryList, Error> {
    let mut all = DeliveryList::default();
    for state in STATES {
        let found = client.deliveries(state).await?;
        all.count += found.count;
        all.deliveries.extend(found.deliveries);
    }
    all.deliveries.truncate(SHOWN);
    Ok(all)
}

fn view(deliveries: Deliveries) -> El {
    let all = move || deliveries.found.with(|found| found.deliveries.clone());
    let more = move || {
        let (count, shown) = deliveries
            .found
            .with(|found| (found.count as usize, found.deliveries.len()));
        match count.saturating_sub(shown) {
            0 if shown == 0 => Some(say::DELIVERIES_NONE.now().to_owned()),
            0 => None,
            hidden => Some(say::DELIVERIES_MORE.with(&[&integer(hidden)])),
        }
    };
    let heading = el("h2", "")
        .attr("id", HEADING)
        .attr("tabindex", "-1")
        .text(say::DELIVERIES);
    let entries = list(
        el("ul", "delivery-list").attr("aria-labelledby", HEADING),
        all,
        |delivery| {
            [
                &*delivery.id,
                &delivery.state,
                delivery.next_attempt_at.as_deref().unwrap_or_default(),
            ]
            .join(" ")
        },
        move |delivery| entry(deliveries, delivery),
    );
    el("section", "")
        .attr("aria-labelledby", HEADING)
        .child(heading)
        .child(entries)
        .child(el("p", "hint").text(more))
        .child(
            el("p", "hint")
                .attr("role", "status")
                .text(move || deliveries.message.get()),
        )
}

fn entry(deliveries: Deliveries, delivery: Delivery) -> El {
    let id = ["delivery-", &delivery.id].concat();
    let about = say::DELIVERY_OF.with(&[&delivery.event, &short_id(&delivery.run_id)]);
    let resend = (delivery.state == "failed").then(|| {
        let own = delivery.id.clone();
        button("button small", move || deliveries.resend(own.clone()))
            .attr("aria-describedby", id.clone())
            .text(say::DELIVERY_RESEND)
    });
    let line = |text: String| el("p", "hint").attr("dir", "auto").text(text);
    let entry = el("li", "delivery").child(
        el("div", "delivery-about")
            .child(el("p", "").attr("id", id).attr("dir", "auto").text(about))
            .child(line(delivery.origin.clone()))
            .child(line(outcome(&delivery))),
    );
    match resend {
        Some(button) => entry.child(button),
        None => entry,
    }
}

/// What became of it so far: since when it has failed or when it is tried again, and why.
fn outcome(delivery: &Delivery) -> String {
    let time = |text: &Option<String>| text.as_deref().and_then(parse).map(point);
    let state = match delivery.state.as_str() {
        "failed" => say::DELIVERY_FAILED.with(&[&time(&delivery.ended_at).unwrap_or_default()]),
        _ => match time(&delivery.next_attempt_at) {
            Some(next) => say::DELIVERY_NEXT.with(&[&next]),
            None => say::DELIVERY_WAITING.now().to_owned(),
        },
    };
    let parts = [Some(state), delivery.reason.clone()];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(" · ")
}
