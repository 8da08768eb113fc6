//! The page's connection: connecting, disconnecting, and what each answer says about it.

use leptos::prelude::*;

use super::address::with_scheme;
use super::keys::{Keep, Keys};
use super::saved::Saved;
use super::standing::Link;
use crate::client::Error;
use crate::client::web::Client;
use crate::playground::call_log;
use crate::playground::deferred::Deferred;
use crate::playground::link::{self, Carried};
use crate::playground::signal::RwSignal;
use crate::playground::storage::{self, Place};
use crate::playground::text::host;

/// Looks into what went wrong, and shows it in the panel.
pub(super) static ADVISE: Deferred<fn(Connection, &Error)> = Deferred::new();

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
    /// The name in the panel, under which the deployment is saved.
    pub(crate) name: RwSignal<String>,
    /// The deployments that were saved.
    pub(crate) saved: Saved,
    /// Whether the panel is open.
    pub(crate) panel: RwSignal<bool>,
    /// What is wrong with the connection and what to do, once that was looked into.
    pub(crate) advice: RwSignal<Option<String>>,
    /// Counts connections: what an earlier one answers late is not this one's.
    pub(crate) epoch: RwSignal<u32>,
    /// What the link carries that the page was opened by.
    pub(crate) carried: RwSignal<Carried>,
    keys: Keys,
}

impl Connection {
    /// The page's connection: by the link's key, else by what is kept, else not yet.
    pub(crate) fn start() -> Self {
        let connection = Self {
            client: RwSignal::new(None),
            link: RwSignal::new(Link::Off),
            keep: RwSignal::new(Keep::Page),
            address: RwSignal::new(link::page_folder()),
            key: RwSignal::new(String::new()),
            name: RwSignal::new(String::new()),
            saved: Saved::load(),
            panel: RwSignal::new(false),
            advice: RwSignal::new(None),
            epoch: RwSignal::new(0),
            carried: RwSignal::new(Carried::default()),
            keys: Keys::default(),
        };
        if !connection.follow_link() {
            connection.restore();
        }
        let listener = window_event_listener_untyped("hashchange", move |_| {
            connection.follow_link();
        });
        on_cleanup(move || listener.remove());
        connection
    }

    /// Connects to what the panel says, and saves it where it has a name.
    pub(crate) fn connect(self) {
        self.address
            .update(|address| *address = with_scheme(address));
        let (address, key) = (self.address.get_untracked(), self.key.get_untracked());
        self.advice.set(None);
        if let Err(error) = Client::new(&address, "") {
            return self.refuse(Link::AddressRefused(Box::new(error)));
        }
        match Client::new(&address, &key) {
            Ok(client) => {
                let client = client.observed(call_log::record);
                self.address.set(client.base_url().to_owned());
                self.saved
                    .add(&self.name.get_untracked(), client.base_url());
                self.store(client.base_url());
                self.client.set(Some(client));
                self.link.set(Link::Connecting);
                self.epoch.update(|epoch| *epoch += 1);
            }
            Err(error) => self.refuse(Link::KeyRefused(Box::new(error))),
        }
    }

    /// Puts a deployment and what is known of it into the panel; connects where its key is known.
    pub(crate) fn take(self, base_url: &str) {
        self.address.set(base_url.to_owned());
        self.name
            .set(self.saved.name_of(base_url).unwrap_or_default());
        let (key, keep) = self.keys.of(base_url);
        self.keep.set(keep);
        let known = key.is_some();
        self.key.set(key.unwrap_or_default());
        if known {
            return self.connect();
        }
        self.leave();
        self.panel.set(true);
    }

    /// Takes the address that is typed. The key and the name of another deployment do not stay beside
    /// it: a key goes to its own address alone.
    pub(crate) fn retype(self, address: String) {
        let before = self.base_url();
        self.address.set(address);
        if self
            .keys
            .of(&before)
            .0
            .is_some_and(|key| self.key.with_untracked(|own| *own == key))
        {
            self.key.set(String::new());
        }
        if self
            .saved
            .name_of(&before)
            .is_some_and(|name| self.name.with_untracked(|own| *own == name))
        {
            self.name.set(String::new());
        }
    }

    /// Whether something may be asked; tells whoever shows it of changes.
    pub(crate) fn asks(self) -> bool {
        self.link.with(Link::asks)
    }

    /// Whether the last answer was good; tells whoever shows it of changes.
    pub(crate) fn is_live(self) -> bool {
        self.link.with(|link| *link == Link::Live)
    }

    /// Whether an answer that stays away can have no other reason than that nothing is there.
    pub(crate) fn is_plain_silence(self) -> bool {
        let lost = |link: &Link| matches!(link, Link::Lost { silent: true, .. });
        self.link.with_untracked(lost) || link::is_own(&self.deployment())
    }

    /// What people call the deployment that is connected: its name, else its address.
    pub(crate) fn title(self) -> Option<String> {
        let base_url = self
            .client
            .with(|client| Some(client.as_ref()?.base_url().to_owned()))?;
        let name = self.saved.name_of(&base_url);
        Some(name.unwrap_or_else(|| host(&base_url).to_owned()))
    }

    /// Forgets the key wherever it is, and disconnects.
    pub(crate) fn forget(self) {
        self.keys.forget(&self.base_url());
        self.key.set(String::new());
        self.keep.set(Keep::Page);
        self.leave();
    }

    /// Takes a deployment off the list, with its key.
    pub(crate) fn drop_saved(self, base_url: &str) {
        self.saved.remove(base_url);
        self.keys.forget(base_url);
    }

    /// Takes note of how a reading went.
    pub(crate) fn heard<T>(self, answer: Result<&T, &Error>) {
        let next = match answer {
            Ok(_) => Link::Live,
            Err(error) => self.link.with_untracked(|link| link.after(error)),
        };
        let before = self.link.get_untracked();
        if before == next {
            return;
        }
        match (&next, answer) {
            (Link::Live, _) => {
                self.advice.set(None);
                self.panel.set(false);
            }
            // What is wrong with a key is told at the key.
            (Link::KeyRefused(_), _) => {
                self.advice.set(None);
                self.panel.set(true);
            }
            // A deployment that was there before needs no other address.
            (_, Err(error)) if before == Link::Connecting => self.advise(error),
            _ => {}
        }
        self.link.set(next);
    }

    /// Opens the panel and looks into what went wrong.
    fn advise(self, error: &Error) {
        self.panel.set(true);
        let error = error.clone();
        ADVISE.call(move |advise| advise(self, &error));
    }

    /// Keeps the key where the person chose, and nowhere else.
    pub(crate) fn store(self, base_url: &str) {
        self.keys.keep(
            base_url,
            &self.key.get_untracked(),
            self.keep.get_untracked(),
        );
        for place in [Place::Tab, Place::Browser] {
            storage::save(place, "deployment", &base_url.to_owned());
        }
    }

    /// The base URL of the deployment that is connected, else of the one in the panel.
    pub(crate) fn deployment(self) -> String {
        let client = self.client.get_untracked();
        client.map_or_else(|| self.base_url(), |client| client.base_url().to_owned())
    }

    /// The address in the panel, as a client has it.
    pub(crate) fn base_url(self) -> String {
        let address = self.address.get_untracked();
        let client = Client::new(&address, "");
        client.map_or(address, |client| client.base_url().to_owned())
    }

    fn leave(self) {
        self.client.set(None);
        self.link.set(Link::Off);
        self.advice.set(None);
        self.epoch.update(|epoch| *epoch += 1);
    }

    fn refuse(self, link: Link) {
        self.leave();
        self.link.set(link);
        self.panel.set(true);
    }

    fn restore(self) {
        let last = storage::load::<String>(Place::Tab, "deployment");
        let last = last.or_else(|| storage::load(Place::Browser, "deployment"));
        self.take(&last.unwrap_or_else(|| self.base_url()));
    }

    /// Follows the link that the page was opened by; whether it carried anything to connect to.
    fn follow_link(self) -> bool {
        let mut carried = link::take();
        let (key, deployment) = (carried.key.take(), carried.deployment.take());
        if carried != Carried::default() {
            self.carried.set(carried);
        }
        match (key, deployment) {
            (Some(key), _) => {
                self.address.set(link::page_folder());
                self.name
                    .set(self.saved.name_of(&self.base_url()).unwrap_or_default());
                self.key.set(key);
                self.connect();
            }
            (None, Some(deployment)) => self.take(&deployment),
            (None, None) => return false,
        }
        true
    }
}
