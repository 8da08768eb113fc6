//! Every operation that needs a key, in the groups and the order in which documents list them.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::Method;
use axum::middleware::from_fn_with_state;
use axum::routing::MethodFilter;
use tower_http::compression::CompressionLayer;

use super::answer_memory::AnswerMemory;
use super::endpoint::{Body, Endpoint, Endpoints, Group};
use super::{
    answer_memory, audit, engines, example_files, keys, llms, monitoring, object_info, openapi,
    own_key, queue, run_events, run_removal, run_summary, run_token, runs, shares, submit, usage,
    webhooks, workflow, workflows,
};
use crate::app_state::AppState;

/// All of them.
pub(super) const ALL: Endpoints = Endpoints(&[
    Group {
        name: "Runs",
        about: "Start runs, follow them, and read their outputs.",
        endpoints: &[
            submit::ENDPOINTS,
            runs::ENDPOINTS,
            run_events::ENDPOINTS,
            run_removal::ENDPOINTS,
            run_token::ENDPOINTS,
        ],
    },
    Group {
        name: "Workflows",
        about: "List the deployed workflows, read, deploy and delete them.",
        endpoints: &[
            workflows::ENDPOINTS,
            workflow::ENDPOINTS,
            example_files::ENDPOINTS,
        ],
    },
    Group {
        name: "Queue and engines",
        about: "See the queue, and manage the engine instances.",
        endpoints: &[queue::ENDPOINTS, object_info::ENDPOINTS, engines::ENDPOINTS],
    },
    Group {
        name: "Shared results",
        about: "Links to results that need no key.",
        endpoints: &[shares::ENDPOINTS],
    },
    Group {
        name: "Webhooks",
        about: "Calls to your server when runs start and end.",
        endpoints: &[webhooks::ENDPOINTS],
    },
    Group {
        name: "Keys",
        about: "Keys, their rights and limits, and what they have used.",
        endpoints: &[own_key::ENDPOINTS, usage::ENDPOINTS, keys::ENDPOINTS],
    },
    Group {
        name: "Monitoring",
        about: "How runs went, and the metrics of the service.",
        endpoints: &[run_summary::ENDPOINTS, monitoring::ENDPOINTS],
    },
    Group {
        name: "Audit log",
        about: "Who has changed what.",
        endpoints: &[audit::ENDPOINTS],
    },
    Group {
        name: "Documents",
        about: "This document, and pages for agents.",
        endpoints: &[openapi::ENDPOINTS, llms::ENDPOINTS],
    },
]);

/// The routes of the operations that start runs, or those of all others.
pub(super) fn routes(
    submits: bool,
    max_upload: usize,
    memory: &AnswerMemory,
) -> Router<Arc<AppState>> {
    let chosen = ALL
        .iter()
        .filter(|(_, endpoint)| endpoint.needs.is_submission() == submits);
    chosen.fold(Router::new(), |router, (_, endpoint)| {
        let method = Method::from_bytes(endpoint.place.method().as_bytes()).unwrap_or_default();
        let mut route =
            (endpoint.handler)(MethodFilter::try_from(method).unwrap_or(MethodFilter::GET));
        if let Body::Form(_) = endpoint.body {
            route = route.layer(DefaultBodyLimit::max(max_upload));
        }
        if endpoint.is_large {
            let counted = from_fn_with_state(memory.clone(), answer_memory::limit);
            route = route
                .layer::<_, Infallible>(counted)
                .layer(CompressionLayer::new());
        }
        router.route(&endpoint.place.path(), route)
    })
}

/// The operation of a request with this method, at the route with this path. A route for GET answers HEAD, too.
pub(super) fn find(method: &Method, path: &str) -> Option<&'static Endpoint> {
    static BY_PATH: LazyLock<HashMap<String, Vec<&'static Endpoint>>> = LazyLock::new(|| {
        let mut by_path: HashMap<_, Vec<_>> = HashMap::new();
        for (_, endpoint) in ALL.iter() {
            by_path
                .entry(endpoint.place.path())
                .or_default()
                .push(endpoint);
        }
        by_path
    });
    let method = match *method {
        Method::HEAD => Method::GET.as_str(),
        _ => method.as_str(),
    };
    let here = BY_PATH.get(path)?.iter().copied();
    here.into_iter()
        .find(|endpoint| endpoint.place.method() == method)
}
