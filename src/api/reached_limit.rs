//! The message that a key has reached a limit: written by the service, and read by the page, which says it in its own
//! words and language.

/// The runs that are accepted in a day.
pub const LIMITED_RUNS: &str = "runs";
/// The submissions of runs in a period.
pub const LIMITED_SUBMISSIONS: &str = "submissions";

const START: &str = "the key's limit of ";
const FOR: &str = " for ";
const END: &str = " is reached";
const DAY_END: &str = " until midnight in UTC";

/// A limit of a key that is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReachedLimit<'a> {
    /// How often, such as `60/min`.
    pub rate: &'a str,
    /// What is limited, such as [`LIMITED_RUNS`].
    pub what: &'a str,
}

impl<'a> ReachedLimit<'a> {
    /// The limit in a message without the time to wait; `None` for another message.
    pub fn read(message: &'a str) -> Option<Self> {
        let (rate, rest) = message.strip_prefix(START)?.split_once(FOR)?;
        let what = rest.strip_suffix(DAY_END).unwrap_or(rest);
        let what = what.strip_suffix(END)?;
        Some(Self { rate, what })
    }

    /// The message, without the time to wait.
    pub fn write(&self) -> String {
        let day_end = if self.what == LIMITED_RUNS {
            DAY_END
        } else {
            ""
        };
        [START, self.rate, FOR, self.what, END, day_end].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_read_as_it_was_written() {
        for what in [LIMITED_RUNS, LIMITED_SUBMISSIONS] {
            let limit = ReachedLimit {
                rate: "3/day",
                what,
            };
            assert_eq!(ReachedLimit::read(&limit.write()), Some(limit));
        }
        assert_eq!(ReachedLimit::read("the queue is full"), None);
    }
}
