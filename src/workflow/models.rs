//! The model files that a workflow names, and what to say about those that an engine lacks. Knows no engine.
//! Source: ComfyUI's `GET /object_info`, whose choices list the models.

use std::collections::HashSet;

use serde_json::Value;

use super::app_input::Target;
use super::classes::{ClassInput, InputKind, NodeClasses};
use super::file_option::file_option;
use super::graph::{Node, Workflow};
use super::model_link::ModelLink;
use super::problem::{Problem, short};
use super::similarity::most_similar;

/// The extensions of model files.
const EXTENSIONS: [&str; 11] = [
    "safetensors",
    "sft",
    "ckpt",
    "pt",
    "pt2",
    "pth",
    "bin",
    "pkl",
    "gguf",
    "onnx",
    "engine",
];
/// The kind of the error that a value names a model which engines lack.
pub const MISSING_MODEL: &str = "missing_model";
/// How similar a model that a message names is to the missing one, at least.
const LEAST_SIMILARITY: f64 = 0.85;

/// An input of a node with the name of a model file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedModel {
    /// The node's id.
    pub node: String,
    /// The node's class.
    pub class: String,
    /// The input's name.
    pub input: String,
    /// The name of the file.
    pub name: String,
}

impl NamedModel {
    /// Whether an engine with these classes lacks it. A list of uploads, or of a class that the engine lacks, says
    /// nothing about models.
    pub fn is_missing(&self, classes: &NodeClasses) -> bool {
        self.options(classes).is_some_and(|options| {
            let options = options.iter().filter_map(Value::as_str);
            file_option(options, &self.name).is_none()
        })
    }

    fn options<'a>(&self, classes: &'a NodeClasses) -> Option<&'a [Value]> {
        let input = classes.get(&self.class)?.input(&self.input)?;
        match &input.kind {
            InputKind::Choice(options) if is_closed(input) => Some(options),
            _ => None,
        }
    }
}

/// Whether the options of a choice are all that it takes. A list of uploads or of a remote service is not.
pub(super) fn is_closed(input: &ClassInput) -> bool {
    let is_open = input.upload().is_some() || input.settings.contains_key("remote");
    !is_open && !input.is_multiple()
}

/// Whether a value is the name of a model file.
pub(super) fn is_model(value: &str) -> bool {
    let extension = value.rsplit_once('.').map(|(_, extension)| extension);
    extension.is_some_and(|extension| {
        EXTENSIONS
            .iter()
            .any(|known| extension.eq_ignore_ascii_case(known))
    })
}

impl Workflow {
    /// The models in all inputs of its nodes.
    pub fn models(&self) -> Vec<NamedModel> {
        let models = self.nodes.iter().flat_map(models_of);
        models.collect()
    }

    /// The models that it names itself, whatever the values of its fields are.
    pub fn own_models(&self) -> Vec<NamedModel> {
        let targets = self.app_inputs.iter().flat_map(|input| &input.targets);
        let fed: HashSet<(&str, &str)> = targets
            .map(|target| (target.node.as_str(), target.input.as_str()))
            .collect();
        let mut models = self.models();
        models.retain(|model| !fed.contains(&(model.node.as_str(), model.input.as_str())));
        models
    }

    /// One problem for each of these models, which engines with these classes lack.
    pub fn model_problems(&self, models: &[&NamedModel], classes: &NodeClasses) -> Vec<Problem> {
        let problem = |model: &&NamedModel| {
            let missing = Missing::new(&model.name, model.options(classes)?, &self.model_links);
            Some(missing.problem(self.node(&model.node)?))
        };
        let mut problems = models.iter().filter_map(problem).collect();
        super::problem::truncate(&mut problems);
        problems
    }

    /// Why engines with these classes cannot take the name of a model in an input of this workflow: they lack the model.
    pub fn missing_model(&self, model: &NamedModel, classes: &NodeClasses) -> Option<String> {
        let options = model
            .options(classes)
            .filter(|_| is_model(&model.name) && model.is_missing(classes))?;
        Some(Missing::new(&model.name, options, &self.model_links).message())
    }

    /// An input of one of its nodes with the name of a model.
    pub fn model_in(&self, input: &Target, name: &str) -> Option<NamedModel> {
        Some(NamedModel {
            node: input.node.clone(),
            class: self.node(&input.node)?.class.clone(),
            input: input.input.clone(),
            name: name.to_owned(),
        })
    }
}

fn models_of(node: &Node) -> impl Iterator<Item = NamedModel> {
    let texts = node
        .inputs
        .iter()
        .filter_map(|(input, value)| Some((input, value.as_str()?)));
    let models = texts.filter(|(_, value)| is_model(value));
    models.map(|(input, name)| NamedModel {
        node: node.id.clone(),
        class: node.class.clone(),
        input: input.clone(),
        name: name.to_owned(),
    })
}

/// A model that an engine lacks.
pub(super) struct Missing<'a> {
    name: &'a str,
    similar: Vec<&'a str>,
    url: Option<&'a str>,
}

impl<'a> Missing<'a> {
    /// A model that is not among these options.
    pub(super) fn new(name: &'a str, options: &'a [Value], links: &'a [ModelLink]) -> Self {
        let file = file_name(name);
        let link = links
            .iter()
            .find(|link| link.name == file || link.name == name);
        Self {
            name,
            similar: similar(name, options),
            url: link.map(|link| link.url.as_str()),
        }
    }

    pub(super) fn message(&self) -> String {
        let similar = match self.similar.as_slice() {
            [] => String::new(),
            names => format!("; similar: {}", short(&names.join(", "))),
        };
        let advice = match self.url {
            Some(url) => format!("download it from {url}"),
            None => "add it to the engine's models, or choose another".to_owned(),
        };
        format!(
            "no connected engine has the model {}{similar}; {advice}",
            short(self.name)
        )
    }

    fn problem(&self, node: &Node) -> Problem {
        let similar = self.similar.join(", ");
        let problem = Problem::at(node, self.message());
        match (similar.as_str(), self.url) {
            ("", None) => problem.coded("missing_model", &[self.name]),
            ("", Some(url)) => problem.coded("missing_model_link", &[self.name, url]),
            (similar, None) => problem.coded("missing_model_similar", &[self.name, similar]),
            (similar, Some(url)) => {
                problem.coded("missing_model_similar_link", &[self.name, similar, url])
            }
        }
    }
}

/// The options with the most similar file names, the most similar first.
fn similar<'a>(name: &str, options: &'a [Value]) -> Vec<&'a str> {
    let options = options.iter().filter_map(Value::as_str);
    let models = options.filter(|option| is_model(option));
    let stems = models.map(|option| (stem(option), option));
    most_similar(&stem(name), stems, LEAST_SIMILARITY)
}

/// A name without its folder, which Windows separates by `\\`.
fn file_name(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

/// The start of a file name without its extension, in lower case.
fn stem(name: &str) -> String {
    let file = file_name(name);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    stem.to_lowercase()
}

#[cfg(test)]
mod tests;
