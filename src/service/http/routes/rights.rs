//! Which right each operation needs. An operation that is not listed here is refused, so none is forgotten.

use std::sync::LazyLock;

use axum::Extension;
use axum::extract::{MatchedPath, Request};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::{
    audit, engines, example_files, keys, llms_paths, monitoring, own_key, shares, submit, usage,
    webhooks, workflow,
};
use crate::auth::Caller;
use crate::http::api_error::ApiError;
use crate::http::request_body;
use api::{Operation, Right};

/// What a key must have for an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Needs {
    /// Any valid key.
    AnyKey,
    Right(Right),
    /// The first key.
    FirstKey,
}

/// An operation that needs a key.
pub(super) struct Listed {
    pub(super) method: Method,
    pub(super) path: String,
    pub(super) needs: Needs,
}

/// Every operation that needs a key.
pub(super) static OPERATIONS: LazyLock<Vec<Listed>> = LazyLock::new(operations);

fn operations() -> Vec<Listed> {
    use Right::{Admin, Deploy, Metrics, Read, Run, Share};
    let of_api = of_api().map(|(operation, right)| Listed {
        method: Method::from_bytes(operation.method.as_bytes()).unwrap_or_default(),
        path: operation.path_template(),
        needs: Needs::Right(right),
    });
    let further = [
        (Method::GET, workflow::PATH, Needs::Right(Read)),
        (Method::PUT, workflow::PATH, Needs::Right(Deploy)),
        (Method::DELETE, workflow::PATH, Needs::Right(Deploy)),
        (Method::POST, workflow::AGAIN_PATH, Needs::Right(Deploy)),
        (Method::GET, example_files::PATH, Needs::Right(Read)),
        (Method::POST, submit::WORKFLOW_PATH, Needs::Right(Run)),
        (Method::GET, llms_paths::INDEX, Needs::Right(Read)),
        (Method::GET, llms_paths::PAGE, Needs::Right(Read)),
        (Method::GET, shares::PATH, Needs::Right(Share)),
        (Method::POST, shares::PATH, Needs::Right(Share)),
        (Method::DELETE, shares::SHARE_PATH, Needs::Right(Share)),
        (Method::GET, engines::PATH, Needs::Right(Admin)),
        (Method::POST, engines::PATH, Needs::Right(Admin)),
        (Method::DELETE, engines::PATH, Needs::Right(Admin)),
        (Method::GET, engines::FOUND_PATH, Needs::Right(Admin)),
        (Method::POST, engines::DRAIN_PATH, Needs::Right(Admin)),
        (Method::GET, audit::PATH, Needs::Right(Admin)),
        (Method::GET, keys::PATH, Needs::Right(Admin)),
        (Method::POST, keys::PATH, Needs::Right(Admin)),
        (Method::DELETE, keys::PATH, Needs::Right(Admin)),
        (Method::PATCH, keys::KEY_PATH, Needs::Right(Admin)),
        (Method::DELETE, keys::KEY_PATH, Needs::Right(Admin)),
        (Method::POST, keys::REGENERATE_PATH, Needs::Right(Admin)),
        (Method::GET, monitoring::PATH, Needs::Right(Metrics)),
        (Method::GET, own_key::PATH, Needs::AnyKey),
        (Method::GET, usage::PATH, Needs::AnyKey),
        (
            Method::POST,
            own_key::REGENERATE_FIRST_PATH,
            Needs::FirstKey,
        ),
    ];
    let further = further.map(|(method, path, needs)| Listed {
        method,
        path: path.to_owned(),
        needs,
    });
    let of_webhooks = WEBHOOKS.map(|(method, path)| Listed {
        method,
        path: path.to_owned(),
        needs: Needs::Right(Run),
    });
    let all = of_api.into_iter().chain(further).chain(of_webhooks);
    all.collect()
}

/// The operations of the table that clients have, too, and the right that each one needs.
fn of_api() -> [(&'static Operation, Right); 17] {
    use Right::{Read, Run};
    [
        (&api::RUN, Run),
        (&api::RUNS, Read),
        (&api::OUTPUT, Read),
        (&api::GET_RUN, Read),
        (&api::RUN_EVENTS, Read),
        (&api::EVENTS, Read),
        (&api::DELETE_RUNS, Run),
        (&api::DELETE_RUN, Run),
        (&api::CANCEL, Run),
        (&api::RUN_TOKEN, Read),
        (&api::REGENERATE, Run),
        (&api::QUEUE, Read),
        (&api::HEALTH, Read),
        (&api::MONITORING, Read),
        (&api::WORKFLOWS, Read),
        (&api::OBJECT_INFO, Read),
        (&api::OPENAPI, Read),
    ]
}

/// The operations of webhooks, which report runs.
const WEBHOOKS: [(Method, &str); 8] = [
    (Method::GET, webhooks::PATH),
    (Method::POST, webhooks::PATH),
    (Method::DELETE, webhooks::WEBHOOK_PATH),
    (Method::POST, webhooks::SECRET_PATH),
    (Method::POST, webhooks::TEST_PATH),
    (Method::GET, webhooks::DELIVERIES_PATH),
    (Method::POST, webhooks::REPLAY_ALL_PATH),
    (Method::POST, webhooks::REPLAY_PATH),
];

/// The operations that a token for one run may use, with that run.
static OF_ONE_RUN: [&Operation; 4] = [&api::GET_RUN, &api::RUN_EVENTS, &api::OUTPUT, &api::CANCEL];

/// The operations that show or change more than single workflows, and so are not for keys that are limited to some.
static OF_ALL: [&Operation; 1] = [&api::OBJECT_INFO];

fn is_any_of(operations: &[&Operation], request: &Request, path: &str) -> bool {
    let method = as_listed(request.method()).as_str();
    let mut operations = operations.iter();
    operations.any(|operation| method == operation.method && path == operation.path_template())
}

/// Passes a request on only if its key has the right that the operation needs.
pub(super) async fn require(
    Extension(caller): Extension<Caller>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.extensions().get::<MatchedPath>();
    let path = path.map(MatchedPath::as_str).unwrap_or_default();
    let refused = match needs(request.method(), path) {
        None => Some(ApiError::MethodNotAllowed),
        Some(_) if caller.run().is_some() && !is_any_of(&OF_ONE_RUN, &request, path) => {
            Some(ApiError::OfOneRun)
        }
        Some(_) if caller.workflows().is_some() && is_any_of(&OF_ALL, &request, path) => {
            Some(ApiError::OtherWorkflow)
        }
        Some(Needs::Right(right)) if !caller.may(right) => Some(ApiError::NoRight(right)),
        Some(Needs::FirstKey) if !caller.is_first() => Some(ApiError::NotFirstKey),
        Some(_) => None,
    };
    let Some(error) = refused else {
        return next.run(request).await;
    };
    request_body::drain(request);
    error.into_response()
}

/// What an operation needs; `None` for one that is not listed.
pub(super) fn needs(method: &Method, path: &str) -> Option<Needs> {
    let method = as_listed(method);
    let is_it = |listed: &&Listed| listed.method == method && listed.path == path;
    OPERATIONS.iter().find(is_it).map(|listed| listed.needs)
}

/// The method by which an operation is listed: a route for GET answers HEAD, too.
fn as_listed(method: &Method) -> &Method {
    match *method {
        Method::HEAD => &Method::GET,
        _ => method,
    }
}
