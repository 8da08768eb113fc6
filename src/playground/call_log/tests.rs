use super::*;

fn exchange(method: &'static str, address: &str, answer: &str) -> Exchange {
    Exchange {
        method,
        address: address.to_owned(),
        answer: answer.to_owned(),
        ..Exchange::default()
    }
}

#[test]
fn repeated_reads_are_merged_with_the_latest_answer() {
    let mut log = Log::new();
    log.add(exchange("GET", "/queue", "first"), 1.0);
    log.add(exchange("POST", "/runs", "run"), 2.0);
    log.add(exchange("GET", "/queue", "last"), 3.0);
    assert_eq!(log.ids(), [1, 0]);
    let call = log.call(0).unwrap();
    assert_eq!(
        (call.times, call.at, call.exchange.answer.as_str()),
        (2, 3.0, "last")
    );
}

#[test]
fn runs_are_not_merged() {
    let mut log = Log::new();
    for answer in ["one", "two"] {
        log.add(exchange("POST", "/runs", answer), 0.0);
    }
    assert_eq!(log.ids(), [1, 0]);
}

#[test]
fn reads_never_displace_a_run() {
    let mut log = Log::new();
    log.add(exchange("POST", "/runs", ""), 0.0);
    for number in 0..1000 {
        log.add(exchange("GET", &number.to_string(), ""), 0.0);
    }
    assert_eq!(log.ids().len(), MAX_READS + 1);
    assert!(log.call(0).is_some());
}

#[test]
fn only_the_latest_runs_are_kept() {
    let mut log = Log::new();
    for _ in 0..1000 {
        log.add(exchange("POST", "/runs", ""), 0.0);
    }
    assert_eq!(log.ids().len(), MAX_WRITES);
    assert!(log.call(999).is_some());
    assert!(log.call(0).is_none());
}
