//! The model files that a workflow names, and what to say about those that an engine lacks. Knows no engine.
//! Source: ComfyUI's `GET /object_info`, whose choices list the models.

use std::collections::HashSet;

use serde_json::Value;

use super::app_input::Target;
use super::classes::{ClassInput, InputKind, NodeClasses};
use super::file_option::file_option;
use super::graph::{Node, Workflow};
use super::model_folder::folder;
use super::model_link::ModelLink;
use super::power_loras;
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

/// An input and its options.
type Choice<'a> = (&'a ClassInput, &'a [Value]);

impl NamedModel {
    /// Whether an engine with these classes lacks it. A list of uploads, or of a class that the engine lacks, says
    /// nothing about models.
    pub fn is_missing(&self, classes: &NodeClasses) -> bool {
        self.choice(classes).is_some_and(|(_, options)| {
            let options = options.iter().filter_map(Value::as_str);
            file_option(options, &self.name).is_none()
        })
    }

    /// Its input, if that is a list of all models that the engine has.
    fn choice<'a>(&self, classes: &'a NodeClasses) -> Option<Choice<'a>> {
        let own = classes
            .get(&self.class)
            .and_then(|class| class.input(&self.input));
        let input = own.or_else(|| power_loras::input(&self.class, &self.input, classes))?;
        match &input.kind {
            InputKind::Choice(options) if is_closed(input) => Some((input, options)),
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
        let problems = models
            .iter()
            .filter_map(|model| self.problem(model, classes));
        let mut problems = problems.collect();
        super::problem::truncate(&mut problems);
        problems
    }

    /// The problem that engines with these classes lack a model that the default of a field names. `field` is the
    /// name of the field.
    pub fn default_problem(
        &self,
        model: &NamedModel,
        field: &str,
        classes: &NodeClasses,
    ) -> Option<Problem> {
        let problem = self.problem(model, classes)?;
        Some(Problem {
            field: Some(field.to_owned()),
            ..problem
        })
    }

    fn problem(&self, model: &NamedModel, classes: &NodeClasses) -> Option<Problem> {
        let node = self.node(&model.node)?;
        let missing = self.missing(model, model.choice(classes)?);
        Some(Problem {
            input: Some(short(&model.input)),
            ..missing.problem(node)
        })
    }

    /// Why engines with these classes cannot take the name of a model in an input of this workflow: they lack the model.
    pub fn missing_model(&self, model: &NamedModel, classes: &NodeClasses) -> Option<String> {
        let choice = model
            .choice(classes)
            .filter(|_| is_model(&model.name) && model.is_missing(classes))?;
        Some(self.missing(model, choice).message())
    }

    fn missing<'a>(&'a self, model: &'a NamedModel, (input, options): Choice<'a>) -> Missing<'a> {
        let place = (model.class.as_str(), input.name.as_str());
        Missing::new(&model.name, place, options, &self.model_links)
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
    /// The folder that it belongs in.
    folder: Option<String>,
}

impl<'a> Missing<'a> {
    /// A model that is not among the options of this class and input.
    pub(super) fn new(
        name: &'a str,
        (class, input): (&str, &str),
        options: &'a [Value],
        links: &'a [ModelLink],
    ) -> Self {
        let file = file_name(name);
        let link = links
            .iter()
            .find(|link| link.name == file || link.name == name);
        Self {
            name,
            similar: similar(name, options),
            url: link.map(|link| link.url.as_str()),
            folder: folder(name, class, input, link),
        }
    }

    pub(super) fn message(&self) -> String {
        let similar = match self.similar.as_slice() {
            [] => String::new(),
            names => format!("; similar: {}", short(&names.join(", "))),
        };
        let folder = self.folder.as_deref().map(short);
        let advice = match (self.url, folder) {
            (Some(url), Some(folder)) => format!("download it from {url} and put it into {folder}"),
            (Some(url), None) => format!("download it from {url}"),
            (None, Some(folder)) => format!("put it into {folder}, or choose another"),
            (None, None) => "add it to the engine's models, or choose another".to_owned(),
        };
        format!(
            "no connected engine has the model {}{similar}; {advice}",
            short(self.name)
        )
    }

    /// Its code says which arguments follow the name.
    fn problem(&self, node: &Node) -> Problem {
        let similar = self.similar.join(", ");
        let similar = Some(similar.as_str()).filter(|names| !names.is_empty());
        let further = [
            ("_similar", similar),
            ("_link", self.url),
            ("_folder", self.folder.as_deref()),
        ];
        let further = further
            .into_iter()
            .filter_map(|(suffix, text)| Some((suffix, text?)));
        let (suffixes, texts): (Vec<&str>, Vec<&str>) = further.unzip();
        let code = [MISSING_MODEL, &suffixes.concat()].concat();
        Problem::at(node, self.message()).coded(&code, &[&[self.name], &*texts].concat())
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
