//! The headers `RateLimit` and `RateLimit-Policy`: how often a key may still do something, as the IETF's draft has them
//! (draft-ietf-httpapi-ratelimit-headers-10).

use axum::http::{HeaderMap, HeaderName, HeaderValue};

use api::Rate;
use service::auth::Limited;
use service::operations::access::Allowed;

pub(super) const LIMIT: HeaderName = HeaderName::from_static("ratelimit");
pub(super) const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

/// How often something may still happen.
#[derive(Clone, Copy, Debug)]
pub(super) struct RateLimitState {
    pub(super) what: Limited,
    pub(super) rate: Rate,
    pub(super) remaining: u32,
    /// The seconds until it may happen again, if it may not now.
    pub(super) after: Option<u64>,
}

impl From<Allowed> for RateLimitState {
    fn from(allowed: Allowed) -> Self {
        Self {
            what: allowed.what,
            rate: allowed.rate,
            remaining: allowed.remaining,
            after: None,
        }
    }
}

impl RateLimitState {
    /// Adds both headers, beside those of other limits.
    pub(super) fn add_to(&self, headers: &mut HeaderMap) {
        let (name, rate) = (self.what.name(), self.rate);
        let after = self.after.map(|seconds| format!(";t={seconds}"));
        let state = format!(
            "\"{name}\";r={}{}",
            self.remaining,
            after.unwrap_or_default()
        );
        let policy = format!("\"{name}\";q={};w={}", rate.count, rate.seconds);
        for (header, text) in [(LIMIT, state), (POLICY, policy)] {
            if let Ok(text) = HeaderValue::from_str(&text) {
                headers.append(header, text);
            }
        }
    }
}
