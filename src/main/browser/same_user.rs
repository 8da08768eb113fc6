//! Which user is at the other end of a connection on this machine.

use std::net::SocketAddr;

/// Whether a caller on this machine is a program of our own user. Only Linux reports it; elsewhere, every caller counts as one.
#[cfg(target_os = "linux")]
pub(super) fn is_ours(caller: SocketAddr, address: SocketAddr) -> bool {
    use std::fs;
    use std::os::unix::fs::MetadataExt;

    let own = fs::metadata("/proc/self").map(|about| about.uid());
    let table = fs::read_to_string("/proc/net/tcp").unwrap_or_default();
    own.is_ok_and(|own| owner(&table, caller, address) == Some(own))
}

/// Whether a caller on this machine is a program of our own user. Only Linux reports it; elsewhere, every caller counts as one.
#[cfg(not(target_os = "linux"))]
pub(super) fn is_ours(_: SocketAddr, _: SocketAddr) -> bool {
    true
}

/// The user of the socket at `from` that is connected to `to`, by the kernel's table of connections.
#[cfg(target_os = "linux")]
fn owner(table: &str, from: SocketAddr, to: SocketAddr) -> Option<u32> {
    let (from, to) = (written(from)?, written(to)?);
    let row = table.lines().map(str::split_whitespace).find(|row| {
        let mut row = row.clone().skip(1);
        row.next() == Some(&*from) && row.next() == Some(&*to)
    });
    row?.nth(7)?.parse().ok()
}

/// An address as the table has it: `0100007F:1F90`.
#[cfg(target_os = "linux")]
fn written(address: SocketAddr) -> Option<String> {
    match address {
        SocketAddr::V4(address) => {
            let number = u32::from_ne_bytes(address.ip().octets());
            Some(format!("{number:08X}:{:04X}", address.port()))
        }
        SocketAddr::V6(_) => None,
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

    use super::*;
    use std::net::{TcpListener, TcpStream};

    const TABLE: &str = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 1 0 100 0 0 10 0
   1: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000 65534        0 2 1 0 20 4 30 10 -1
";

    #[test]
    fn the_user_of_a_connection_is_found_in_the_table() {
        let address = |port| SocketAddr::from(([127, 0, 0, 1], port));
        assert_eq!(owner(TABLE, address(50000), address(8080)), Some(65534));
        assert_eq!(owner(TABLE, address(8080), address(50000)), None);
        assert_eq!(owner("damaged", address(50000), address(8080)), None);
    }

    #[test]
    fn a_connection_of_this_process_is_ours() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let caller = TcpStream::connect(address).unwrap();
        assert!(is_ours(caller.local_addr().unwrap(), address));
        let other = SocketAddr::from(([127, 0, 0, 1], 1));
        assert!(!is_ours(other, address));
    }
}
