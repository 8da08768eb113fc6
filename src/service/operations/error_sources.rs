//! The kind that each error of the other parts has for the callers of a use case.

use std::io;

use chrono::Timelike;

use super::error::DomainError;
use crate::auth::Limited;
use crate::catalog::{CatalogError, DeployError};
use crate::clock;
use crate::disk::NoRoom;
use crate::engines::{EngineChangeError, FileTooLarge};
use crate::form::NoMemory;
use crate::runs::{CancelError, ReferenceError, RepeatError, SubmitError};
use crate::shares::ShareError;
use api::{IDEMPOTENCY_HEADER, Rate, ValidationItem};
use data_folder::disk_advice;
use store::StoreError;

/// The longest `Retry-After`, in seconds.
const MAX_RETRY_AFTER: u64 = 600;
/// `Retry-After` if it is unknown how long the reason lasts, in seconds.
const USUAL_RETRY_AFTER: u64 = 5;

impl From<StoreError> for DomainError {
    fn from(error: StoreError) -> Self {
        match error {
            error if error.is_disk_full() => Self::DiskFull(format!("{error}; {}", error.remedy())),
            StoreError::Unavailable { .. } | StoreError::Full { .. } | StoreError::Closed => {
                Self::StoreUnavailable(error.to_string())
            }
            StoreError::Conflict(_) => Self::Conflict(
                "another call has changed the same at the same time; look at it, and try again"
                    .to_owned(),
            ),
            error => Self::internal(error),
        }
    }
}

impl From<CatalogError> for DomainError {
    fn from(error: CatalogError) -> Self {
        match error {
            CatalogError::Store(error) => error.into(),
            CatalogError::Copies(ref why) | CatalogError::Io(ref why) => of_disk(&error, why),
            CatalogError::Id { .. } => {
                Self::invalid("path", "workflow_id", error.to_string(), "workflow_id")
            }
            CatalogError::Task(_) => Self::internal(error),
        }
    }
}

impl From<ShareError> for DomainError {
    fn from(error: ShareError) -> Self {
        match error {
            ShareError::Catalog(error) => error.into(),
            ShareError::Store(error) => error.into(),
        }
    }
}

impl From<NoRoom> for DomainError {
    fn from(error: NoRoom) -> Self {
        Self::NoRoom(error.to_string())
    }
}

impl From<FileTooLarge> for DomainError {
    fn from(error: FileTooLarge) -> Self {
        Self::TooLarge(error.to_string())
    }
}

impl From<NoMemory> for DomainError {
    fn from(error: NoMemory) -> Self {
        let why = format!("{error}; try again in {USUAL_RETRY_AFTER} s");
        Self::Unavailable(why, USUAL_RETRY_AFTER)
    }
}

impl From<SubmitError> for DomainError {
    fn from(error: SubmitError) -> Self {
        match error {
            SubmitError::Values(items) => Self::Invalid(items),
            SubmitError::Workflow { .. } | SubmitError::Unexecutable(_) => {
                Self::Conflict(error.to_string())
            }
            SubmitError::File(error) => error.into(),
            SubmitError::Reference(ReferenceError::Gone { ref field, .. }) => {
                Self::invalid("body", field, error.to_string(), "file_unavailable")
            }
            SubmitError::Reference(ReferenceError::Copy(ref why)) => of_disk(&error, why),
            SubmitError::NoEngine => Self::Unavailable(error.to_string(), USUAL_RETRY_AFTER),
            SubmitError::QueueFull(room_in) => {
                let why = error.to_string();
                let seconds = room_in.map_or(USUAL_RETRY_AFTER, |seconds| seconds.ceil() as u64);
                Self::QueueFull(why, seconds.clamp(1, MAX_RETRY_AFTER))
            }
            SubmitError::RepeatedKey { .. } | SubmitError::OtherValues { .. } => {
                let msg = error.to_string();
                Self::invalid("header", IDEMPOTENCY_HEADER, msg, "idempotency_key")
            }
            SubmitError::Store(StoreError::DayIsFull { per_day }) => Self::TooOften {
                what: Limited::Runs,
                rate: Rate::per_day(per_day),
                after: seconds_of_today(),
            },
            SubmitError::Store(error) => error.into(),
            SubmitError::Uploads(ref why) => of_disk(&error, why),
            SubmitError::Catalog(error) => error.into(),
            SubmitError::Task(_) => Self::internal(error),
        }
    }
}

impl From<RepeatError> for DomainError {
    fn from(error: RepeatError) -> Self {
        match error {
            RepeatError::WorkflowGone { .. }
            | RepeatError::Submit(SubmitError::Reference(ReferenceError::Gone { .. })) => {
                Self::Conflict(error.to_string())
            }
            RepeatError::Catalog(error) => error.into(),
            RepeatError::Submit(error) => error.into(),
        }
    }
}

impl From<CancelError> for DomainError {
    fn from(error: CancelError) -> Self {
        match error {
            CancelError::Ended { .. } => Self::Conflict(error.to_string()),
            CancelError::Store(error) => error.into(),
        }
    }
}

impl From<EngineChangeError> for DomainError {
    fn from(error: EngineChangeError) -> Self {
        match error {
            EngineChangeError::Address(why) => {
                Self::invalid("body", "comfy_uri", why, "value_error")
            }
            EngineChangeError::Embedded(_) | EngineChangeError::TooMany => {
                Self::Conflict(error.to_string())
            }
            EngineChangeError::Unknown(_) => Self::NotFound(error.to_string()),
            EngineChangeError::Store(error) => error.into(),
            EngineChangeError::Joining(_) => Self::internal(error),
        }
    }
}

impl From<DeployError> for DomainError {
    fn from(error: DeployError) -> Self {
        match error {
            DeployError::Parts(items) => Self::Invalid(items),
            DeployError::FileName { part, why } => Self::invalid("body", &part, why, "file_name"),
            DeployError::Workflow(errors) => {
                let items = errors
                    .into_iter()
                    .map(|error| ValidationItem::new("body", error.part, error.msg, "workflow"));
                Self::Invalid(items.collect())
            }
            DeployError::Disk(ref why) => of_disk(&error, why),
            DeployError::Catalog(error) => error.into(),
            DeployError::Task(_) => Self::internal(error),
        }
    }
}

/// The kind of an error of writing to the disk.
pub fn of_disk(error: &impl std::fmt::Display, why: &io::Error) -> DomainError {
    match disk_advice::is_full(why) {
        true => DomainError::DiskFull(error.to_string()),
        false => DomainError::internal(error),
    }
}

/// The error of writing a file, with what to do about it.
pub fn unwritten(what: &str, why: &io::Error) -> DomainError {
    let remedy = disk_advice::remedy(why);
    of_disk(&format!("{what}: {why}; {remedy}"), why)
}

/// The seconds until the day ends, in UTC.
fn seconds_of_today() -> u64 {
    let today = clock::now().num_seconds_from_midnight();
    u64::from(Rate::DAY.saturating_sub(today).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_failure_of_the_store_has_its_kind_and_says_when_to_try_again() {
        let why = || "as planned".to_owned();
        let kind = |error: StoreError| DomainError::from(error);
        let full = |is_certain| StoreError::Full {
            why: why(),
            is_certain,
        };
        let unavailable = StoreError::Unavailable {
            why: why(),
            remedy: "wait",
        };
        for error in [unavailable, full(false), StoreError::Closed] {
            let error = kind(error);
            assert!(matches!(error, DomainError::StoreUnavailable(_)));
            assert_eq!(error.retry_after(), Some(5));
        }
        assert!(matches!(kind(full(true)), DomainError::DiskFull(_)));
        let conflict = kind(StoreError::Conflict(why()));
        assert!(matches!(conflict, DomainError::Conflict(_)));
        let corrupt = kind(StoreError::Corrupt(why()));
        assert!(matches!(corrupt, DomainError::Internal(_)));
    }
}
