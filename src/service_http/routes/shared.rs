//! `/shared/{token}`: the page of a shared result and its output files. The token is the permission, so that neither
//! needs a key. All links that open nothing get the same answer.

use std::io::ErrorKind;
use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use blobs::Blobs;

use super::absolute_link::absolute;
use super::output_files::serve;
use crate::api_error::ApiError;
use crate::app_state::AppState;
use crate::shared_outputs::shared_outputs;
use crate::shared_page::{SharedPage, Texts, missing_page, security_policy, shared_inputs};
use service::operations::of_disk;
use service::operations::shares::SharedResult;
use service::outputs::{FoundOutput, Outputs, PlainFile};

/// The route of the page, with axum's placeholder.
pub(super) const PATH: &str = "/shared/{token}";
/// The route of an output file, with axum's placeholders.
pub(super) const FILE_PATH: &str = "/shared/{token}/files/{name}";

/// `GET /shared/{token}`.
pub(super) async fn page(
    State(app): State<Arc<AppState>>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let texts = texts(&headers);
    let Some(shared) = app.operations.shares.open(&token).await? else {
        return Ok(missing(texts));
    };
    let link = shared.path.as_deref().map(|path| app.settings.link(path));
    let link = link.map(|link| absolute(&app.settings, link, &headers));
    let address = link.filter(|link| !link.starts_with('/'));
    let page = shared_page(&app, shared, token, address).await;
    Ok(html(StatusCode::OK, page.html(texts)))
}

async fn shared_page(
    app: &AppState,
    shared: SharedResult,
    token: String,
    address: Option<String>,
) -> SharedPage {
    let deployed = shared.deployed.as_deref();
    let schema = deployed.map(|deployed| &deployed.runnable.schema);
    let inputs = shared.inputs.map(|inputs| shared_inputs(&inputs, schema));
    SharedPage {
        workflow: shared.workflow,
        made_at: shared.made_at,
        expires_at: shared.expires_at,
        address,
        token,
        outputs: shared_outputs(&*app.outputs.blobs, &shared.run_id, shared.outputs).await,
        inputs: inputs.unwrap_or_default(),
    }
}

/// `GET /shared/{token}/files/{name}`; supports ranges. An image of a link without inputs is sent without the texts in
/// it, which may be these inputs.
pub(super) async fn file(
    State(app): State<Arc<AppState>>,
    Path((token, name)): Path<(String, String)>,
    request: Request,
) -> Result<Response, ApiError> {
    let texts = texts(request.headers());
    let Some(shared) = app.operations.shares.open_output(&token, &name).await? else {
        return Ok(missing(texts));
    };
    let Some(output) = app.outputs.find(&shared.run_id, &name).await else {
        return Ok(missing(texts));
    };
    let served = match shared.has_inputs {
        true => Some((&*app.outputs.blobs, output)),
        false => without_texts(&app.outputs, output).await?,
    };
    let Some((blobs, FoundOutput { name: blob, info })) = served else {
        return Ok(missing(texts));
    };
    let mut response = serve(blobs, (&blob, info), &name, request).await?;
    // A browser asks again, so that a revoked link shows nothing any more.
    let revalidated = HeaderValue::from_static("private, no-cache");
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, revalidated);
    headers.extend(private());
    Ok(response)
}

/// What to serve in place of an output whose texts may be inputs; `None` if nothing.
async fn without_texts(
    outputs: &Outputs,
    output: FoundOutput,
) -> Result<Option<(&dyn Blobs, FoundOutput)>, ApiError> {
    let copies = &outputs.plain_copies;
    let name = output.name.clone();
    let served = match copies.of(&name, output.info).await {
        Ok(PlainFile::Copy) => {
            let info = copies.blobs.info(&name).await;
            info.map(|info| {
                info.map(|info| (&copies.blobs as &dyn Blobs, FoundOutput { name, info }))
            })
        }
        Ok(PlainFile::Original) => Ok(Some((&*outputs.blobs, output))),
        Ok(PlainFile::Unclear) => Ok(None),
        // Its run was removed in the meantime.
        Err(why) if why.kind() == ErrorKind::NotFound => Ok(None),
        Err(why) => Err(why),
    };
    let failed = |why| of_disk(&format!("making a copy without texts: {why}"), &why).into();
    served.map_err(failed)
}

fn texts(headers: &HeaderMap) -> &'static Texts {
    let accepted = headers.get(header::ACCEPT_LANGUAGE);
    let accepted = accepted.and_then(|languages| languages.to_str().ok());
    Texts::preferred(accepted.unwrap_or_default())
}

fn missing(texts: &Texts) -> Response {
    html(StatusCode::NOT_FOUND, missing_page(texts))
}

fn html(status: StatusCode, html: String) -> Response {
    let headers: [(HeaderName, HeaderValue); 4] = [
        (
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(security_policy()),
        ),
        (
            header::CACHE_CONTROL,
            HeaderValue::from_static("private, no-store"),
        ),
        (
            header::X_CONTENT_TYPE_OPTIONS,
            HeaderValue::from_static("nosniff"),
        ),
        (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    ];
    let mut response = (status, headers, Html(html)).into_response();
    response.headers_mut().extend(private());
    response
}

/// What keeps a link from search engines, and from the addresses that other sites see.
fn private() -> [(HeaderName, HeaderValue); 2] {
    [
        (
            HeaderName::from_static("x-robots-tag"),
            HeaderValue::from_static("noindex"),
        ),
        (
            header::REFERRER_POLICY,
            HeaderValue::from_static("no-referrer"),
        ),
    ]
}
