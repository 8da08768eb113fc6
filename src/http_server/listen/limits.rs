//! The limits of a listener. Knows nothing about how they are enforced.

use std::time::Duration;

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
    /// How long a request's body may make no progress. Default: 30 s.
    pub body_stall: Duration,
    /// How long a caller may read nothing of an answer that waits for it. Longer than the other limits,
    /// because browsers stop reading while a video is paused. Default: 5 minutes.
    pub answer_stall: Duration,
    /// How long a stream of events may have nothing to say until a comment shows that it is still open. Default: 15 s.
    pub quiet_time: Duration,
    /// The longest delay of an answer to a wrong key; the first ones are delayed less. Default: 1 s.
    pub wrong_key_delay: Duration,
    /// The number of open connections. If all are open, a new one replaces the one that has waited
    /// longest for a request. Default: 4096.
    pub connections: usize,
    /// How many of these connections serve only requests with a valid key. Default: a tenth.
    pub reserved: usize,
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
            connections: MAX_CONNECTIONS,
            reserved: MAX_CONNECTIONS / 10,
        }
    }
}

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
        Self {
            connections,
            reserved,
            ..self
        }
    }
}
