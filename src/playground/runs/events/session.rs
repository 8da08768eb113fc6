//! Following the runs with one connection: this tab reads the stream if it holds the lock, or else is given the events
//! by the tab that does.

use std::cell::{Cell, RefCell, RefMut};
use std::rc::Rc;

use client::StreamEvent;
use client::follow::{FollowedRun, Stream};
use client_web::Client;
use web_sys::AbortController;

use super::lock::Lock;
use super::tabs::{TabMessage, Tabs};
use crate::connection::ConnectionStatus;
use crate::promise::pause;
use crate::runs::store::Runs;
use crate::time::now;
use api::{RunEvent, StreamMessage};
use ui::spawn_local;

/// The start of the names of locks and channels.
const PREFIX: &str = "flowdeck.events.";
/// The longest time without a byte, in milliseconds: a deployment sends a comment every 15 s.
const MAX_SILENCE: f64 = 40_000.0;
/// How often that is looked at, in milliseconds.
const WATCH_INTERVAL: u32 = 5000;

/// What follows the runs, from the first run until the connection changes.
pub(super) struct Session {
    pub(super) runs: Runs,
    pub(super) client: Client,
    /// The other tabs; `None` where the browser has no channel to them.
    tabs: Option<Tabs>,
    /// Held by the tab that reads the stream.
    lock: RefCell<Option<Lock>>,
    is_over: Cell<bool>,
    /// Ends the wait for the lock.
    waiting: AbortController,
    /// Ends the stream that this tab reads.
    reading: RefCell<Option<AbortController>>,
    /// The state of the stream, which this tab may have to read one day.
    stream: RefCell<Stream>,
    /// When something last arrived.
    heard_at: Cell<f64>,
}

/// Begins to follow the runs. Returns once this tab is the one that reads the stream: until then, it is given the events
/// by another one, and without locks it keeps polling. `None` if the connection has changed.
pub(super) async fn begin(runs: Runs, client: Client) -> Option<Rc<Session>> {
    let epoch = runs.connection.epoch.try_get_untracked();
    let name = client.shared_name().await?;
    if epoch.is_none() || runs.connection.epoch.try_get_untracked() != epoch {
        return None;
    }
    let name = [PREFIX, &name].concat();
    let session = Session::open(runs, client, &name)?;
    let ending = session.clone();
    runs.following.on_end(move || ending.end());
    spawn_local(watch(session.clone()));
    session.post(&TabMessage::Hello);
    let lock = Lock::wait(&name, &session.waiting.signal()).await?;
    if session.is_over() {
        return None;
    }
    *session.lock.borrow_mut() = Some(lock);
    Some(session)
}

/// Notices when nothing arrives any more.
async fn watch(session: Rc<Session>) {
    while !session.is_over() {
        pause(WATCH_INTERVAL).await;
        if now() - session.heard_at.get() < MAX_SILENCE {
            continue;
        }
        if session.is_reading() {
            session.end_stream();
        } else {
            session.lose();
        }
    }
}

impl Session {
    fn open(runs: Runs, client: Client, name: &str) -> Option<Rc<Self>> {
        let waiting = AbortController::new().ok()?;
        Some(Rc::new_cyclic(|session: &std::rc::Weak<Self>| {
            let session = session.clone();
            let receive = move |message| {
                if let Some(session) = session.upgrade() {
                    session.receive(message);
                }
            };
            Self {
                runs,
                client,
                tabs: Tabs::open(name, receive),
                lock: RefCell::default(),
                is_over: Cell::default(),
                waiting,
                reading: RefCell::default(),
                stream: RefCell::default(),
                heard_at: Cell::new(now()),
            }
        }))
    }

    /// Whether the connection has changed.
    pub(super) fn is_over(&self) -> bool {
        self.is_over.get()
    }

    /// Whether the deployment answers other requests.
    pub(super) fn is_connected(&self) -> bool {
        let is_live = |status: &ConnectionStatus| *status == ConnectionStatus::Live;
        self.runs.connection.status.try_with_untracked(is_live) == Some(true)
    }

    fn is_reading(&self) -> bool {
        self.lock.borrow().is_some()
    }

    /// The state of the stream.
    pub(super) fn stream(&self) -> RefMut<'_, Stream> {
        self.stream.borrow_mut()
    }

    /// Notes that something arrived.
    pub(super) fn hear(&self) {
        self.heard_at.set(now());
    }

    /// Sets what ends the stream that this tab reads; ends the one before.
    pub(super) fn set_stream(&self, stream: Option<AbortController>) {
        if let Some(before) = self.reading.replace(stream) {
            before.abort();
        }
    }

    fn end_stream(&self) {
        self.set_stream(None);
    }

    pub(super) fn end(&self) {
        self.is_over.set(true);
        self.waiting.abort();
        self.end_stream();
        self.lock.take();
        if let Some(tabs) = &self.tabs {
            tabs.close();
        }
    }

    fn post(&self, message: &TabMessage) {
        if let (Some(tabs), false) = (&self.tabs, self.is_over()) {
            tabs.post(message);
        }
    }

    /// Takes a message of another tab.
    fn receive(&self, message: TabMessage) {
        match (message, self.is_reading()) {
            (TabMessage::Hello, true) if self.runs.following.is_live() => {
                self.post(&TabMessage::Events(Vec::new()));
            }
            (TabMessage::Events(events), false) => {
                self.hear();
                self.take(events, false);
            }
            (TabMessage::Lost, false) => self.lose(),
            _ => {}
        }
    }

    /// Takes events of the stream that this tab reads, and passes them on.
    pub(super) fn take_own(&self, events: Vec<StreamEvent>, is_resumed: bool) {
        let message = TabMessage::Events(events);
        self.post(&message);
        if let TabMessage::Events(events) = message {
            self.take(events, is_resumed);
        }
    }

    /// Applies events. The first ones after a pause show that the stream works; unless it was resumed, some may have
    /// been missed.
    fn take(&self, events: Vec<StreamEvent>, is_resumed: bool) {
        let was_silent = self.runs.following.go_live();
        let mut may_have_missed = was_silent && !is_resumed;
        for event in events {
            if !event.last_id.is_empty() {
                self.stream().note(&event.last_id);
            }
            match StreamMessage::read(&event.name, &event.data) {
                Some(StreamMessage::Ready) => may_have_missed = true,
                Some(StreamMessage::Run(event)) => self.hand(*event),
                None => {}
            }
        }
        if was_silent || may_have_missed {
            self.runs.follow_all(|run| run.go_live(may_have_missed));
        }
    }

    /// Hands an event to the row of its run. Runs that this browser did not send have none.
    fn hand(&self, event: RunEvent) {
        if let Some(row) = self.runs.rows.row_of(&event.run.id) {
            self.runs.follow(row, |run| run.event(event));
            if row.is_read_now() {
                self.runs.poll_now();
            }
        }
    }

    /// The stream of this tab or of the reading one brings nothing any more: polls until it does.
    pub(super) fn lose(&self) {
        if self.is_reading() {
            self.post(&TabMessage::Lost);
        }
        if !self.is_over() && self.runs.following.lose() {
            self.runs.follow_all(FollowedRun::lose);
        }
    }
}
