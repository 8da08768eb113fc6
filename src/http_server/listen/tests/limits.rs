//! The number of connections that the open-files limit permits.

use crate::listen::Limits;

#[test]
fn few_open_files_mean_few_connections() {
    let connections = |files, engines| Limits::for_open_files(files, engines).connections;
    assert_eq!(connections(64, 2), 8);
    assert_eq!(connections(1024, 2), 488);
    assert_eq!(connections(1024, 60), 256);
    assert_eq!(connections(u64::MAX, 2), Limits::default().connections);
}

#[test]
fn a_tenth_of_the_connections_is_reserved_and_at_least_one() {
    assert_eq!(Limits::for_open_files(64, 2).reserved, 1);
    let limits = Limits::default();
    assert_eq!(limits.reserved, limits.connections / 10);
    assert_eq!(limits.privileged, limits.reserved.div_ceil(2));
}

#[test]
fn a_party_may_have_an_eighth_but_always_enough_for_a_browser() {
    let limits = Limits::default();
    assert_eq!((limits.per_party, limits.uploads_per_party), (512, 256));
    assert_eq!(Limits::for_open_files(64, 2).per_party, 8);
}
