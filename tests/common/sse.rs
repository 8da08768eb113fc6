//! Reads a stream of server-sent events.

use reqwest::Response;
use serde_json::Value;

use super::start::TIMEOUT;

/// A stream of events under test.
pub(crate) struct EventStream {
    response: Response,
    buffer: Vec<u8>,
}

/// One event, or a comment, which has no kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Event {
    pub(crate) id: Option<String>,
    pub(crate) kind: String,
    pub(crate) data: Value,
}

impl EventStream {
    /// The events of a successful answer.
    pub(crate) fn new(response: Response) -> Self {
        assert_eq!(response.status(), 200);
        let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
        assert_eq!(header("content-type"), "text/event-stream");
        assert_eq!(header("cache-control"), "no-store");
        assert_eq!(header("x-accel-buffering"), "no");
        Self {
            response,
            buffer: Vec::new(),
        }
    }

    /// The next event or comment; `None` at the end.
    pub(crate) async fn next_line(&mut self) -> Option<Event> {
        loop {
            if let Some(end) = self.buffer.windows(2).position(|two| two == b"\n\n") {
                let text: Vec<u8> = self.buffer.drain(..end + 2).collect();
                return Some(event(&String::from_utf8(text).unwrap()));
            }
            // A connection that is cut off ends the stream, too.
            let chunk = self.response.chunk().await.ok()??;
            self.buffer.extend_from_slice(&chunk);
        }
    }

    /// The next event that was recorded, or `ready`; `None` at the end.
    pub(crate) async fn next(&mut self) -> Option<Event> {
        let is_recorded = |event: &Event| !matches!(event.kind.as_str(), "" | "moment");
        self.find("a recorded event", is_recorded).await
    }

    /// The next moment.
    pub(crate) async fn moment(&mut self) -> Value {
        let is_moment = |event: &Event| event.kind == "moment";
        let event = self.find("a moment", is_moment).await.unwrap();
        assert_eq!(event.id, None);
        event.data
    }

    async fn find(&mut self, what: &str, is_wanted: fn(&Event) -> bool) -> Option<Event> {
        let found = async {
            loop {
                let event = self.next_line().await?;
                if is_wanted(&event) {
                    return Some(event);
                }
            }
        };
        let found = tokio::time::timeout(TIMEOUT, found).await;
        found.unwrap_or_else(|_| panic!("timed out waiting for {what}"))
    }

    /// All recorded events until the end.
    pub(crate) async fn rest(mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while let Some(event) = self.next().await {
            events.push(event);
        }
        events
    }
}

fn event(text: &str) -> Event {
    let mut event = Event::default();
    for line in text.lines() {
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.trim_start();
        match name {
            "id" => event.id = Some(value.to_owned()),
            "event" => event.kind = value.to_owned(),
            "data" => event.data = serde_json::from_str(value).unwrap(),
            "" => {}
            other => panic!("{other}: {value}"),
        }
    }
    event
}

/// What events tell, in short: `state running 1` is the state after one attempt.
pub(crate) fn told(events: &[Event]) -> Vec<String> {
    let told = events.iter().map(|event| {
        let status = event.data["status"].as_str().unwrap_or_default();
        format!("{} {status} {}", event.kind, event.data["attempts"])
    });
    told.collect()
}
