//! The outputs of runs: how many there are, their addresses, and all of them in one archive.

use super::diff::changed_inputs;
use super::inputs_json::inputs_json;
use super::record::RunRecord;
use super::run_row::RunRow;
use super::values_csv::values_csv;
use crate::archive::{Archive, ArchiveFile, Content};
use crate::entered::Entered;
use crate::file_names::{base_name, numbered, safe_name, unique, with_id};
use crate::output_kind::output_kind;
use crate::text::short_id;
use api::RunOutput;
use client_web::Client;
use schema::OutputKind;

/// The file of an archive that lists the inputs of its runs.
const INPUTS: &str = "inputs.json";
/// The same as a table.
const VALUES: &str = "values.csv";
/// The maximum number of characters of a value in a file's name.
const MAX_VALUE: usize = 40;

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

/// The first output of this kind.
pub(super) fn first_of(outputs: &[RunOutput], kind: OutputKind) -> Option<&RunOutput> {
    let is_of_kind = |output: &&RunOutput| output_kind(&output.filename) == kind;
    outputs.iter().find(is_of_kind)
}

/// The number of outputs of this kind.
pub(super) fn count_of(outputs: &[RunOutput], kind: OutputKind) -> usize {
    let is_of_kind = |output: &&RunOutput| output_kind(&output.filename) == kind;
    outputs.iter().filter(is_of_kind).count()
}

/// The address of the first image of a completed run; tracked.
pub(crate) fn first_image_url(row: RunRow) -> Option<String> {
    row.record.with(|record| {
        let image = first_of(record.outputs.as_deref()?, OutputKind::Image)?;
        output_url(image, &record.base_url)
    })
}

/// The address and the name of the output that a run's thumbnail shows: its first image, or else its first video;
/// tracked.
pub(crate) fn pictured_output(row: RunRow) -> Option<(String, String)> {
    row.record.with(|record| {
        let outputs = record.outputs.as_deref()?;
        let image = first_of(outputs, OutputKind::Image);
        let output = image.or_else(|| first_of(outputs, OutputKind::Video))?;
        let name = download_name_of(record, base_name(&output.filename));
        Some((output_url(output, &record.base_url)?, name))
    })
}

/// Packs the outputs of these runs, in their order.
pub(crate) fn archive_outputs(archive: Archive, rows: &[RunRow]) {
    let records: Vec<RunRecord> = rows.iter().map(|row| row.record.get_untracked()).collect();
    let names = output_names(&records);
    let outputs = records.iter().flat_map(outputs_of);
    let file = |((record, output), name): ((&RunRecord, &RunOutput), &String)| {
        let content = Content::Url(output_url(output, &record.base_url)?);
        let name = name.clone();
        Some(ArchiveFile { name, content })
    };
    let mut files: Vec<_> = outputs.zip(&names).filter_map(file).collect();
    files.push(ArchiveFile {
        name: INPUTS.to_owned(),
        content: Content::Text(inputs_json(&records, &names)),
    });
    files.push(ArchiveFile {
        name: VALUES.to_owned(),
        content: Content::Text(values_csv(&records, &names)),
    });
    archive.pack(files, archive_name(&records));
}

fn outputs_of(record: &RunRecord) -> impl Iterator<Item = (&RunRecord, &RunOutput)> {
    let outputs = record.outputs.as_deref().unwrap_or_default();
    outputs.iter().map(move |output| (record, output))
}

/// The names of all outputs in the archive. Those of several runs begin with what differs.
fn output_names(records: &[RunRecord]) -> Vec<String> {
    let name = |(record, output): (&RunRecord, &RunOutput)| {
        let name = match differing_values(record, records) {
            values if values.is_empty() => safe_name(&output.filename),
            values => [safe_name(&values), safe_name(&output.filename)].join(" "),
        };
        match &record.batch {
            // Sorting the files by name keeps the order of the batch.
            Some(batch) if records.len() > 1 => numbered(batch.index + 1, batch.count, &name),
            _ => name,
        }
    };
    let outputs = records.iter().flat_map(outputs_of);
    let lists = [INPUTS, VALUES].map(str::to_owned);
    let mut names = unique(lists.into_iter().chain(outputs.map(name)));
    names.split_off(2)
}

/// The varied values of a run, or those that another one of these does not have, such as `Softness 0.1`.
fn differing_values(record: &RunRecord, records: &[RunRecord]) -> String {
    let varied = varied_values(record);
    if !varied.is_empty() {
        return varied;
    }
    let others = records.iter().filter(|other| other.id != record.id);
    let differing = others.map(|other| changed_inputs(&record.inputs, &other.inputs));
    let inputs = differing.into_iter().next().unwrap_or_default();
    values_name(inputs.into_iter())
}

/// The values of the fields that a batch varies.
fn varied_values(record: &RunRecord) -> String {
    values_name(record.varied_inputs())
}

/// The first of these inputs with their values, as part of a file's name.
fn values_name<'a>(inputs: impl Iterator<Item = &'a Entered>) -> String {
    let value = |input: &Entered| {
        let file = input.files.first().map(web_sys::File::name);
        let text = file.unwrap_or_else(|| input.text.clone());
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let line: String = line.chars().take(MAX_VALUE).collect();
        // Otherwise it would be taken for a folder.
        [&input.label, " ", &line]
            .concat()
            .replace(['/', '\\'], "_")
    };
    inputs.take(2).map(value).collect::<Vec<_>>().join(" ")
}

/// The name under which an output is saved: with the values that its batch varies, and with the id of the run, since
/// engine instances may give the same name to different outputs.
pub(crate) fn download_name(row: RunRow, name: &str) -> String {
    row.record
        .with_untracked(|record| download_name_of(record, name))
}

fn download_name_of(record: &RunRecord, name: &str) -> String {
    let id = record.run_id.as_deref().map(short_id).unwrap_or_default();
    let name = with_id(name, &id);
    match varied_values(record) {
        values if values.is_empty() => name,
        values => [safe_name(&values), name].join(" "),
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runs::record::Batch;

    /// The run of a batch of two with this value.
    fn run(index: usize, value: &str) -> RunRecord {
        let input = |name: &str, text: &str| Entered {
            name: name.to_owned(),
            label: name.to_uppercase(),
            text: text.to_owned(),
            ..Entered::default()
        };
        let output = RunOutput {
            filename: "poster.png".to_owned(),
            url: None,
            ..RunOutput::default()
        };
        RunRecord {
            id: index.to_string(),
            inputs: vec![input("title", "same"), input("word", value)],
            batch: Some(Batch {
                index,
                count: 2,
                ..Batch::default()
            }),
            outputs: Some(vec![output]),
            ..RunRecord::default()
        }
    }

    #[test]
    fn outputs_of_several_runs_are_named_by_what_differs() {
        let names = output_names(&[run(0, "a/b"), run(1, "x\ny")]);
        assert_eq!(names, ["1 WORD a_b poster.png", "2 WORD x y poster.png"]);
    }

    #[test]
    fn outputs_of_different_runs_are_saved_under_different_names() {
        let name = |id: &str, batch| {
            let run = RunRecord {
                run_id: Some(id.to_owned()),
                batch,
                ..run(0, "a")
            };
            download_name_of(&run, "poster_00001_.png")
        };
        assert_eq!(name("1f2e3d4c-5b6a", None), "poster_00001_-1f2e3d4c.png");
        let batch = Batch {
            fields: vec!["word".to_owned()],
            ..Batch::default()
        };
        assert_eq!(
            name("6a5b4c3d-2e1f", Some(batch)),
            "WORD a poster_00001_-6a5b4c3d.png"
        );
    }

    #[test]
    fn outputs_of_a_grid_are_named_by_both_values() {
        let mut runs = [run(0, "a"), run(1, "a")];
        for run in &mut runs {
            if let Some(batch) = &mut run.batch {
                batch.fields = ["title", "word"].map(str::to_owned).into();
            }
        }
        let names = [
            "1 TITLE same WORD a poster.png",
            "2 TITLE same WORD a poster.png",
        ];
        assert_eq!(output_names(&runs), names);
    }

    #[test]
    fn outputs_of_one_run_keep_their_names() {
        assert_eq!(output_names(&[run(0, "a")]), ["poster.png"]);
    }

    #[test]
    fn an_output_does_not_replace_the_list_of_inputs() {
        let mut run = run(0, "a");
        if let Some(output) = run.outputs.iter_mut().flatten().next() {
            output.filename = INPUTS.to_owned();
        }
        assert_eq!(output_names(&[run]), ["inputs-2.json"]);
    }
}
