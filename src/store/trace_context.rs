//! The trace that a request belongs to, as the header `traceparent` of W3C Trace Context names it. No I/O.

use std::fmt::{self, Display};

/// The header.
pub const TRACEPARENT: &str = "traceparent";

/// The length of the header in version 00; later versions may be longer.
const LENGTH: usize = 55;

/// The only flag with a meaning: the caller records the trace.
const SAMPLED: u8 = 1;

/// A span of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceContext {
    trace_id: u128,
    span_id: u64,
    is_sampled: bool,
}

impl TraceContext {
    /// Reads the header; `None` if it is not valid.
    pub fn parse(text: &str) -> Option<Self> {
        let version = hex(text.get(..2)?)?;
        let is_known = version == 0;
        let rest = text.get(LENGTH..)?;
        let is_complete = rest.is_empty() || (!is_known && rest.starts_with('-'));
        if version == 0xff || !is_complete {
            return None;
        }
        let dashes = [2, 35, 52].map(|index| text.as_bytes()[index]);
        let trace_id = hex(text.get(3..35)?)?;
        let span_id = u64::try_from(hex(text.get(36..52)?)?).ok()?;
        let flags = u8::try_from(hex(text.get(53..LENGTH)?)?).ok()?;
        let is_valid = dashes == [b'-'; 3] && trace_id != 0 && span_id != 0;
        is_valid.then_some(Self {
            trace_id,
            span_id,
            is_sampled: flags & SAMPLED != 0,
        })
    }

    /// A new span of the same trace.
    pub fn child(self) -> Self {
        Self {
            span_id: rand::random::<u64>().max(1),
            ..self
        }
    }

    /// The id of the trace, as logs have it.
    pub fn trace_id(self) -> String {
        format!("{:032x}", self.trace_id)
    }

    /// The id of the span, as logs have it.
    pub fn span_id(self) -> String {
        format!("{:016x}", self.span_id)
    }
}

impl Display for TraceContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            trace_id, span_id, ..
        } = self;
        let flags = u8::from(self.is_sampled);
        write!(f, "00-{trace_id:032x}-{span_id:016x}-{flags:02x}")
    }
}

/// A number in lower-case hexadecimal digits, as the header requires.
fn hex(text: &str) -> Option<u128> {
    let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let number = u128::from_str_radix(text, 16).ok();
    number.filter(|_| text.bytes().all(is_digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALID: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    #[test]
    fn a_valid_header_is_written_as_it_was_read() {
        for text in [VALID, &VALID.replace("-01", "-00")] {
            assert_eq!(TraceContext::parse(text).unwrap().to_string(), text);
        }
        let trace = TraceContext::parse(VALID).unwrap();
        assert_eq!(trace.trace_id(), "4bf92f3577b34da6a3ce929d0e0e4736");
        assert_eq!(trace.span_id(), "00f067aa0ba902b7");
    }

    #[test]
    fn later_versions_are_read_and_unknown_flags_are_dropped() {
        let later = VALID.replacen("00-", "01-", 1);
        for text in [
            later.clone(),
            format!("{later}-further"),
            VALID.replace("-01", "-fd"),
        ] {
            assert_eq!(TraceContext::parse(&text).unwrap().to_string(), VALID);
        }
    }

    #[test]
    fn what_is_not_valid_is_ignored() {
        let zeros = |count: usize| "0".repeat(count);
        for text in [
            "",
            "00",
            "00-4bf92f35",
            &VALID.replacen("00-", "ff-", 1),
            &VALID.to_uppercase(),
            &VALID.replacen("-01", "-0g", 1),
            &VALID.replacen("4b", "+b", 1),
            &VALID.replacen('-', "_", 1),
            &format!("{VALID}-x"),
            &format!("{VALID}0"),
            &VALID.replace("4bf92f3577b34da6a3ce929d0e0e4736", &zeros(32)),
            &VALID.replace("00f067aa0ba902b7", &zeros(16)),
            &VALID.replace("4bf9", "4bé"),
            &" ".repeat(LENGTH),
        ] {
            assert_eq!(TraceContext::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_child_belongs_to_the_same_trace() {
        let trace = TraceContext::parse(VALID).unwrap();
        let child = trace.child();
        assert_eq!(child.trace_id(), trace.trace_id());
        assert_ne!(child.span_id(), trace.span_id());
        assert!(child.to_string().ends_with("-01"));
    }
}
