//! `GET /api/v1/runs/{run_id}/events` and `GET /api/v1/events`: what happens to runs, as server-sent events.
//! Source: the WHATWG's HTML standard, section 9.2.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, stream};
use serde::Serialize;
use serde_json::{Value, json};

use super::endpoint::{Answer, client, endpoints};
use super::schemas::{optional, plain, text};
use crate::api_error::ApiError;
use crate::app_state::AppState;
use api::{KEY_HEADER, LeftOut, RunOutput, RunProgress, RunStatus};
use parties::Party;
use parties::on_behalf::on_behalf_of;
use service::auth::Caller;
use service::operations::rfc3339;
use service::operations::runs::{EventChoice, READ_RUN, READ_RUNS, Reader};
use service::run_events::{EventKind, Moment, RunEvent, Told};
use service::run_views::{outputs, rounded};

endpoints! {
    "runEvents" => of_run, client(&api::RUN_EVENTS), READ_RUN, "Follow a run",
        parameters: || vec![last_event_id_parameter()],
        answer: Answer::Responses(|| {
            let mut responses = described();
            let about = "The run has ended, and all of its events are known.";
            responses["204"] = json!({ "description": about });
            responses
        });
    "events" => of_all, client(&api::EVENTS), READ_RUNS, "Follow all runs",
        parameters: || {
            let names = ["workflow_id", "group_id"].map(|name| optional(name, text()));
            names.into_iter().chain([last_event_id_parameter()]).collect()
        },
        answer: Answer::Responses(described);
}

/// The header with the id of the last event that a caller has received.
pub(super) const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// Tells nginx to pass on each event at once.
const BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// The data of a recorded event.
#[derive(Debug, Serialize)]
struct Recorded<'a> {
    run_id: &'a str,
    workflow_id: &'a str,
    group_id: Option<&'a str>,
    number: u32,
    at: String,
    status: RunStatus,
    attempts: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outputs: Option<Vec<RunOutput>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    left_out: &'a [LeftOut],
}

/// How far a run is, with the members of its detail.
#[derive(Debug, Serialize)]
struct Now<'a> {
    run_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    starts_in: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    takes: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    progress: Option<RunProgress>,
    #[serde(skip_serializing_if = "Option::is_none")]
    preview: Option<String>,
}

fn described() -> Value {
    let about = "Server-sent events. state, attempt and outputs have an id, after which the stream can be resumed; \
                 moment tells how far a run is and has none.";
    plain(about, "text/event-stream", &text())
}

fn last_event_id_parameter() -> Value {
    let mut parameter = optional("Last-Event-ID", text());
    parameter["in"] = "header".into();
    parameter
}

/// `GET /api/v1/runs/{run_id}/events`. 204 if the run has ended and the caller knows everything.
async fn of_run(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Extension(party): Extension<Party>,
    Path(run_id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let after = last_event_id(&headers);
    let (reader, party) = (reader(party.clone(), &headers), party);
    let stream = app.operations.runs.follow(&caller, &run_id, after, reader);
    let stream = stream.await?;
    let Some(stream) = stream else {
        return Ok(StatusCode::NO_CONTENT.into_response());
    };
    let quiet_time = app.settings.quiet_time;
    let events = stream::unfold(
        (stream, app, party),
        |(mut stream, app, party)| async move {
            // Polled by the connection, and so not on behalf of the party without this.
            let told = on_behalf_of(Some(party.clone()), stream.next()).await?;
            let event = event(&app, told, |event| i64::from(event.number));
            Some((Ok(event), (stream, app, party)))
        },
    );
    Ok(answer(events, quiet_time))
}

/// `GET /api/v1/events?workflow_id=&group_id=`.
async fn of_all(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Extension(party): Extension<Party>,
    Query(mut query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let mut value = |name: &str| query.remove(name).filter(|text| !text.is_empty());
    let choice = EventChoice {
        workflow_id: value("workflow_id"),
        group_id: value("group_id"),
    };
    let after = last_event_id(&headers);
    let (reader, party) = (reader(party.clone(), &headers), party);
    let stream = app
        .operations
        .runs
        .follow_all(&caller, choice, after, reader);
    let stream = stream.await?;
    let quiet_time = app.settings.quiet_time;
    let events = stream::unfold(
        (stream, app, party),
        |(mut stream, app, party)| async move {
            let told = on_behalf_of(Some(party.clone()), stream.next()).await?;
            let event = event(&app, told, |event| event.id);
            Some((Ok(event), (stream, app, party)))
        },
    );
    Ok(answer(events, quiet_time))
}

/// Who reads a stream: it ends with the key of the request.
fn reader(party: Party, headers: &HeaderMap) -> Reader {
    let key = headers.get(KEY_HEADER).map(HeaderValue::as_bytes);
    Reader {
        party,
        key: key.unwrap_or_default().to_vec(),
    }
}

/// The number of the last event that the caller has received. Any other text is as good as none.
fn last_event_id<T: std::str::FromStr>(headers: &HeaderMap) -> Option<T> {
    let text = headers.get(LAST_EVENT_ID)?.to_str().ok()?;
    text.trim().parse().ok()
}

fn answer(
    events: impl Stream<Item = Result<Event, Infallible>> + Send + 'static,
    quiet_time: std::time::Duration,
) -> Response {
    let comments = KeepAlive::new().interval(quiet_time).text("");
    let mut response = Sse::new(events).keep_alive(comments).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(BUFFERING, HeaderValue::from_static("no"));
    response
}

/// One event as it is sent; `id` gives the id of a recorded one, 0 for none.
fn event(app: &AppState, told: Told, id: impl Fn(&RunEvent) -> i64) -> Event {
    match told {
        Told::Ready { id, runs } => named("ready", json!({ "runs": runs })).id(id.to_string()),
        Told::Moment(event, moment) => named("moment", now(app, &event, moment)),
        Told::Event(event) => {
            let sent = named(event.kind.name(), recorded(app, &event));
            match id(&event) {
                // The state of an open run at the beginning of a stream of all runs: others follow.
                0 => sent,
                id => sent.id(id.to_string()),
            }
        }
    }
}

fn named(name: &str, data: impl Serialize) -> Event {
    let event = Event::default().event(name);
    event.json_data(data).unwrap_or_else(|why| {
        tracing::error!("writing an event: {why}");
        Event::default().comment("")
    })
}

fn recorded<'a>(app: &AppState, event: &'a RunEvent) -> Recorded<'a> {
    let has_outputs = event.kind == EventKind::Outputs;
    let listed = || {
        let names = event.outputs.clone();
        outputs(&app.auth.links, &event.run_id, &event.owner, names)
    };
    Recorded {
        run_id: &event.run_id,
        workflow_id: &event.workflow_id,
        group_id: event.group_id.as_deref(),
        number: event.number,
        at: rfc3339(event.at),
        status: event.status,
        attempts: event.attempts,
        error: event.error.as_deref(),
        outputs: has_outputs.then(listed),
        left_out: if has_outputs { &event.left_out } else { &[] },
    }
}

fn now<'a>(app: &AppState, event: &'a RunEvent, moment: Moment) -> Now<'a> {
    let (run_id, owner) = (&event.run_id, &event.owner);
    Now {
        run_id,
        position: moment.position,
        starts_in: moment.starts_in.map(rounded),
        takes: moment.takes.map(rounded),
        progress: moment.progress,
        preview: app.auth.links.preview(run_id, owner, moment.previews),
    }
}
