//! What is declared of an operation, once, next to its handler. The router, the check of the right, `/openapi.json`,
//! `/llms.txt` and the table in docs/keys.md follow from it. Knows no operation.

use std::sync::Arc;

use axum::routing::{MethodFilter, MethodRouter};
use serde_json::Value;

use crate::app_state::AppState;
use api::Operation;
use service::operations::access::Needs;

/// An operation as the service offers it.
#[derive(Clone, Copy)]
pub(super) struct Endpoint {
    /// Its name in `/openapi.json`, and in the clients that are generated from it.
    pub(super) id: &'static str,
    /// Its method and its path.
    pub(super) place: Place,
    /// What its use case needs of the caller: the declaration that the use case itself names.
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
    /// Whether it may answer 404 though no ID is in its path.
    pub(super) seeks: bool,
    /// Whether its answer is so large that it is compressed.
    pub(super) is_large: bool,
    /// Whether it also answers without a key.
    pub(super) is_open: bool,
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

/// Declares `ENDPOINTS`. Each row has the name, the handler, the place, what the use case needs, and the summary of an
/// operation, then the members of [`Endpoint`] that are not as in [`Endpoint::new`].
macro_rules! endpoints {
    ($($id:literal => $handler:path, $place:expr, $needs:expr, $summary:literal
        $(, $member:ident: $value:expr)*;)*) => {
        /// The operations.
        pub(super) const ENDPOINTS: &[$crate::routes::endpoint::Endpoint] = &[$(
            $crate::routes::endpoint::Endpoint {
                id: $id,
                summary: $summary,
                $($member: $value,)*
                ..$crate::routes::endpoint::Endpoint::new($place, $needs, |to| {
                    axum::routing::on(to, $handler)
                })
            },
        )*];
    };
}

pub(super) use endpoints;

/// The place of an operation that clients have, too. The ID in its path, if it has one, is that of a run.
pub(super) const fn client(operation: &'static Operation) -> Place {
    Place::Client(operation, "run_id")
}

/// The place with this method and path: `GET /metrics`.
pub(super) const fn at(place: &'static str) -> Place {
    Place::Own(place)
}

impl Endpoint {
    /// An operation that takes no body and answers in the envelope.
    pub(super) const fn new(place: Place, needs: Needs, handler: Handler) -> Self {
        Self {
            id: "",
            place,
            needs,
            summary: "",
            handler,
            about: "",
            parameters: Vec::new,
            body: Body::Nothing,
            answer: Answer::Envelope,
            conflicts: false,
            seeks: false,
            is_large: false,
            is_open: false,
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

impl Endpoints {
    /// All of them, each with its group.
    pub(super) fn iter(self) -> impl Iterator<Item = (&'static Group, &'static Endpoint)> {
        self.0.iter().flat_map(|group| {
            let all = group.endpoints.iter().copied().flatten();
            all.map(move |endpoint| (group, endpoint))
        })
    }
}
