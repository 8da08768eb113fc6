//! The models that the values of a run name, before anything is lowered. Knows no engine.

use std::collections::HashMap;

use serde_json::Value;

use super::Fill;
use crate::exposure::Exposure;
use crate::graph::{Node, Workflow};
use crate::marks::StandIn;
use crate::models::{NamedModel, is_model};

/// A model that a value of a run names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenModel {
    /// The key of the value among the run's values.
    pub key: String,
    /// The model in an input that the value feeds.
    pub model: NamedModel,
}

impl Workflow {
    /// The models that these values put into inputs; see [`lower`](super::lower()) for their keys.
    pub fn chosen_models(&self, values: &HashMap<String, Fill>) -> Vec<ChosenModel> {
        let names: HashMap<&str, &str> = values
            .iter()
            .filter_map(|(key, value)| Some((key.as_str(), named(value)?)))
            .collect();
        if names.is_empty() {
            return Vec::new();
        }
        let mut chosen = self.chosen_in_apps(&names);
        chosen.extend(self.chosen_by_marks(&names));
        chosen
    }

    fn chosen_in_apps(&self, names: &HashMap<&str, &str>) -> Vec<ChosenModel> {
        let mut chosen = Vec::new();
        for app in &self.app_inputs {
            let key = app.key();
            let Some(name) = names.get(key.as_str()) else {
                continue;
            };
            let targets = app.targets.iter();
            let models = targets.filter_map(|target| self.model_in(target, name));
            chosen.extend(models.map(|model| ChosenModel {
                key: key.clone(),
                model,
            }));
        }
        chosen
    }

    fn chosen_by_marks(&self, names: &HashMap<&str, &str>) -> Vec<ChosenModel> {
        let exposure = self.exposure();
        // Other marks become nodes, which are no lists of models.
        let becomes_literal = |node: &Node| {
            let mark = exposure.mark(node);
            mark.is_some_and(|mark| matches!(mark.stand_in, StandIn::Literal))
        };
        if exposure == Exposure::App {
            return Vec::new();
        }
        let marks = self.nodes.iter().filter(|node| becomes_literal(node));
        let names: HashMap<&str, &str> = marks
            .filter_map(|node| names.get_key_value(node.id.as_str()))
            .map(|(key, name)| (*key, *name))
            .collect();
        let inputs = self.nodes.iter().flat_map(|node| {
            let links = node.links();
            links.map(move |(input, link)| (node, input, link.node))
        });
        let fed = inputs.filter_map(|(node, input, source)| {
            let name = names.get(source)?;
            Some(in_input(source, node, input, name))
        });
        fed.collect()
    }
}

fn named(value: &Fill) -> Option<&str> {
    match value {
        Fill::Literal(Value::String(text)) if is_model(text) => Some(text),
        _ => None,
    }
}

fn in_input(key: &str, node: &Node, input: &str, name: &str) -> ChosenModel {
    ChosenModel {
        key: key.to_owned(),
        model: NamedModel {
            node: node.id.clone(),
            class: node.class.clone(),
            input: input.to_owned(),
            name: name.to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn chosen(workflow: &Value, values: &[(&str, &str)]) -> Vec<(String, String, String)> {
        let (workflow, _) = Workflow::from_value(workflow);
        let values = values.iter().map(|(key, text)| {
            let literal = Fill::Literal(Value::from(*text));
            ((*key).to_owned(), literal)
        });
        let chosen = workflow.chosen_models(&values.collect());
        let parts = chosen
            .into_iter()
            .map(|one| (one.key, one.model.node, one.model.name));
        parts.collect()
    }

    fn expected(key: &str, node: &str, name: &str) -> Vec<(String, String, String)> {
        vec![(key.to_owned(), node.to_owned(), name.to_owned())]
    }

    #[test]
    fn a_mark_chooses_the_model_of_the_input_that_it_feeds() {
        let workflow = json!({
            "1": {"class_type": "InputText", "inputs": {"name": "model"}},
            "2": {"class_type": "InputText", "inputs": {"name": "words"}},
            "4": {"class_type": "Loader", "inputs": {"model": ["1", 0], "text": ["2", 0]}},
        });
        let values = [("1", "a.pt"), ("2", "a house")];
        assert_eq!(chosen(&workflow, &values), expected("1", "4", "a.pt"));
        assert_eq!(chosen(&workflow, &[("2", "a house")]), []);
    }

    #[test]
    fn a_shown_input_chooses_its_own_model() {
        let note = json!([{"field": 0, "input": "model", "name": "model"}]);
        let workflow = json!({
            "4": {"class_type": "Loader", "inputs": {"model": "a.pt"}, "_meta": {"app_inputs": note}},
        });
        let values = [("4.model", "b.pt")];
        assert_eq!(chosen(&workflow, &values), expected("4.model", "4", "b.pt"));
    }
}
