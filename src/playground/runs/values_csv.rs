//! The values of runs as a table in an archive: one row per output. Pure.

use super::diff::input_line;
use super::record::RunRecord;
use crate::csv;
use crate::entered::{Entered, EnteredKind};
use crate::language::{list_separator, written};

/// The columns before those of the inputs.
pub(crate) const RESULT_COLUMNS: [&str; 2] = ["file", "run_id"];

/// The table. `names` are the names of all outputs in the archive, in order.
pub(super) fn values_csv(records: &[RunRecord], names: &[String]) -> String {
    let columns = columns(records);
    let head = RESULT_COLUMNS.map(str::to_owned).into_iter();
    let mut rows: Vec<Vec<String>> = vec![head.chain(columns.iter().cloned()).collect()];
    let mut names = names.iter();
    for record in records {
        let values: Vec<String> = columns.iter().map(|name| value(record, name)).collect();
        let run_id = record.run_id.clone().unwrap_or_default();
        let count = record.outputs.as_ref().map_or(0, Vec::len);
        for file in names.by_ref().take(count) {
            let cells = [file.clone(), run_id.clone()].into_iter();
            rows.push(cells.chain(values.iter().cloned()).collect());
        }
    }
    csv::write(&rows, list_separator())
}

/// The names of all inputs, in the order in which they first appear.
fn columns(records: &[RunRecord]) -> Vec<String> {
    let mut columns: Vec<String> = Vec::new();
    for input in records.iter().flat_map(|record| &record.inputs) {
        if !columns.contains(&input.name) {
            columns.push(input.name.clone());
        }
    }
    columns
}

fn value(record: &RunRecord, name: &str) -> String {
    let input = record.inputs.iter().find(|input| input.name == name);
    let value = |input: &Entered| match (input.files.as_slice(), input.kind) {
        ([], EnteredKind::Number) => written(&input.text),
        ([], _) => input.text.clone(),
        _ => input_line(input),
    };
    input.map(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::RunOutput;

    fn run(id: &str, inputs: &[(&str, &str)]) -> RunRecord {
        let input = |(name, text): &(&str, &str)| Entered {
            name: (*name).to_owned(),
            text: (*text).to_owned(),
            ..Entered::default()
        };
        let output = RunOutput {
            filename: "poster.png".to_owned(),
            ..RunOutput::default()
        };
        RunRecord {
            run_id: Some(id.to_owned()),
            inputs: inputs.iter().map(input).collect(),
            outputs: Some(vec![output]),
            ..RunRecord::default()
        }
    }

    #[test]
    fn every_output_has_a_row_with_its_values() {
        let runs = [
            run(
                "r1",
                &[("title", "say \"hi\", twice"), ("softness", "-0.5")],
            ),
            run("r2", &[("title", "two\nlines"), ("size", "64")]),
        ];
        let names = ["1.png".to_owned(), "2.png".to_owned()];
        let expected = "\u{feff}file,run_id,title,softness,size\r\n\
            1.png,r1,\"say \"\"hi\"\", twice\",-0.5,\r\n\
            2.png,r2,\"two\nlines\",,64\r\n";
        assert_eq!(values_csv(&runs, &names), expected);
    }
}
