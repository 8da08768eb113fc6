//! ComfyUI's CustomCombo, whose widgets but the first are not in its class: the index of the chosen option, and the
//! options that a person entered. Source: ComfyUI's editor, `customWidgets`.

use serde_json::{Map, Value};

const CLASS: &str = "CustomCombo";

/// The values of a node by name; `None` if it is of another class.
pub(crate) fn named(class: &str, values: &[Value]) -> Option<Map<String, Value>> {
    if class != CLASS {
        return None;
    }
    let mut options: Vec<&str> = values.iter().skip(2).map_while(text).collect();
    // Below the last option, the editor shows an empty one.
    options.push("");
    // A choice is never null.
    let choice = match values.first() {
        Some(Value::Null) => options.first().map(|first| Value::from(*first)),
        choice => choice.cloned(),
    };
    let index = index(choice.as_ref(), options.iter().copied());
    let choice = choice.map(|choice| ("choice".to_owned(), choice));
    let mut named: Map<String, Value> = choice.into_iter().collect();
    named.insert("index".to_owned(), index);
    named.extend(
        options
            .iter()
            .enumerate()
            .map(|(at, option)| (format!("option{}", at + 1), Value::from(*option))),
    );
    Some(named)
}

/// The values of a node as a list; `None` if it is of another class.
pub(crate) fn listed(class: &str, named: &Map<String, Value>) -> Option<Vec<Value>> {
    if class != CLASS {
        return None;
    }
    let options = (1..).map_while(|number| named.get(&format!("option{number}")));
    let first = ["choice", "index"].map(|name| named.get(name).unwrap_or(&Value::Null));
    Some(first.into_iter().chain(options).cloned().collect())
}

fn text(value: &Value) -> Option<&str> {
    value.as_str().filter(|text| !text.is_empty())
}

/// The index of the chosen option; -1 if it is none of them.
fn index<'a>(choice: Option<&Value>, mut options: impl Iterator<Item = &'a str>) -> Value {
    let found = options.position(|option| choice.is_some_and(|choice| choice == option));
    found.map_or(Value::from(-1), Value::from)
}

/// The options of a node's choice, which are not in its class; `None` if the input is another one.
pub fn options(class: &str, input: &str, inputs: &Map<String, Value>) -> Option<Vec<String>> {
    if class != CLASS || input != "choice" {
        return None;
    }
    let options = (1..).map_while(|number| text(inputs.get(&format!("option{number}"))?));
    Some(options.map(str::to_owned).collect())
}

/// Makes a node's index that of its choice, which may have been replaced.
pub(crate) fn update(class: &str, inputs: &mut Map<String, Value>) {
    if class != CLASS || !inputs.contains_key("index") {
        return;
    }
    let options = (1..).map_while(|number| inputs.get(&format!("option{number}"))?.as_str());
    let choice = inputs.get("choice");
    if choice.is_some_and(Value::is_string) {
        let index = index(choice, options);
        inputs.insert("index".to_owned(), index);
    }
}
