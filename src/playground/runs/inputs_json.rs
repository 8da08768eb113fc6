//! The list of inputs in an archive: which run made which files, and from what. Pure.

use super::record::RunRecord;
use crate::entered::{Entered, EnteredKind, is_on};
use json::{Json, write_text};

/// The runs with their inputs and files, as JSON. `names` are the names of all their outputs, in order.
pub(super) fn inputs_json(records: &[RunRecord], names: &[String]) -> String {
    let mut names = names.iter();
    let run = |record: &RunRecord| {
        let count = record.outputs.as_ref().map_or(0, Vec::len);
        let files: Vec<String> = names.by_ref().take(count).map(|name| quote(name)).collect();
        let inputs: Vec<String> = record.inputs.iter().map(member).collect();
        let run_id = record.run_id.as_deref().unwrap_or_default();
        [
            "  {\n    \"run_id\": ",
            &quote(run_id),
            ",\n    \"workflow_id\": ",
            &quote(&record.workflow_id),
            ",\n    \"files\": [",
            &files.join(", "),
            "],\n    \"inputs\": {\n      ",
            &inputs.join(",\n      "),
            "\n    }\n  }",
        ]
        .concat()
    };
    let runs: Vec<String> = records.iter().map(run).collect();
    ["[\n", &runs.join(",\n"), "\n]\n"].concat()
}

fn member(input: &Entered) -> String {
    [&quote(&input.name), ": ", &value(input)].concat()
}

/// The value as a JSON literal; of files their names.
fn value(input: &Entered) -> String {
    let files: Vec<String> = input.files.iter().map(|file| quote(&file.name())).collect();
    let is_number = || matches!(Json::read(input.text.as_bytes(), 0), Ok(Json::Number(_)));
    match (files.as_slice(), input.kind) {
        ([file], _) => file.clone(),
        ([_, ..], _) => ["[", &files.join(", "), "]"].concat(),
        ([], EnteredKind::Number) if is_number() => input.text.trim().to_owned(),
        ([], EnteredKind::Switch) => is_on(&input.text).to_string(),
        ([], _) => quote(&input.text),
    }
}

fn quote(text: &str) -> String {
    let mut quoted = String::new();
    write_text(text, &mut quoted);
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::RunOutput;

    fn input(name: &str, text: &str, kind: EnteredKind) -> Entered {
        Entered {
            name: name.to_owned(),
            text: text.to_owned(),
            kind,
            ..Entered::default()
        }
    }

    #[test]
    fn each_run_is_listed_with_its_files_and_inputs() {
        let output = RunOutput {
            filename: "a.png".to_owned(),
            url: None,
            ..RunOutput::default()
        };
        let record = RunRecord {
            run_id: Some("r1".to_owned()),
            workflow_id: "poster".to_owned(),
            inputs: vec![
                input("title", "say \"hi\"", EnteredKind::Text),
                input("seed", "18446744073709551615", EnteredKind::Number),
                input("size", "big", EnteredKind::Number),
                input("outline", "true", EnteredKind::Switch),
            ],
            outputs: Some(vec![output]),
            ..RunRecord::default()
        };
        let json = inputs_json(
            &[record.clone(), record],
            &["1 a.png".to_owned(), "2 a.png".to_owned()],
        );
        let read: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(read[1]["files"], serde_json::json!(["2 a.png"]));
        assert_eq!(read[0]["run_id"], "r1");
        let inputs = serde_json::json!({
            "title": "say \"hi\"", "seed": 18446744073709551615_u64, "size": "big", "outline": true,
        });
        assert_eq!(read[0]["inputs"], inputs);
    }
}
