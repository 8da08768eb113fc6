use super::*;

fn event(name: &str, data: &str, last_id: &str) -> StreamEvent {
    StreamEvent {
        name: name.to_owned(),
        data: data.to_owned(),
        last_id: last_id.to_owned(),
    }
}

/// The events of a body that arrives in chunks of this many bytes.
fn read_in(chunks_of: usize, body: &[u8]) -> Vec<StreamEvent> {
    let mut reader = EventReader::default();
    let chunks = body.chunks(chunks_of);
    chunks
        .flat_map(|chunk| reader.read(chunk).unwrap())
        .collect()
}

fn read(body: &str) -> Vec<StreamEvent> {
    read_in(usize::MAX, body.as_bytes())
}

#[test]
fn an_event_has_a_type_data_and_the_latest_id() {
    let body = "id: 4\nevent: state\ndata: {\"run_id\":\"a\"}\n\nevent: moment\ndata: {}\n\n";
    let expected = [
        event("state", r#"{"run_id":"a"}"#, "4"),
        event("moment", "{}", "4"),
    ];
    assert_eq!(read(body), expected);
}

#[test]
fn the_body_may_be_cut_anywhere() {
    let body = "\u{feff}: hello\r\nid: é🎈\r\nevent: state\r\ndata: größe\r\ndata: 🎈\r\n\r\ndata:b\r\n\r\n";
    let expected = [
        event("state", "größe\n🎈", "é🎈"),
        event("message", "b", "é🎈"),
    ];
    for chunks_of in 1..=body.len() {
        assert_eq!(read_in(chunks_of, body.as_bytes()), expected, "{chunks_of}");
    }
}

#[test]
fn every_kind_of_line_end_counts_once() {
    for end in ["\n", "\r", "\r\n"] {
        let body = ["data: a", "data: b", "", "data: c", "", ""].join(end);
        let expected = [event("message", "a\nb", ""), event("message", "c", "")];
        for chunks_of in [1, 2, 3, usize::MAX] {
            assert_eq!(read_in(chunks_of, body.as_bytes()), expected, "{end:?}");
        }
    }
}

#[test]
fn only_the_first_space_after_the_colon_is_left_out() {
    assert_eq!(read("data:a\n\n"), read("data: a\n\n"));
    assert_eq!(read("data:  a: b\n\n"), [event("message", " a: b", "")]);
    assert_eq!(read("data\n\n"), [event("message", "", "")]);
}

#[test]
fn comments_unknown_fields_and_events_without_data_are_left_out() {
    assert_eq!(
        read(": \n\n:\n\nretry: 5\nfield\n\nevent: state\nid: 7\n\n"),
        []
    );
    // The type does not outlive its event; the id does.
    let body = "event: state\nid: 7\n\ndata: a\n\n";
    assert_eq!(read(body), [event("message", "a", "7")]);
}

#[test]
fn an_id_can_be_emptied_and_has_no_null() {
    assert_eq!(
        read("id: 7\nid: 8\0\ndata: a\n\n"),
        [event("message", "a", "7")]
    );
    assert_eq!(read("id: 7\nid\ndata: a\n\n"), [event("message", "a", "")]);
}

#[test]
fn a_byte_order_mark_is_left_out_only_at_the_start() {
    assert_eq!(read("\u{feff}data: a\n\n"), [event("message", "a", "")]);
    assert_eq!(read(":\n\u{feff}data: a\n\n"), []);
    assert_eq!(
        read("data: \u{feff}a\n\n"),
        [event("message", "\u{feff}a", "")]
    );
}

#[test]
fn bytes_that_are_not_text_are_replaced() {
    let events = read_in(1, b"data: a\xff\xc3\n\n");
    assert_eq!(events, [event("message", "a\u{fffd}\u{fffd}", "")]);
}

#[test]
fn an_event_that_has_not_ended_is_not_read() {
    assert_eq!(read("data: a"), []);
    assert_eq!(read("data: a\n"), []);
}

#[test]
fn an_event_over_a_megabyte_is_an_error_however_it_arrives() {
    let chunk = [b'a'; 4096];
    let mut reader = EventReader::default();
    let line = (0..300).try_for_each(|_| reader.read(&chunk).map(drop));
    assert_eq!(line, Err(EventTooLarge));

    let mut reader = EventReader::default();
    let lines = (0..300_000).try_for_each(|_| reader.read(b"data: a\n").map(drop));
    assert_eq!(lines, Ok(()), "600 kB of data");
    let lines = (0..300_000).try_for_each(|_| reader.read(b"data: a\n").map(drop));
    assert_eq!(lines, Err(EventTooLarge));
}

#[test]
fn comments_without_end_take_no_memory() {
    let mut reader = EventReader::default();
    for _ in 0..1_000_000 {
        assert_eq!(reader.read(b": \n\n"), Ok(Vec::new()));
    }
    assert!(reader.line.capacity() < 100 && reader.data.capacity() < 100);
}
