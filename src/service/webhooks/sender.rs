//! Sends one attempt, and reads the answer. Connects only to addresses that it has checked, follows no redirect, and
//! reads only the start of the answer. Knows no deliveries.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, HeaderValue, USER_AGENT};
use reqwest::{Client, Response, StatusCode, Url};

use super::webhook_networks::WebhookNetworks;
use networks::{ContactError, Guard, Refused, Resolver, build_client};

/// How long a connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How long connections stay open for further deliveries, and how many to each receiver.
const IDLE: (Duration, usize) = (Duration::from_secs(20), 2);
/// How much of an answer is read.
const MAX_ANSWER: usize = 64 << 10;
/// How much of a reason is kept, in characters.
const MAX_REASON: usize = 300;
/// The name under which the service calls.
const AGENT: &str = concat!("flowdeck/", env!("CARGO_PKG_VERSION"));

/// What came back from an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) kind: AnswerKind,
    pub(super) status: Option<u16>,
    /// Why it is not a success.
    pub(super) reason: Option<String>,
}

/// What an answer means for a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnswerKind {
    Accepted,
    /// The receiver wants nothing more.
    Gone,
    /// The receiver refuses this delivery, perhaps only now.
    Refused,
    /// The receiver cannot be reached, or is overloaded.
    Unavailable,
}

/// Sends attempts.
pub(super) struct Sender {
    client: Client,
    guard: Arc<Guard<WebhookNetworks>>,
    timeout: Duration,
}

impl Sender {
    /// One that calls receivers in these networks, and waits so long for their answers.
    pub(super) fn new(networks: WebhookNetworks, timeout: Duration) -> Result<Self, String> {
        Self::guarded(Guard::of(networks), timeout)
    }

    fn guarded(guard: Guard<WebhookNetworks>, timeout: Duration) -> Result<Self, String> {
        let guard = Arc::new(guard);
        // Not through a proxy from the environment: only an address that we connect to ourselves can be checked.
        let client = build_client(|| {
            Client::builder()
                .connect_timeout(CONNECT_TIMEOUT.min(timeout))
                .pool_idle_timeout(IDLE.0)
                .pool_max_idle_per_host(IDLE.1)
                .redirect(reqwest::redirect::Policy::none())
                .dns_resolver(Resolver(guard.clone()))
                .no_proxy()
        });
        Ok(Self {
            client: client.map_err(|why| why.to_string())?,
            guard,
            timeout,
        })
    }

    /// Refuses an address that is known and not allowed.
    pub(super) async fn ensure_allowed(&self, url: &Url) -> Result<(), Refused> {
        self.guard.ensure_allowed(url).await
    }

    /// Sends a body with these headers.
    pub(super) async fn send(
        &self,
        url: &str,
        headers: Vec<(&'static str, String)>,
        body: String,
    ) -> Answer {
        let Ok(url) = Url::parse(url) else {
            return unavailable("its address cannot be read; add the webhook again");
        };
        // Literals are not looked up.
        if let Err(refused) = self.guard.check_literal(&url) {
            return unavailable(&refused.to_string());
        }
        let request = self
            .client
            .post(url)
            .header(CONTENT_TYPE, HeaderValue::from_static("application/json"))
            .header(USER_AGENT, HeaderValue::from_static(AGENT))
            .timeout(self.timeout);
        let request = headers.into_iter().fold(request, |request, (name, value)| {
            request.header(name, value)
        });
        match request.body(body).send().await {
            Ok(response) => {
                let answer = of_status(response.status());
                read_start(response).await;
                answer
            }
            Err(why) => unavailable(&self.reason(&why)),
        }
    }

    /// Why there is no answer, without the address.
    fn reason(&self, error: &reqwest::Error) -> String {
        let causes = || std::iter::successors(error.source(), |cause| (*cause).source());
        let refused = causes().find_map(|cause| match cause.downcast_ref::<ContactError>()? {
            ContactError::Refused(refused) => Some(refused.to_string()),
            ContactError::Io(_) => None,
        });
        if let Some(refused) = refused {
            return refused;
        }
        if error.is_timeout() {
            let seconds = self.timeout.as_secs_f64();
            return format!("it did not answer within {seconds} s");
        }
        let cause = causes().last().map(ToString::to_string);
        let cause = cause.unwrap_or_else(|| "the connection has failed".to_owned());
        match error.is_connect() {
            true => format!("it cannot be reached: {cause}"),
            false => format!("it did not answer: {cause}"),
        }
    }
}

fn unavailable(reason: &str) -> Answer {
    Answer {
        kind: AnswerKind::Unavailable,
        status: None,
        reason: Some(reason.chars().take(MAX_REASON).collect()),
    }
}

/// What a status means.
fn of_status(status: StatusCode) -> Answer {
    let kind = match status.as_u16() {
        200..=299 => AnswerKind::Accepted,
        410 => AnswerKind::Gone,
        429 | 500..=599 => AnswerKind::Unavailable,
        _ => AnswerKind::Refused,
    };
    let advice = match kind {
        AnswerKind::Gone => "; it wants no more deliveries",
        _ if status.is_redirection() => "; redirects are not followed",
        _ => "",
    };
    Answer {
        kind,
        status: Some(status.as_u16()),
        reason: (kind != AnswerKind::Accepted).then(|| format!("it answered {status}{advice}")),
    }
}

/// Reads a short answer to its end, so that the connection can be used again.
async fn read_start(mut response: Response) {
    let mut left = MAX_ANSWER;
    while let Ok(Some(chunk)) = response.chunk().await {
        left = left.saturating_sub(chunk.len());
        if left == 0 {
            return;
        }
    }
}

#[cfg(test)]
mod tests;
