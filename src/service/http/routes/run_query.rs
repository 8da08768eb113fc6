//! Which runs a request lists: the parameters of `GET /api/v1/runs`.

use std::collections::HashMap;

use crate::http::api_error::ApiError;
use crate::operations::runs::{Page, RunFilter, SortBy};
use api::RunStatus;

/// The states of runs.
pub(super) const STATES: [RunStatus; 5] = [
    RunStatus::Pending,
    RunStatus::Running,
    RunStatus::Completed,
    RunStatus::Failed,
    RunStatus::Cancelled,
];

/// The number of a page: the one without a choice, and the largest.
pub(super) const PAGE: (u32, u32) = (1, 1_000_000);
/// The number of runs on a page: the one without a choice, and the largest.
pub(super) const PAGE_SIZE: (u32, u32) = (20, 100);
/// The number of runs in an answer to a request that knows no pages, and about how large it may be, in bytes.
pub(super) const UNPAGED: (u32, usize) = (1000, 16 << 20);

/// The runs that a query asks for, whoever's they are.
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
        true => (
            number("page_size", value("page_size"), PAGE_SIZE)?,
            usize::MAX,
        ),
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
        page: number("page", value("page"), PAGE)?,
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

fn number(name: &str, text: Option<&str>, (default, max): (u32, u32)) -> Result<u32, ApiError> {
    let Some(text) = text else {
        return Ok(default);
    };
    let number = text
        .parse()
        .ok()
        .filter(|number| (1..=max).contains(number));
    let msg = || format!("must be a whole number from 1 to {max}");
    number.ok_or_else(|| invalid(name, &msg(), "int_parsing"))
}

/// The refusal of a parameter of a query.
pub(super) fn invalid(name: &str, msg: &str, kind: &str) -> ApiError {
    ApiError::invalid("query", name, msg, kind)
}
