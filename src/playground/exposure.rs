//! The fields of a workflow that a person opened from a file: chooses them, keeps the choice in this browser, and
//! deploys both. Knows nothing about the values of a form. Only the state is exported here; the view is
//! `exposure::panel`.

pub(crate) mod deferred;
mod deploy;
mod deploy_view;
mod deployed;
mod deployment;
mod file_id;
mod fingerprint;
mod focus_soon;
mod map;
mod opened;
pub(crate) mod panel;
mod permission;
mod rows;
mod run;
mod run_step;
mod saved;
mod selection;

pub(crate) use deployed::deployed_id;
pub(crate) use file_id::valid_id;
pub(crate) use fingerprint::file_fingerprint;
pub(crate) use opened::Opened;
pub(crate) use permission::DeployPermission;
pub(crate) use saved::saved;
pub(crate) use selection::Selection;
