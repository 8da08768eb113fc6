//! The outputs of runs: how many there are, where they are, and all of them in one archive.

use super::record::{Record, RunRow};
use crate::api::RunOutput;
use crate::client::web::Client;
use crate::playground::archive::{Archive, ArchiveFile};
use crate::playground::file_names::{distinct, numbered, safe_name};
use crate::playground::text::short_id;

/// The number of outputs of a run.
pub(crate) fn output_count(row: &RunRow) -> usize {
    row.record.with(|record| outputs_of(record).len())
}

/// The address of an output at the deployment of its run, which may not be the connected one.
pub(crate) fn output_url(output: &RunOutput, base_url: &str) -> Option<String> {
    Client::new(base_url, "")
        .ok()?
        .resolve(output.url.as_deref()?)
}

/// Packs the outputs of these runs, in their order.
pub(crate) fn archive_outputs(archive: Archive, rows: &[RunRow]) {
    let records: Vec<Record> = rows.iter().map(|row| row.record.get_untracked()).collect();
    let outputs = || {
        let of = |record| {
            let outputs = outputs_of(record).iter();
            outputs.map(move |output| (record, output))
        };
        records.iter().flat_map(of)
    };
    let names = distinct(outputs().map(|(record, output)| {
        let file = safe_name(&output.filename);
        match &record.group {
            // In the order of the batch, also where files are sorted by name.
            Some(group) if records.len() > 1 => numbered(group.index + 1, group.count, &file),
            _ => file,
        }
    }));
    let file = |((record, output), name): ((&Record, &RunOutput), String)| {
        let url = output_url(output, &record.base_url)?;
        Some(ArchiveFile { name, url })
    };
    let files = outputs().zip(names).filter_map(file).collect();
    archive.pack(files, archive_name(&records));
}

fn outputs_of(record: &Record) -> &[RunOutput] {
    record.outputs.as_deref().unwrap_or_default()
}

/// The workflow's name with the id of the run or the batch.
fn archive_name(records: &[Record]) -> String {
    let (Some(first), several) = (records.first(), records.len() > 1) else {
        return String::new();
    };
    let group = first.group.as_ref().filter(|_| several);
    let id = group.map(|group| &group.id).or(first.run_id.as_ref());
    let id = id.map(|id| short_id(id)).unwrap_or_default();
    safe_name(&[&first.workflow, "-", &id, ".zip"].concat())
}
