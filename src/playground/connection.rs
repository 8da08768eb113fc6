//! The connection to a deployment: its address, its key, and how it goes. Knows nothing of what is
//! asked over it.

mod fragment;
mod panel;

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

pub(crate) use panel::connection_panel;

use super::storage::{self, Place};
use super::time::now;
use crate::client::web::Client;
use crate::client::{Error, ErrorKind};

/// How the connection goes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Link {
    /// Nothing to connect to yet.
    Off,
    /// The first answer is awaited.
    Connecting,
    /// The last answer was good.
    Live,
    /// The deployment refuses the key, in these words.
    KeyRefused(String),
    /// The address can be none.
    AddressRefused(String),
    /// No good answer since then, and why.
    Lost {
        /// When the first answer stayed away.
        since: f64,
        /// Whether there was no answer at all.
        silent: bool,
        /// What went wrong and what to do.
        message: String,
    },
}

/// Where the key is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// In memory, until the page is left.
    Page,
    /// In the browser.
    Stored(Place),
}

/// An address and its key are kept together: a key never goes to another address.
#[derive(Serialize, Deserialize)]
struct Kept {
    base_url: String,
    key: String,
}

/// The page's connection.
#[derive(Clone, Copy)]
pub(crate) struct Connection {
    /// The client of what is connected; `None` before and after.
    pub(crate) client: RwSignal<Option<Client>>,
    /// How it goes.
    pub(crate) link: RwSignal<Link>,
    /// Where the key is kept.
    pub(crate) keep: RwSignal<Keep>,
    /// The address in the panel.
    pub(crate) address: RwSignal<String>,
    /// The key in the panel.
    pub(crate) key: RwSignal<String>,
    /// Whether the panel is open.
    pub(crate) panel: RwSignal<bool>,
    /// Counts connections: what an earlier one answers late is not this one's.
    pub(crate) epoch: RwSignal<u32>,
}

impl Link {
    /// The state in a word or two.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Self::Off => "not connected",
            Self::Connecting => "connecting",
            Self::Live => "connected",
            Self::KeyRefused(_) => "key refused",
            Self::AddressRefused(_) => "no address",
            Self::Lost { silent: true, .. } => "unreachable",
            Self::Lost { .. } => "faulty",
        }
    }

    /// The state as a tone: `off`, `wait`, `good`, `bad`.
    pub(crate) fn tone(&self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Connecting => "wait",
            Self::Live => "good",
            _ => "bad",
        }
    }

    /// Whether something may be asked.
    pub(crate) fn asks(&self) -> bool {
        matches!(self, Self::Connecting | Self::Live | Self::Lost { .. })
    }

    /// What follows from an answer that was no good.
    fn after(&self, error: &Error) -> Self {
        if error.kind == ErrorKind::Authentication {
            return Self::KeyRefused(error.reason.clone());
        }
        let since = match self {
            Self::Lost { since, .. } => *since,
            _ => now(),
        };
        Self::Lost {
            since,
            silent: matches!(error.kind, ErrorKind::Network | ErrorKind::Timeout),
            message: error.reason.clone(),
        }
    }
}

impl Connection {
    /// The page's connection: by the link's key, else by what is kept, else not yet.
    pub(crate) fn start() -> Self {
        let connection = Self {
            client: RwSignal::new(None),
            link: RwSignal::new(Link::Off),
            keep: RwSignal::new(Keep::Page),
            address: RwSignal::new(fragment::page_folder()),
            key: RwSignal::new(String::new()),
            panel: RwSignal::new(false),
            epoch: RwSignal::new(0),
        };
        connection.follow_link();
        if connection.link.with_untracked(|link| *link == Link::Off) {
            connection.restore();
        }
        let listener = window_event_listener_untyped("hashchange", move |_| {
            connection.follow_link();
        });
        on_cleanup(move || listener.remove());
        connection
    }

    /// Connects to what the panel says.
    pub(crate) fn connect(self) {
        let (address, key) = (self.address.get_untracked(), self.key.get_untracked());
        if let Err(error) = Client::new(&address, "") {
            return self.refuse(Link::AddressRefused(error.reason));
        }
        match Client::new(&address, &key) {
            Ok(client) => {
                self.store();
                self.client.set(Some(client));
                self.link.set(Link::Connecting);
                self.epoch.update(|epoch| *epoch += 1);
            }
            Err(error) => self.refuse(Link::KeyRefused(error.reason)),
        }
    }

    /// Whether something may be asked; tells whoever shows it of changes.
    pub(crate) fn asks(self) -> bool {
        self.link.with(Link::asks)
    }

    /// Forgets the key wherever it is, and disconnects.
    pub(crate) fn forget(self) {
        for place in [Place::Tab, Place::Browser] {
            storage::remove(place, "connection");
        }
        self.key.set(String::new());
        self.keep.set(Keep::Page);
        self.client.set(None);
        self.link.set(Link::Off);
        self.epoch.update(|epoch| *epoch += 1);
    }

    /// Takes note of how a reading went.
    pub(crate) fn heard<T>(self, answer: Result<&T, &Error>) {
        let next = match answer {
            Ok(_) => Link::Live,
            Err(error) => self.link.with_untracked(|link| link.after(error)),
        };
        if self.link.with_untracked(|link| *link != next) {
            match next {
                Link::Live => self.panel.set(false),
                Link::KeyRefused(_) => self.panel.set(true),
                // A deployment that was there before needs no other address.
                _ if self.link.with_untracked(|link| *link == Link::Connecting) => {
                    self.panel.set(true);
                }
                _ => {}
            }
            self.link.set(next);
        }
    }

    fn refuse(self, link: Link) {
        self.client.set(None);
        self.link.set(link);
        self.panel.set(true);
    }

    /// Keeps address and key where the person chose, and nowhere else.
    pub(crate) fn store(self) {
        for place in [Place::Tab, Place::Browser] {
            storage::remove(place, "connection");
        }
        if let Keep::Stored(place) = self.keep.get_untracked() {
            let kept = Kept {
                base_url: self.address.get_untracked(),
                key: self.key.get_untracked(),
            };
            storage::save(place, "connection", &kept);
        }
    }

    fn restore(self) {
        for place in [Place::Tab, Place::Browser] {
            if let Some(kept) = storage::load::<Kept>(place, "connection") {
                self.address.set(kept.base_url);
                self.key.set(kept.key);
                self.keep.set(Keep::Stored(place));
                return self.connect();
            }
        }
        self.panel.set(true);
    }

    fn follow_link(self) {
        if let Some(key) = fragment::take_key() {
            self.address.set(fragment::page_folder());
            self.key.set(key);
            self.connect();
        }
    }
}
