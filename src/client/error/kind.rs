//! The kinds of errors: their status, their code for programs and what a person can do.

/// The kinds of [`super::Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The values are not valid for the workflow's fields: found before sending, or by the server (422).
    Validation,
    /// The key is missing or wrong: 401, 403.
    Authentication,
    /// Every queue is full: 429, or 503 with Retry-After.
    QueueFull,
    /// The run or operation does not exist: 404, 405, 501.
    NotFound,
    /// Any other status.
    Http,
    /// No answer came.
    Network,
    /// No answer came in time, or status 408.
    Timeout,
    /// The caller aborted it.
    Aborted,
    /// The answer could not be read.
    Decode,
    /// The caller's input is not a valid call.
    Usage,
}

impl ErrorKind {
    /// The kind as a code for programs: `validation`, `queue_full`, …
    pub fn code(self) -> &'static str {
        match self {
            Self::Validation => "validation",
            Self::Authentication => "authentication",
            Self::QueueFull => "queue_full",
            Self::NotFound => "not_found",
            Self::Http => "http",
            Self::Network => "network",
            Self::Timeout => "timeout",
            Self::Aborted => "aborted",
            Self::Decode => "decode",
            Self::Usage => "usage",
        }
    }

    /// The kind with this code.
    pub fn by_code(code: &str) -> Option<Self> {
        let all = [
            Self::Validation,
            Self::Authentication,
            Self::QueueFull,
            Self::NotFound,
            Self::Http,
            Self::Network,
            Self::Timeout,
            Self::Aborted,
            Self::Decode,
            Self::Usage,
        ];
        all.into_iter().find(|kind| kind.code() == code)
    }

    pub(crate) fn of(status: u16, retry_after: Option<u32>) -> Self {
        match status {
            401 | 403 => Self::Authentication,
            // FastAPI answers 405 if the path exists with other methods.
            404 | 405 | 501 => Self::NotFound,
            408 => Self::Timeout,
            422 => Self::Validation,
            429 => Self::QueueFull,
            503 if retry_after.is_some() => Self::QueueFull,
            _ => Self::Http,
        }
    }

    /// Whether no answer came at all.
    pub fn is_silence(self) -> bool {
        matches!(self, Self::Network | Self::Timeout)
    }

    /// Whether the caller can fix it in a way that the server's message does not mention.
    pub fn is_for_the_caller(self) -> bool {
        matches!(self, Self::Validation | Self::Authentication)
    }

    /// What to do, as the end of a sentence.
    pub fn remedy(self) -> &'static str {
        match self {
            Self::Validation => "; correct what was sent",
            Self::Authentication => "; check the key",
            Self::QueueFull => "; wait until the engines have caught up",
            Self::NotFound => "; check the id, and that this deployment offers the operation",
            Self::Http | Self::Decode => {
                "; check that the address is a deployment and that it is healthy"
            }
            Self::Network => {
                "; check the address and that the deployment is running; for a browser it must also \
                 allow this page's origin and the header X-API-KEY (CORS) and must not redirect"
            }
            Self::Timeout => "; try again; the deployment may be overloaded",
            Self::Aborted | Self::Usage => "",
        }
    }
}
