//! What to choose a workflow's fields from, as the file reader returns it. Pure.

use crate::text::lower;
use json::Json;

/// The inputs of a workflow that can become fields, in the order of the form.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ChoiceContent {
    /// Whether the workflow names its fields itself.
    pub(crate) is_own: bool,
    /// The title of the workflow; empty without one.
    pub(crate) title: String,
    /// The members of the exposure document besides its fields and title, as JSON texts with their names.
    about: Vec<(String, String)>,
    /// The ids of the nodes that have inputs.
    pub(crate) nodes: Vec<String>,
    /// The inputs.
    pub(crate) inputs: Vec<ChoiceInput>,
}

/// An input that can become a field.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ChoiceInput {
    /// The field of an exposure document that makes it a field, as JSON text.
    field: String,
    /// The label of its field.
    pub(crate) label: String,
    /// The position of its node in [`ChoiceContent::nodes`].
    pub(crate) group: usize,
    /// The title of its node, or else its class.
    pub(crate) node: String,
    /// The id and, if it has a title, the class of its node, and the input's name.
    pub(crate) place: String,
    /// The start of its value.
    pub(crate) value: String,
    /// Whether it is a likely field, or was one when the file was opened.
    pub(crate) is_suggested: bool,
    /// Whether it was a field when the file was opened.
    pub(crate) is_chosen: bool,
    /// All its texts in lower case, to be searched.
    searched: String,
}

impl ChoiceContent {
    pub(super) fn of(json: &Json<'_>) -> Option<Self> {
        let title = json.get("about").get("title").text().unwrap_or_default();
        let about = json.get("about").members()?.iter();
        let about = about.filter(|(name, _)| name.as_ref() != "title");
        let about = about.map(|(name, value)| (name.clone().into_owned(), value.to_text()));
        let mut nodes: Vec<String> = Vec::new();
        let input = |json: &Json<'_>| {
            let id = json.get("field").get("node").text().unwrap_or_default();
            let known = nodes.iter().position(|node| node == id);
            let group = known.unwrap_or_else(|| {
                nodes.push(id.to_owned());
                nodes.len() - 1
            });
            ChoiceInput::of(json, group)
        };
        let inputs = json.get("inputs").items().iter().map(input).collect();
        Some(Self {
            is_own: *json.get("isOwn") == Json::Bool(true),
            title: title.to_owned(),
            about: about.collect(),
            nodes,
            inputs,
        })
    }

    /// The exposure document with a title, unless that is empty, and with these inputs as its fields. `is_chosen` takes
    /// a position in the list.
    pub(crate) fn exposure(&self, title: &str, is_chosen: impl Fn(usize) -> bool) -> String {
        let mut text = String::new();
        for (name, value) in &self.about {
            text.push_str(if text.is_empty() { "{" } else { ",\n " });
            json::write_text(name, &mut text);
            text.push(':');
            text.push_str(value);
        }
        if !title.is_empty() {
            text.push_str(",\n \"title\":");
            json::write_text(title, &mut text);
        }
        let chosen = self.inputs.iter().enumerate();
        let chosen = chosen.filter(|(index, _)| is_chosen(*index));
        let fields: Vec<&str> = chosen.map(|(_, input)| input.field.as_str()).collect();
        text.push_str(",\n \"fields\":[\n  ");
        text.push_str(&fields.join(",\n  "));
        text.push_str("\n ]}\n");
        text
    }

    /// The positions of the inputs that contain every word of a search text, suggested ones first.
    pub(crate) fn found(&self, search: &str) -> Vec<usize> {
        let search = lower(search);
        let words: Vec<&str> = search.split_whitespace().collect();
        let is_found = |index: &usize| {
            let input = self.inputs.get(*index);
            input.is_some_and(|input| words.iter().all(|word| input.searched.contains(word)))
        };
        let mut found: Vec<usize> = (0..self.inputs.len()).filter(is_found).collect();
        // Stable: the suggested ones stay in the order of the form; the others are grouped by their nodes.
        found.sort_by_key(|index| {
            let input = self.inputs.get(*index);
            input
                .filter(|input| !input.is_suggested)
                .map(|input| input.group)
        });
        found
    }
}

impl ChoiceInput {
    fn of(json: &Json<'_>, group: usize) -> Self {
        let word = |name: &str| json.get(name).to_word().unwrap_or_default();
        let field = json.get("field");
        let part = |name: &str| field.get(name).text().unwrap_or_default();
        let (class, title) = (word("class"), json.get("title").to_word());
        let id = ["#", part("node")].concat();
        let own = title.filter(|title| *title != class);
        let place = match own {
            Some(_) => [&id, " · ", &class, " · ", part("input")].concat(),
            None => [&id, " · ", part("input")].concat(),
        };
        let is_chosen = *json.get("isChosen") == Json::Bool(true);
        let mut input = Self {
            field: field.to_text(),
            label: word("label"),
            group,
            node: own.unwrap_or(class),
            place,
            value: word("value"),
            is_suggested: is_chosen || *json.get("isSuggested") == Json::Bool(true),
            is_chosen,
            searched: String::new(),
        };
        let texts = [&input.label, &input.node, &input.place, &input.value].map(String::as_str);
        input.searched = lower(&texts.join("\n"));
        input
    }
}

#[cfg(test)]
mod tests;
