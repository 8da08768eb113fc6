use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};

use super::{MAX_ADDRESSES, RejectedKeys, Rejection};

const SECOND: Duration = Duration::from_secs(1);
const CALLER: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));

fn millis(rejection: &Rejection) -> u128 {
    rejection.delay.as_millis()
}

#[test]
fn the_delay_grows_to_a_second_for_each_address_on_its_own() {
    let keys = RejectedKeys::new(SECOND);
    let now = Instant::now();
    let delays: Vec<u128> = (0..10).map(|_| millis(&keys.note(CALLER, now))).collect();
    assert_eq!(delays, [7, 15, 31, 62, 125, 250, 500, 1000, 1000, 1000]);
    let other = Ipv4Addr::new(192, 0, 2, 2).into();
    assert_eq!(millis(&keys.note(other, now)), 7);
}

#[test]
fn an_address_is_forgotten_after_a_while() {
    let keys = RejectedKeys::new(SECOND);
    let now = Instant::now();
    for _ in 0..10 {
        keys.note(CALLER, now);
    }
    assert_eq!(millis(&keys.note(CALLER, now + 300 * SECOND)), 1000);
    assert_eq!(millis(&keys.note(CALLER, now + 1000 * SECOND)), 7);
}

#[test]
fn one_line_a_minute_is_logged_with_the_number_of_wrong_keys() {
    let keys = RejectedKeys::new(SECOND);
    let now = Instant::now();
    assert_eq!(keys.note(CALLER, now).to_log, Some(1));
    for _ in 0..5 {
        assert_eq!(keys.note(CALLER, now + 59 * SECOND).to_log, None);
    }
    assert_eq!(keys.note(CALLER, now + 60 * SECOND).to_log, Some(6));
    assert_eq!(keys.note(CALLER, now + 60 * SECOND).to_log, None);
}

#[test]
fn the_table_of_addresses_is_bounded_and_drops_the_one_silent_longest() {
    let keys = RejectedKeys::new(SECOND);
    let now = Instant::now();
    let address = |number: usize| IpAddr::V4(Ipv4Addr::from_bits(number as u32));
    for number in 0..=MAX_ADDRESSES {
        keys.note(address(number), now + Duration::from_millis(number as u64));
    }
    let later = now + 10 * SECOND;
    assert_eq!(keys.addresses.lock().unwrap().len(), MAX_ADDRESSES);
    assert_eq!(millis(&keys.note(address(MAX_ADDRESSES), later)), 15);
    assert_eq!(millis(&keys.note(address(0), later)), 7);
}

#[test]
fn the_addresses_of_one_ipv6_network_count_as_one() {
    let keys = RejectedKeys::new(SECOND);
    let now = Instant::now();
    let note = |address: &str| millis(&keys.note(address.parse().unwrap(), now));
    assert_eq!(note("2001:db8:1:2::1"), 7);
    assert_eq!(note("2001:db8:1:2:ffff::1"), 15);
    assert_eq!(note("2001:db8:1:3::1"), 7);
    assert_eq!(note("::ffff:192.0.2.1"), 7);
    assert_eq!(note("192.0.2.1"), 15);
}
