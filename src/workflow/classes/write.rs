//! Writes classes in the reduced form: ComfyUI's own shape, with only the members that are read again.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::NodeClasses;
use super::class::{NodeClass, OutputType};
use super::input::{Autogrow, ClassInput, DynamicOption, InputKind};

impl NodeClasses {
    /// The classes in the reduced form, sorted by name.
    pub fn to_value(&self) -> Value {
        let classes = self.sorted();
        Value::Object(
            classes
                .map(|(name, one)| (name.to_owned(), class(one)))
                .collect(),
        )
    }

    fn sorted(&self) -> impl Iterator<Item = (&str, &NodeClass)> {
        let mut classes: Vec<_> = self.iter().collect();
        classes.sort_unstable_by_key(|(name, _)| *name);
        classes.into_iter()
    }
}

/// The reduced form, written one class at a time: together they may be large.
impl Serialize for NodeClasses {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.sorted().map(|(name, one)| (name, class(one))))
    }
}

fn class(class: &NodeClass) -> Value {
    let mut written = Map::new();
    if let Some(name) = &class.display_name {
        written.insert("display_name".to_owned(), name.as_str().into());
    }
    let mut all = inputs(&class.inputs);
    if class.shows_text {
        all.insert("hidden".to_owned(), json!({"unique_id": ["UNIQUE_ID"]}));
    }
    written.insert("input".to_owned(), all.into());
    let outputs = (0..class.outputs.len()).filter_map(|index| class.output(index));
    let outputs: Vec<Value> = outputs.map(output).collect();
    written.insert("output".to_owned(), outputs.into());
    for (name, flag) in [
        ("output_node", class.is_output),
        ("deprecated", class.is_deprecated),
    ] {
        if flag {
            written.insert(name.to_owned(), true.into());
        }
    }
    Value::Object(written)
}

fn output(output: OutputType) -> Value {
    match output {
        OutputType::Name(name) => name.into(),
        OutputType::List(options) => options.to_vec().into(),
    }
}

fn inputs(inputs: &[ClassInput]) -> Map<String, Value> {
    let mut written = Map::new();
    for (group, is_required) in [("required", true), ("optional", false)] {
        let inputs = inputs
            .iter()
            .filter(|input| input.is_required == is_required);
        let inputs: Map<String, Value> = inputs.map(|one| (one.name.clone(), input(one))).collect();
        if !inputs.is_empty() {
            written.insert(group.to_owned(), inputs.into());
        }
    }
    written
}

fn input(input: &ClassInput) -> Value {
    let mut settings = Map::clone(&input.settings);
    match &input.kind {
        InputKind::Choice(options) if input.has_list_type => {
            return json!([options.to_vec(), settings]);
        }
        InputKind::Choice(options) => {
            settings.insert("options".to_owned(), options.to_vec().into());
        }
        InputKind::Dynamic(options) => {
            let option =
                |one: &DynamicOption| json!({ "key": one.key, "inputs": inputs(&one.inputs) });
            let options: Vec<Value> = options.iter().map(option).collect();
            settings.insert("options".to_owned(), options.into());
        }
        InputKind::Rows(row) => {
            settings.insert("template".to_owned(), inputs(row).into());
        }
        _ => {}
    }
    if let Some(grown) = &input.autogrow {
        settings.insert("template".to_owned(), template(grown));
    }
    match settings.is_empty() {
        true => json!([input.type_name()]),
        false => json!([input.type_name(), settings]),
    }
}

fn template(grown: &Autogrow) -> Value {
    let input = inputs(std::slice::from_ref(&grown.template));
    json!({ "input": input, "names": grown.names, "min": grown.min })
}
