//! Which runs a request lists: the parameters of `GET /api/v1/runs`.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::number_parameter::NumberParameter;
use super::schemas::{described, optional, text};
use crate::api_error::ApiError;
use api::RunStatus;
use service::operations::runs::{Page, RunFilter, SortBy};

/// The states of runs.
const STATES: [RunStatus; 5] = [
    RunStatus::Pending,
    RunStatus::Running,
    RunStatus::Completed,
    RunStatus::Failed,
    RunStatus::Cancelled,
];

const PAGE: NumberParameter = NumberParameter::from_one("page", (1, 1_000_000));
const PAGE_SIZE: NumberParameter = NumberParameter::from_one("page_size", (20, 100));
/// The number of runs in an answer to a request that knows no pages, and about how large it may be, in bytes.
const UNPAGED: (u32, usize) = (1000, 16 << 20);

/// The parameters.
pub(super) fn parameters() -> Vec<Value> {
    let about_size = format!(
        "Without page and page_size, the answer has up to {} runs.",
        UNPAGED.0
    );
    let about_owner = "The name of the key that submitted the runs, or `first key`. Another key than the own one needs \
                       the right `admin`.";
    let about_instance = "The address of the engine instance that has the runs or had them last.";
    let times = ["created_at", "started_at", "completed_at"];
    let order = json!({ "enum": ["asc", "desc"], "default": "desc" });
    vec![
        optional("group_id", text()),
        described(optional("owner", text()), about_owner),
        described(optional("comfy_uri", text()), about_instance),
        optional("workflow_id", text()),
        optional("status", json!({ "enum": STATES })),
        PAGE.described(),
        described(PAGE_SIZE.described(), &about_size),
        optional("sort_by", json!({ "enum": times, "default": times[0] })),
        optional("sort_order", order),
    ]
}

/// The runs that a query asks for, of any owner.
pub(super) fn page(query: &HashMap<String, String>) -> Result<Page, ApiError> {
    let value = |name: &str| {
        query
            .get(name)
            .map(String::as_str)
            .filter(|text| !text.is_empty())
    };
    let sort_by = match value("sort_by") {
        None | Some("created_at") => SortBy::Created,
        Some("started_at") => SortBy::Started,
        Some("completed_at") => SortBy::Completed,
        Some(_) => {
            return Err(invalid(
                "sort_by",
                "must be created_at, started_at or completed_at",
                "enum",
            ));
        }
    };
    let descending = match value("sort_order") {
        None | Some("desc") => true,
        Some("asc") => false,
        Some(_) => return Err(invalid("sort_order", "must be asc or desc", "enum")),
    };
    let is_paged = value("page").is_some() || value("page_size").is_some();
    let (page_size, max_bytes) = match is_paged {
        true => (PAGE_SIZE.read(query)?, usize::MAX),
        false => UNPAGED,
    };
    let text = |name: &str| value(name).map(str::to_owned);
    Ok(Page {
        runs: RunFilter {
            group_id: text("group_id"),
            workflow_id: text("workflow_id"),
            status: value("status").map(status).transpose()?,
            instance: text("comfy_uri"),
            ..RunFilter::default()
        },
        page: PAGE.read(query)?,
        page_size,
        max_bytes,
        sort_by,
        descending,
    })
}

/// The name of the key whose runs a query asks for.
pub(super) fn key(query: &HashMap<String, String>) -> Option<&str> {
    let name = query.get("owner").map(String::as_str);
    name.filter(|name| !name.is_empty())
}

fn status(name: &str) -> Result<RunStatus, ApiError> {
    let found = STATES.into_iter().find(|status| status.name() == name);
    found.ok_or_else(|| {
        let names = STATES.map(RunStatus::name).join(", ");
        invalid("status", &format!("must be one of {names}"), "enum")
    })
}

/// The refusal of a parameter of a query.
pub(super) fn invalid(name: &str, msg: &str, kind: &str) -> ApiError {
    ApiError::invalid("query", name, msg, kind)
}
