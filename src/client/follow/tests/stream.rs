use crate::follow::{Broken, Refusal, Stream};

use super::{error, silence};

const EVENT: &[u8] = b"id: 7\nevent: state\ndata: {}\n\n";

fn opened() -> Stream {
    let mut stream = Stream::default();
    stream.opened(0.0);
    stream
}

#[test]
fn the_pause_grows_from_half_a_second_to_half_a_minute() {
    let mut stream = Stream::default();
    let pauses: Vec<u32> = (0..9).map(|_| stream.broke(0.0, None, 0.5)).collect();
    let expected = [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000];
    assert_eq!(pauses, expected);
}

#[test]
fn clients_that_lost_their_streams_together_do_not_return_together() {
    let pause = |random| Stream::default().broke(0.0, None, random);
    assert_eq!((pause(0.0), pause(1.0)), (375, 625));
}

#[test]
fn a_deployment_may_request_a_longer_pause() {
    let pause = |seconds| Stream::default().broke(0.0, Some(seconds), 0.5);
    assert_eq!((pause(0), pause(3600)), (500, 3_600_000));
    assert_eq!(pause(u32::MAX), 2_147_483_647, "what a timer takes");
}

#[test]
fn a_stream_that_lasted_is_opened_again_soon() {
    let mut stream = Stream::default();
    for _ in 0..5 {
        stream.broke(0.0, None, 0.5);
    }
    stream.opened(0.0);
    assert_eq!(stream.broke(5000.0, None, 0.5), 500);
}

#[test]
fn a_stream_goes_on_after_the_last_event() {
    let mut stream = opened();
    assert_eq!(stream.read(EVENT, 1.0).unwrap().len(), 1);
    assert_eq!((stream.last_id(), stream.is_resumed()), ("7", true));
}

#[test]
fn an_id_that_a_header_cannot_carry_is_not_sent() {
    for id in ["ü", "a b", &"x".repeat(201), ""] {
        let mut stream = opened();
        let event = format!("id: {id}\ndata: 1\n\n");
        stream.read(event.as_bytes(), 1.0).unwrap();
        assert_eq!(stream.last_id(), "", "{id}");
    }
}

#[test]
fn an_id_that_may_be_what_is_refused_is_forgotten() {
    let mut stream = opened();
    stream.read(EVENT, 1.0).unwrap();
    let ids: Vec<String> = (0..4)
        .map(|_| {
            stream.broke(0.0, None, 0.5);
            stream.last_id().to_owned()
        })
        .collect();
    assert_eq!(ids, ["7", "7", "7", ""]);
}

#[test]
fn a_first_event_that_comes_late_was_held_back() {
    let mut stream = opened();
    assert_eq!(stream.read(b": \n\n", 4000.0), Ok(Vec::new()));
    assert_eq!(stream.read(EVENT, 5001.0), Err(Broken::HeldBack));
    let mut stream = opened();
    stream.read(EVENT, 4000.0).unwrap();
    assert_eq!(stream.read(EVENT, 50_000.0).unwrap().len(), 1);
}

#[test]
fn a_resumed_stream_may_have_nothing_to_say_for_long() {
    let mut stream = Stream::default();
    stream.note("7");
    stream.opened(0.0);
    assert_eq!(stream.read(EVENT, 50_000.0).unwrap().len(), 1);
}

#[test]
fn an_event_that_is_too_large_is_not_asked_for_again() {
    let mut stream = opened();
    stream.read(EVENT, 1.0).unwrap();
    let endless = vec![b'x'; (1 << 20) + 1];
    assert_eq!(stream.read(&endless, 2.0), Err(Broken::TooLarge));
    assert_eq!(stream.last_id(), "");
}

#[test]
fn nothing_is_read_while_it_is_not_open() {
    let mut stream = opened();
    stream.broke(1.0, None, 0.5);
    assert_eq!(stream.read(EVENT, 2.0), Ok(Vec::new()));
}

#[test]
fn a_refusal_shows_whether_events_are_offered() {
    let page = r#"{"detail":"Not Found"}"#;
    for status in [404, 405, 406, 501] {
        assert_eq!(
            Refusal::of(&error(status, page)),
            Refusal::NotOffered,
            "{status}"
        );
    }
    let unknown = r#"{"status":"error","data":[],"errors":"there is no such run"}"#;
    assert_eq!(Refusal::of(&error(404, unknown)), Refusal::Refused);
    for status in [401, 403] {
        assert_eq!(
            Refusal::of(&error(status, "")),
            Refusal::Refused,
            "{status}"
        );
    }
    for status in [408, 421, 429, 500, 502, 503] {
        assert_eq!(Refusal::of(&error(status, "")), Refusal::Later, "{status}");
    }
    assert_eq!(Refusal::of(&silence()), Refusal::Later);
}
