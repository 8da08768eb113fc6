//! The limits of a listener. Knows nothing about how they are enforced.

use std::time::Duration;

use super::pace::MinPace;

/// The limits of a listener. Upgraded connections, such as WebSockets, count as connections only until
/// they are upgraded, and no time limit applies to them.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The time from the first byte of a request to the end of its headers. A new connection also has
    /// this time to send its first byte. Default: 10 s.
    pub header_time: Duration,
    /// The size of a request's headers and its first line, in bytes. Default: 32 KB.
    pub header_size: usize,
    /// How long a connection may wait for the next request. Default: 60 s.
    pub idle_time: Duration,
    /// How long a request's body may make the service wait without being fast enough: `min_rate` on average over
    /// this time. Default: 30 s.
    pub body_stall: Duration,
    /// The same for a caller that reads an answer. Longer than the other limits, because browsers stop reading while a
    /// video is paused. Default: 5 minutes.
    pub answer_stall: Duration,
    /// The slowest that callers may send bodies and read answers, in bytes a second. Default: 1,000.
    pub min_rate: u64,
    /// How long a stream of events may have nothing to say until a comment shows that it is still open. Default: 15 s.
    pub quiet_time: Duration,
    /// The longest delay of an answer to a wrong key; the first ones are delayed less. Default: 1 s.
    pub wrong_key_delay: Duration,
    /// The number of open connections. If all are open, a new one replaces one whose caller was over a limit, or the
    /// one that has waited longest for a request. Default: 4096.
    pub connections: usize,
    /// How many of these connections serve only requests with a valid key. Default: a tenth.
    pub reserved: usize,
    /// How many requests may be in work only for privileged parties. Default: half of the reserved ones.
    pub privileged: usize,
    /// How many requests one party may have in work. Default: an eighth of the connections.
    pub per_party: usize,
    /// How many of these may still be sending their bodies. Default: half of them.
    pub uploads_per_party: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            header_time: Duration::from_secs(10),
            header_size: 32 << 10,
            idle_time: Duration::from_secs(60),
            body_stall: Duration::from_secs(30),
            answer_stall: Duration::from_secs(300),
            quiet_time: Duration::from_secs(15),
            wrong_key_delay: Duration::from_secs(1),
            min_rate: 1000,
            connections: 0,
            reserved: 0,
            privileged: 0,
            per_party: 0,
            uploads_per_party: 0,
        }
        .with_connections(MAX_CONNECTIONS)
    }
}

/// What a party may have at least, however few connections there are: a browser opens six.
const MIN_PER_PARTY: usize = 8;

/// A connection with unfinished headers costs up to 60 KB of memory, so these cost up to 250 MB.
const MAX_CONNECTIONS: usize = 4096;

/// Each connection can also need a file for its upload or its answer.
const FILES_PER_CONNECTION: u64 = 2;

/// Files that the program itself has open.
const OWN_FILES: u64 = 32;

/// Files for the connections to and from one engine instance.
const FILES_PER_ENGINE: u64 = 8;

impl Limits {
    /// The defaults, with as many connections as a process can have beside its engine instances if this
    /// is its limit of open files.
    pub fn for_open_files(limit: u64, engines: usize) -> Self {
        let own = OWN_FILES + FILES_PER_ENGINE * engines as u64;
        let connections = limit.saturating_sub(own) / FILES_PER_CONNECTION;
        let connections = usize::try_from(connections).unwrap_or(usize::MAX);
        Self::default().with_connections(connections.clamp(8, MAX_CONNECTIONS))
    }

    /// The same limits for another number of connections.
    #[must_use]
    pub fn with_connections(self, connections: usize) -> Self {
        let reserved = (connections / 10).max(1);
        let per_party = (connections / 8).max(MIN_PER_PARTY);
        Self {
            connections,
            reserved,
            privileged: reserved.div_ceil(2),
            per_party,
            uploads_per_party: per_party / 2,
            ..self
        }
    }

    /// How fast a body must arrive.
    pub(super) fn body_pace(&self) -> MinPace {
        MinPace::per_second(self.min_rate, self.body_stall)
    }

    /// How fast an answer must be read.
    pub(super) fn answer_pace(&self) -> MinPace {
        MinPace::per_second(self.min_rate, self.answer_stall)
    }
}
