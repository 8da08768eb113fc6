use serde_json::{Value, json};

use super::*;
use crate::{from_file, from_file_with};
use workflow::suggestion::suggest;

fn workflow() -> Value {
    json!({
        "3": {"class_type": "KSampler", "inputs": {"seed": 5, "steps": 20, "positive": ["6", 0]}},
        "6": {"class_type": "CLIPTextEncode", "inputs": {"text": "a cat"}},
        "9": {"class_type": "SaveImage", "inputs": {"images": ["3", 0], "filename_prefix": "x"}}})
}

fn exposed(file: &str, exposure: &Value) -> (Vec<String>, Vec<String>) {
    let (exposure, problems) = ExposureDocument::read(exposure);
    assert_eq!(problems, []);
    let (schemas, problems) = from_file_exposed(file.as_bytes(), &exposure, NodeClasses::core());
    let fields = schemas.into_iter().flat_map(|(_, schema)| schema.fields);
    let problems = problems.into_iter().map(|problem| problem.message);
    (fields.map(|field| field.name).collect(), problems.collect())
}

#[test]
fn the_exposure_chooses_the_fields() {
    let exposure =
        json!({"flowdeck": 1, "fields": [{"node": "3", "input": "steps", "name": "steps"}]});
    let steps = (vec!["steps".to_owned()], Vec::new());
    assert_eq!(exposed(&workflow().to_string(), &exposure), steps);
    let mut own = workflow();
    own["extra"] = json!({"flowdeck": {"flowdeck": 1, "fields": [{"node": "3", "input": "seed"}]}});
    assert_eq!(exposed(&own.to_string(), &exposure), steps);
}

#[test]
fn the_written_suggestion_gives_the_suggested_form() {
    let text = workflow().to_string();
    let classes = NodeClasses::core();
    let (plain, _) = Workflow::parse(&text);
    let (suggested, problems) =
        ExposureDocument::read(&suggest(&plain, classes).document().to_value());
    assert_eq!(problems, []);
    assert!(suggested.fields.len() > 1 && suggested.outputs == ["9"]);
    let (schemas, problems) = from_file_exposed(text.as_bytes(), &suggested, classes);
    assert_eq!((schemas, problems), from_file(text.as_bytes()));
}

#[test]
fn what_does_not_fit_the_workflow_is_a_problem() {
    let exposure = json!({"flowdeck": 1, "fields": [{"node": "4", "input": "seed"}]});
    let (fields, problems) = exposed(&workflow().to_string(), &exposure);
    // The suggestion fills in.
    assert!(fields.contains(&"seed".to_owned()), "{fields:?}");
    assert!(problems[0].contains("no node `4`"), "{problems:?}");
}

#[test]
fn only_a_workflow_has_an_exposure() {
    let exposure = json!({"flowdeck": 1, "fields": [{"node": "3", "input": "seed"}]});
    let listing = json!([{"id": "poster", "inputs": "{\"title\": \"string\"}", "outputs": "{}"}]);
    let (fields, problems) = exposed(&listing.to_string(), &exposure);
    assert_eq!(fields, ["title"]);
    assert!(
        problems[0].contains("the exposure is not used"),
        "{problems:?}"
    );
    for broken in ["{", "", "{\"nodes\": []}"] {
        let (_, problems) = exposed(broken, &exposure);
        let (_, own) = from_file_with(broken.as_bytes(), NodeClasses::core());
        assert_eq!(
            problems,
            own.into_iter().map(|one| one.message).collect::<Vec<_>>()
        );
    }
}
