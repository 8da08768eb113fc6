//! Submissions that are sent again under the same idempotency key: which run they have started, and whether they have
//! the same values. Knows no HTTP.

use sha2::{Digest, Sha256};

use super::Runs;
use super::submit_error::SubmitError;
use crate::catalog::WorkflowId;
use api::RunEntry;
use run_core::StoredInput;
use store::RunRecord;

/// The run that was submitted under the same idempotency key before.
///
/// # Errors
/// When that was a run of another workflow than this one, or of another version than the one that its id names.
pub(crate) async fn earlier(
    runs: &Runs,
    owner: &str,
    key: Option<&str>,
    id: &WorkflowId,
) -> Result<Option<RunRecord>, SubmitError> {
    let Some(key) = key else {
        return Ok(None);
    };
    let earlier = runs.stored_runs.submitted(owner, key).await?;
    if let Some(earlier) = &earlier {
        ensure_workflow(earlier, id)?;
    }
    Ok(earlier)
}

/// The entry of a run whose submission is repeated for this workflow and with these values.
///
/// # Errors
/// When they are not those of the run.
pub(crate) fn repeated(
    run: &RunRecord,
    id: &WorkflowId,
    digest: Option<&str>,
) -> Result<RunEntry, SubmitError> {
    ensure_workflow(run, id)?;
    // A run of an older program is not known to differ.
    match run.digest.as_deref().zip(digest) {
        Some((before, now)) if before != now => Err(SubmitError::OtherValues {
            run_id: run.id.clone(),
        }),
        _ => Ok(entry(run)),
    }
}

fn ensure_workflow(run: &RunRecord, id: &WorkflowId) -> Result<(), SubmitError> {
    let is_same_version = id
        .version
        .is_none_or(|version| run.version == Some(version));
    match run.workflow_id == id.name && is_same_version {
        true => Ok(()),
        false => Err(SubmitError::RepeatedKey {
            workflow_id: run.workflow_id.clone(),
            version: run.version,
        }),
    }
}

/// What a submission is answered with.
pub(crate) fn entry(run: &RunRecord) -> RunEntry {
    RunEntry {
        run_id: run.id.clone(),
        workflow_id: run.workflow_id.clone(),
        version: run.version,
    }
}

/// The digest of values, whatever their order: texts, and the contents of files. The name of a file is none of its
/// content.
pub(crate) fn digest(inputs: &[StoredInput]) -> String {
    let value = |input: &StoredInput| {
        let content = match &input.file {
            None => [b"text", input.value.as_bytes()].map(Sha256::digest),
            Some(file) => [b"file", content_of(&file.sent_as).as_bytes()].map(Sha256::digest),
        };
        [Sha256::digest(&input.path), content[0], content[1]]
    };
    let mut values: Vec<_> = inputs.iter().map(value).collect();
    values.sort();
    let mut all = Sha256::new();
    for part in values.iter().flatten() {
        all.update(part);
    }
    hex::encode(all.finalize())
}

/// The hash in the name of a file at engines, which ends with that of its kind.
fn content_of(sent_as: &str) -> &str {
    sent_as.split('.').next().unwrap_or(sent_as)
}

#[cfg(test)]
mod tests {
    use super::*;
    use run_core::StoredFile;

    fn text(path: &str, value: &str) -> StoredInput {
        StoredInput {
            path: path.to_owned(),
            value: value.to_owned(),
            shortened: false,
            file: None,
        }
    }

    fn file(name: &str, sent_as: &str) -> StoredInput {
        StoredInput {
            file: Some(StoredFile {
                stored: name.to_owned(),
                sent_as: sent_as.to_owned(),
                content_type: String::new(),
                size: 1,
            }),
            ..text("photo", name)
        }
    }

    #[test]
    fn values_and_contents_count_and_nothing_else() {
        let first = digest(&[text("a", "1"), text("b", "2"), file("x.png", "abc.png")]);
        assert_eq!(first.len(), 64);
        let same = [file("y.png", "abc.png"), text("b", "2"), text("a", "1")];
        assert_eq!(digest(&same), first);
        for other in [
            vec![text("a", "1"), text("b", "3"), file("x.png", "abc.png")],
            vec![text("a", "2"), text("b", "1"), file("x.png", "abc.png")],
            vec![text("a", "1"), text("b", "2"), file("x.png", "abd.png")],
            vec![text("a", "1"), text("b", "2"), text("photo", "abc")],
            vec![text("a", "1"), text("b", "2")],
            vec![text("a1", ""), text("b", "2"), file("x.png", "abc.png")],
        ] {
            assert_ne!(digest(&other), first, "{other:?}");
        }
    }
}
