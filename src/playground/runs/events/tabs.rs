//! The channel between the tabs that have the same deployment and key. Knows nothing about what the events mean. The
//! key never travels over it.

use client::StreamEvent;
use js_sys::Array;
use wasm_bindgen::prelude::*;
use web_sys::{BroadcastChannel, MessageEvent};

/// A message from one tab to the others.
#[derive(Debug, PartialEq)]
pub(super) enum TabMessage {
    /// It has just opened, and asks whether one reads the stream.
    Hello,
    /// Its stream brought these events. Without any, it only shows that it reads.
    Events(Vec<StreamEvent>),
    /// Its stream broke.
    Lost,
}

/// The channel of one deployment and key.
pub(super) struct Tabs {
    channel: BroadcastChannel,
    _received: Closure<dyn FnMut(MessageEvent)>,
}

impl Tabs {
    /// Opens the channel of this name; `None` where the browser has none. `receive` is called with each message of
    /// another tab, until the channel is closed.
    pub(super) fn open(name: &str, receive: impl Fn(TabMessage) + 'static) -> Option<Self> {
        let channel = BroadcastChannel::new(name).ok()?;
        let received = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(message) = TabMessage::of(&event.data()) {
                receive(message);
            }
        });
        channel.set_onmessage(Some(received.as_ref().unchecked_ref()));
        Some(Self {
            channel,
            _received: received,
        })
    }

    /// Sends a message to the other tabs.
    pub(super) fn post(&self, message: &TabMessage) {
        // If this fails, the other tabs poll.
        let _ = self.channel.post_message(&message.to_value());
    }

    /// Closes the channel.
    pub(super) fn close(&self) {
        self.channel.set_onmessage(None);
        self.channel.close();
    }
}

impl Drop for Tabs {
    fn drop(&mut self) {
        self.close();
    }
}

const HELLO: &str = "hello";
const EVENTS: &str = "events";
const LOST: &str = "lost";

impl TabMessage {
    /// As a list of texts: the kind, and three for each event.
    fn to_value(&self) -> Array {
        let list = Array::new();
        let events = match self {
            Self::Hello => {
                list.push(&HELLO.into());
                return list;
            }
            Self::Lost => {
                list.push(&LOST.into());
                return list;
            }
            Self::Events(events) => events,
        };
        list.push(&EVENTS.into());
        for event in events {
            for text in [&event.name, &event.data, &event.last_id] {
                list.push(&text.into());
            }
        }
        list
    }

    /// `None` for what a tab with another version of the page sends.
    fn of(value: &JsValue) -> Option<Self> {
        let list: &Array = value.dyn_ref()?;
        let texts: Option<Vec<String>> = list.iter().map(|item| item.as_string()).collect();
        let texts = texts?;
        let (kind, rest) = texts.split_first()?;
        match kind.as_str() {
            HELLO => Some(Self::Hello),
            LOST => Some(Self::Lost),
            EVENTS => Some(Self::Events(
                rest.chunks_exact(3).filter_map(event).collect(),
            )),
            _ => None,
        }
    }
}

fn event(texts: &[String]) -> Option<StreamEvent> {
    let [name, data, last_id] = texts else {
        return None;
    };
    Some(StreamEvent {
        name: name.clone(),
        data: data.clone(),
        last_id: last_id.clone(),
    })
}

#[cfg(all(test, target_arch = "wasm32"))]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn a_message_arrives_as_it_was_sent() {
        let event = |data: &str| StreamEvent {
            name: "state".to_owned(),
            data: data.to_owned(),
            last_id: "7".to_owned(),
        };
        let messages = [
            TabMessage::Hello,
            TabMessage::Lost,
            TabMessage::Events(Vec::new()),
            TabMessage::Events(vec![event("{}"), event("größe\n")]),
        ];
        for message in messages {
            assert_eq!(TabMessage::of(&message.to_value()), Some(message));
        }
    }

    #[wasm_bindgen_test]
    fn other_messages_are_ignored() {
        let numbers = Array::of2(&EVENTS.into(), &1.into());
        let later = Array::of1(&"later".into());
        for value in [
            JsValue::NULL,
            "events".into(),
            Array::new().into(),
            numbers.into(),
            later.into(),
        ] {
            assert_eq!(TabMessage::of(&value), None, "{value:?}");
        }
    }
}
