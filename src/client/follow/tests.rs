mod followed_run;
mod polling;
mod queue;
mod stream;
mod streaming;

use api::RunDetail;

use super::{Action, Change, Follower, Timer};
use crate::error::{Error, ErrorKind};

/// The run that is followed.
const RUN: &str = "run-1";

/// The milliseconds between two polls.
const INTERVAL: u32 = 1000;

/// A follower with a clock that a test sets, and what it has reported.
struct Driven {
    follower: Follower,
    now: f64,
    reported: Vec<String>,
}

impl Driven {
    fn new(uses_events: bool) -> Self {
        Self {
            follower: Follower::new(RUN, INTERVAL, uses_events),
            now: 0.0,
            reported: Vec::new(),
        }
    }

    /// What it asks for next, without what it reports, as words.
    fn asks(&mut self) -> Vec<String> {
        let mut asked = Vec::new();
        while let Some(action) = self.follower.next_action() {
            match action {
                Action::Report(seen) => {
                    self.reported.extend(seen.changes.iter().map(reported));
                    if seen.has_ended {
                        self.reported.push("ended".to_owned());
                    }
                }
                Action::Open { last_id } => {
                    asked.push(format!("open {last_id}").trim_end().to_owned())
                }
                Action::Set(timer, ms) => asked.push(format!("{timer:?} {ms}")),
                Action::Stop(timer) => asked.push(format!("stop {timer:?}")),
                other => asked.push(format!("{other:?}")),
            }
        }
        asked
    }

    fn reported(&mut self) -> Vec<String> {
        self.asks();
        std::mem::take(&mut self.reported)
    }

    fn opened(&mut self) {
        self.follower.opened(self.now);
    }

    fn arrives(&mut self, text: &str) {
        self.follower.arrived(text.as_bytes(), self.now, 0.5);
    }

    fn closes(&mut self) {
        self.follower.closed(self.now, 0.5);
    }

    fn passes(&mut self, timer: Timer) {
        self.follower.passed(timer, self.now, 0.5);
    }

    fn refuses(&mut self, error: &Error) {
        self.follower.refused(error, self.now, 0.5);
    }

    /// The words for a detail that was read.
    fn reads(&mut self, detail: &str) {
        self.follower.detail(&detail_of(detail));
    }
}

/// A change in words.
fn reported(change: &Change) -> String {
    let Change {
        kind, source, run, ..
    } = change;
    [source.name(), kind.name(), run.status.name()].join(" ")
}

/// The detail of the run with these members.
fn detail_of(members: &str) -> RunDetail {
    let body = format!(r#"{{"data":{{"_id":"{RUN}","workflow_id":"poster",{members}}}}}"#);
    api::decode::answer(&api::GET_RUN, body.as_bytes(), RUN).unwrap()
}

/// An event of the run, as a stream sends it.
fn event(name: &str, number: u32, members: &str) -> String {
    format!(
        "id: {number}\nevent: {name}\ndata: {{\"run_id\":\"{RUN}\",\"number\":{number},{members}}}\n\n"
    )
}

fn state(number: u32, status: &str) -> String {
    event("state", number, &format!(r#""status":"{status}""#))
}

fn moment(members: &str) -> String {
    format!("event: moment\ndata: {{\"run_id\":\"{RUN}\",{members}}}\n\n")
}

/// An error with this status and body.
fn error(status: u16, body: &str) -> Error {
    Error {
        kind: ErrorKind::of(status, None),
        status: Some(status),
        body: Some(body.to_owned()),
        ..Error::input(&["reading a run"])
    }
}

/// An error without an answer.
fn silence() -> Error {
    Error {
        kind: ErrorKind::Network,
        ..Error::input(&["reading a run"])
    }
}
