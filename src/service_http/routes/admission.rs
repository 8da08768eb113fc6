//! Finds out whose a request is, and refuses it if its party, or all together, have too many. Comes before everything that
//! costs more.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::auth::note_wrong_key;
use super::identity::Identity;
use super::monitoring;
use super::probes::is_probe;
use crate::api_error::ApiError;
use crate::app_state::AppState;
use crate::client_address::client_address;
use crate::request_body;
use api::{KEY_HEADER, Right};
use http_server::listen::{Ownership, Reserved, TooMany, closing};
use parties::Party;
use parties::on_behalf::on_behalf_of;
use service::auth::{Caller, network};
use service::operations::DomainError;

/// Seconds until a caller may find a free connection.
const RETRY_AFTER: u64 = 5;

/// What comes before a key in `Authorization`, in any case.
const BEARER: &[u8] = b"Bearer ";

/// Passes a request on for its party, if there is room: probes always, since a service without free connections is alive.
pub(super) async fn admit(
    State(app): State<Arc<AppState>>,
    mut request: Request,
    next: Next,
) -> Response {
    let key = key_of(request.uri(), request.headers()).filter(|key| !key.is_empty());
    let address = client_address(&request, app.settings.trust_proxy);
    let caller = key.map(|key| app.auth.caller(key, address));
    let party = match &caller {
        // A browser with a token for one run is a stranger.
        Some(Ok(caller)) if caller.run().is_none() => party_of(caller),
        _ => without_key(address),
    };
    let has_key = matches!(&caller, Some(Ok(caller)) if caller.run().is_none());
    if request.extensions().get::<Reserved>().is_some() && !has_key {
        let is_wrong = matches!(caller, Some(Err(_)));
        return on_behalf_of(Some(party), reserved(&app, is_wrong, request, next)).await;
    }
    let ownership = request.extensions().get::<Ownership>();
    let claimed = ownership.map_or(Ok(()), |ownership| ownership.claim(party.clone()));
    if let Err(why) = claimed
        && !is_probe(request.uri().path())
    {
        request_body::drain_briefly(request);
        return closing(refused(why, has_key).into_response());
    }
    request.extensions_mut().insert(party.clone());
    request.extensions_mut().insert(Identity(caller));
    on_behalf_of(Some(party), next.run(request)).await
}

/// Keeps the last connections for callers with a valid key; all others are answered with 503, and their
/// connection is closed. A browser asks without a key whether it may send one, so that is answered too.
async fn reserved(app: &AppState, is_wrong: bool, mut request: Request, next: Next) -> Response {
    // Not delayed, because the connection is needed.
    if is_wrong {
        note_wrong_key(app, &request);
    }
    request.extensions_mut().insert(Identity(None));
    closing(match *request.method() {
        Method::OPTIONS => next.run(request).await,
        _ if is_probe(request.uri().path()) => next.run(request).await,
        _ => ApiError::Busy(RETRY_AFTER).into_response(),
    })
}

fn party_of(caller: &Caller) -> Party {
    Party {
        id: format!("key {}", caller.name).into(),
        is_privileged: caller.may(Right::Admin),
    }
}

fn without_key(address: IpAddr) -> Party {
    Party {
        id: format!("address {}", network(address)).into(),
        is_privileged: false,
    }
}

fn refused(why: TooMany, has_key: bool) -> ApiError {
    let whose = match has_key {
        true => "this key",
        false => "this address",
    };
    let why = match why {
        TooMany::Requests(most) => {
            format!("{whose} has {most} requests in progress, which is its limit")
        }
        TooMany::Uploads(most) => format!("{whose} is sending {most} requests, which is its limit"),
        TooMany::All => return ApiError::Busy(RETRY_AFTER),
    };
    DomainError::TooManyAtOnce(why, RETRY_AFTER).into()
}

/// The key of a request. Prometheus sends its key in no other header than `Authorization`, which therefore counts for
/// metrics, and for nothing else.
fn key_of<'a>(uri: &Uri, headers: &'a HeaderMap) -> Option<&'a [u8]> {
    let bearer = || {
        let is_metrics = uri.path() == monitoring::PATH;
        let value = headers.get(header::AUTHORIZATION).filter(|_| is_metrics)?;
        let (scheme, key) = value.as_bytes().split_at_checked(BEARER.len())?;
        scheme
            .eq_ignore_ascii_case(BEARER)
            .then_some(key.trim_ascii())
    };
    let key = headers.get(KEY_HEADER).map(HeaderValue::as_bytes);
    key.or_else(bearer)
}
