//! What is declared of an operation, once, next to its handler. The router, the check of the right, `/openapi.json`,
//! `/llms.txt` and the table in docs/keys.md follow from it. Knows no operation.

use std::sync::Arc;

use axum::routing::{MethodFilter, MethodRouter};
use serde_json::Value;

use crate::http::app_state::AppState;
use api::{Operation, Right};

/// An operation as the service offers it.
#[derive(Clone, Copy)]
pub(super) struct Endpoint {
    /// Its name in `/openapi.json`, and in the clients that are generated from it.
    pub(super) id: &'static str,
    /// Its method and its path.
    pub(super) place: Place,
    /// What the key of a request must have.
    pub(super) needs: Needs,
    /// What it does, in an imperative without a full stop.
    pub(super) summary: &'static str,
    /// Its handler for this method.
    pub(super) handler: Handler,
    /// What there is to know besides, in Markdown.
    pub(super) about: &'static str,
    /// Its parameters, without those of the path that have no description.
    pub(super) parameters: fn() -> Vec<Value>,
    /// What it reads.
    pub(super) body: Body,
    /// What it answers if it succeeds.
    pub(super) answer: Answer,
    /// Whether it may be refused because of the current state, with 409.
    pub(super) conflicts: bool,
    /// Whether what a request names besides the path may be unknown, so that it is answered with 404.
    pub(super) seeks: bool,
    /// Whether it starts a run, and counts as that.
    pub(super) submits: bool,
    /// Whether its answer is so large that it is compressed.
    pub(super) is_large: bool,
    /// Whether a token for one run may use it, with that run.
    pub(super) allows_run_tokens: bool,
    /// Whether it also answers without a key.
    pub(super) is_open: bool,
    /// Whether it shows or changes more than single workflows, and so is not for keys that are limited to some.
    pub(super) spans_workflows: bool,
}

/// Makes the route of a handler for a method.
type Handler = fn(MethodFilter) -> MethodRouter<Arc<AppState>>;

/// The method and the path of an operation.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// Those of the table of operations that clients have, too, with this name for the ID in the path.
    Client(&'static Operation, &'static str),
    /// A method and a path with axum's placeholders: `GET /metrics`.
    Own(&'static str),
}

/// What a key must have for an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Needs {
    /// Any valid key.
    AnyKey,
    Right(Right),
    /// The first key.
    FirstKey,
}

/// The body of a request.
#[derive(Clone, Copy)]
pub(super) enum Body {
    Nothing,
    /// JSON of this schema.
    Json(fn() -> Value),
    /// The same, but it may be left out.
    OptionalJson(fn() -> Value),
    /// A form with files.
    Form(fn() -> Value),
}

/// The answer to a request that succeeds.
#[derive(Clone, Copy)]
pub(super) enum Answer {
    /// The envelope, with data that are not described.
    Envelope,
    /// The envelope with data of this schema.
    Data(fn() -> Value),
    /// The same; but the document has never promised that there are any, and generated clients rely on what it says.
    OptionalData(fn() -> Value),
    /// Something else: responses by their status.
    Responses(fn() -> Value),
}

/// Operations that are listed together.
pub(super) struct Group {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) endpoints: &'static [&'static [Endpoint]],
}

/// All operations, for the handlers that describe them.
#[derive(Clone, Copy)]
pub(super) struct Endpoints(pub(super) &'static [Group]);

/// Declares `ENDPOINTS`. Each row has the name, the handler, the place, what a key must have, and the summary of an
/// operation, then the members of [`Endpoint`] that are not as in [`Endpoint::new`].
macro_rules! endpoints {
    ($($id:literal => $handler:path, $place:expr, $needs:ident, $summary:literal
        $(, $member:ident: $value:expr)*;)*) => {
        /// The operations.
        pub(super) const ENDPOINTS: &[$crate::http::routes::endpoint::Endpoint] = &[$(
            $crate::http::routes::endpoint::Endpoint {
                id: $id,
                needs: $crate::http::routes::endpoint::needs!($needs),
                summary: $summary,
                $($member: $value,)*
                ..$crate::http::routes::endpoint::Endpoint::new($place, |to| {
                    axum::routing::on(to, $handler)
                })
            },
        )*];
    };
}

/// What a key must have, by its name.
macro_rules! needs {
    (AnyKey) => {
        $crate::http::routes::endpoint::Needs::AnyKey
    };
    (FirstKey) => {
        $crate::http::routes::endpoint::Needs::FirstKey
    };
    ($right:ident) => {
        $crate::http::routes::endpoint::Needs::Right(api::Right::$right)
    };
}

pub(super) use {endpoints, needs};

/// The place of an operation that clients have, too. The ID in its path, if it has one, is that of a run.
pub(super) const fn client(operation: &'static Operation) -> Place {
    Place::Client(operation, "run_id")
}

/// The place with this method and path: `GET /metrics`.
pub(super) const fn at(place: &'static str) -> Place {
    Place::Own(place)
}

impl Endpoint {
    /// An operation that needs the first key, takes no body and answers in the envelope.
    pub(super) const fn new(place: Place, handler: Handler) -> Self {
        Self {
            id: "",
            place,
            needs: Needs::FirstKey,
            summary: "",
            handler,
            about: "",
            parameters: Vec::new,
            body: Body::Nothing,
            answer: Answer::Envelope,
            conflicts: false,
            seeks: false,
            submits: false,
            is_large: false,
            allows_run_tokens: false,
            is_open: false,
            spans_workflows: false,
        }
    }
}

impl Place {
    pub(super) fn method(self) -> &'static str {
        match self {
            Self::Client(operation, _) => operation.method,
            Self::Own(text) => text.split_once(' ').unwrap_or_default().0,
        }
    }

    /// The path with axum's placeholders.
    pub(super) fn path(self) -> String {
        match self {
            Self::Client(operation, id) => operation.path_template().replace("run_id", id),
            Self::Own(text) => text.split_once(' ').unwrap_or_default().1.to_owned(),
        }
    }

    /// The path with the placeholders of OpenAPI.
    pub(super) fn template(self) -> String {
        self.path().replace("{*", "{")
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        self.method() == other.method() && self.path() == other.path()
    }
}

impl Needs {
    /// What is needed, in words.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::AnyKey => "any key",
            Self::Right(right) => right.name(),
            Self::FirstKey => "first key",
        }
    }
}

impl Endpoints {
    /// All of them, each with its group.
    pub(super) fn iter(self) -> impl Iterator<Item = (&'static Group, &'static Endpoint)> {
        self.0.iter().flat_map(|group| {
            let all = group.endpoints.iter().copied().flatten();
            all.map(move |endpoint| (group, endpoint))
        })
    }
}
