//! The outputs of runs: how many there are, their addresses, and all of them in one archive.

use super::record::RunRecord;
use super::run_row::RunRow;
use crate::api::RunOutput;
use crate::client::web::Client;
use crate::playground::archive::{Archive, ArchiveFile};
use crate::playground::file_names::{numbered, safe_name, unique};
use crate::playground::text::short_id;

/// The number of outputs of a run.
pub(crate) fn output_count(row: &RunRow) -> usize {
    row.record
        .with(|record| record.outputs.as_ref().map_or(0, Vec::len))
}

/// The address of an output at the deployment of its run, which may not be the connected one.
pub(crate) fn output_url(output: &RunOutput, base_url: &str) -> Option<String> {
    Client::new(base_url, "")
        .ok()?
        .resolve(output.url.as_deref()?)
}

/// Packs the outputs of these runs, in their order.
pub(crate) fn archive_outputs(archive: Archive, rows: &[RunRow]) {
    let records: Vec<RunRecord> = rows.iter().map(|row| row.record.get_untracked()).collect();
    let outputs = || records.iter().flat_map(outputs_of);
    let names = unique(outputs().map(|(record, output)| {
        let file = safe_name(&output.filename);
        match &record.batch {
            // Sorting the files by name keeps the order of the batch.
            Some(batch) if records.len() > 1 => numbered(batch.index + 1, batch.count, &file),
            _ => file,
        }
    }));
    let file = |((record, output), name): ((&RunRecord, &RunOutput), String)| {
        let url = output_url(output, &record.base_url)?;
        Some(ArchiveFile { name, url })
    };
    let files = outputs().zip(names).filter_map(file).collect();
    archive.pack(files, archive_name(&records));
}

fn outputs_of(record: &RunRecord) -> impl Iterator<Item = (&RunRecord, &RunOutput)> {
    let outputs = record.outputs.as_deref().unwrap_or_default();
    outputs.iter().map(move |output| (record, output))
}

/// The workflow's name with the id of the run or the batch.
fn archive_name(records: &[RunRecord]) -> String {
    let (Some(first), has_several) = (records.first(), records.len() > 1) else {
        return String::new();
    };
    let batch = first.batch.as_ref().filter(|_| has_several);
    let id = batch.map(|batch| &batch.id).or(first.run_id.as_ref());
    let id = id.map(|id| short_id(id)).unwrap_or_default();
    safe_name(&[&first.workflow, "-", &id, ".zip"].concat())
}
