//! `GET /object_info`: the node classes of an engine.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use serde::Deserializer as _;
use serde::de::{Error, MapAccess, Visitor};
use serde_json::{Map, Value};

use super::address::engine_address;
use super::client::EngineClient;
use super::error::EngineError;
use super::guard::EngineRules;
use super::headers::EngineHeaders;
use super::limits::EngineLimits;
use super::reduced_json::{Keep, MEMBER, Memory, Part, VALUE};
use json::tolerant;
use workflow::classes::{InputKind, NodeClass, NodeClasses, is_setting};

/// The memory that all classes may take.
const MAX_CLASSES: usize = 60_000_000;
/// The memory that one may take while it is read. Some loaders offer the same list several times: four lists of
/// 20,000 models with names of 100 letters take half of it. Once a class is read, equal lists and settings count
/// once.
const MAX_CLASS: usize = 32_000_000;
/// What a class takes besides its inputs, and how much less these take once they are read.
const CLASS: usize = 500;
const REDUCED: usize = 2;

/// The part of a class that conversion, forms and lowering need.
const DEFINITION: Keep<'_> = Keep::Members(&[
    ("display_name", Keep::All),
    ("output", Keep::All),
    ("output_node", Keep::All),
    ("deprecated", Keep::All),
    ("input_order", Keep::All),
    (
        "input",
        Keep::Members(&[
            ("required", INPUTS),
            ("optional", INPUTS),
            ("hidden", Keep::All),
        ]),
    ),
]);
const INPUTS: Keep<'_> = Keep::Each(&Keep::Items(&[Keep::All, Keep::Named(is_setting)]));

/// The node classes of the engine at an address; it may require a token.
///
/// # Errors
/// Why they cannot be read.
pub async fn node_classes(address: &str, token: Option<&str>) -> Result<NodeClasses, String> {
    let address = engine_address(address)
        .map_err(|why| format!("reading the node classes of an engine: {why}"))?;
    let failed = |why: String| format!("reading the node classes of the engine {address}: {why}");
    let mut headers = EngineHeaders::default();
    if let Some(token) = token {
        headers.set_bearer(token).map_err(failed)?;
    }
    let client = EngineClient::new(
        &address,
        headers,
        EngineLimits::default(),
        EngineRules::open(),
    );
    let classes = client.map_err(failed)?.object_info().await;
    classes.map_err(|why| failed(why.to_string()))
}

impl EngineClient {
    /// `GET /object_info`: every node class of the engine.
    pub async fn object_info(&self) -> Result<NodeClasses, EngineError> {
        let body = self.get("/object_info", self.limits().object_info).await?;
        // Tens of megabytes take a while.
        let read = tokio::task::spawn_blocking(move || read_classes(&body)).await;
        let read = read.map_err(|why| self.unreadable("node classes", &why))?;
        read.map_err(|why| self.unreadable("node classes", &why))
    }
}

/// The node classes in the body of `GET /object_info`.
///
/// # Errors
/// When the body is not JSON of that shape.
pub fn read_classes(body: &[u8]) -> serde_json::Result<NodeClasses> {
    tolerant::read(body, |text| {
        let mut reader = serde_json::Deserializer::from_str(text);
        let classes = reader.deserialize_map(Classes)?;
        reader.end()?;
        Ok(classes)
    })
}

struct Classes;

impl<'de> Visitor<'de> for Classes {
    type Value = NodeClasses;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of node classes")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<NodeClasses, A::Error> {
        let all = Memory::new(MAX_CLASSES);
        let mut classes = NodeClasses::default();
        let mut known = Shared::default();
        while let Some(name) = object.next_key::<String>()? {
            let one = Memory::new(MAX_CLASS);
            let (keep, memory) = (&DEFINITION, &one);
            let definition = object.next_value_seed(Part { keep, memory })?;
            if !definition.is_object() {
                return Err(Error::custom(format!("the class {name} is not an object")));
            }
            let (length, taken) = (name.len(), MAX_CLASS - one.left());
            classes.insert(name.clone(), &definition);
            let shared = classes.get(&name).map(|class| known.known(class));
            let own = taken.saturating_sub(shared.unwrap_or_default());
            all.take(CLASS + length + own / REDUCED)?;
        }
        Ok(classes)
    }
}

/// What classes have in common so far: equal lists of options, since many offer the same models, and equal settings.
#[derive(Default)]
struct Shared {
    lists: HashSet<*const Value>,
    settings: HashSet<*const Map<String, Value>>,
}

impl Shared {
    /// The memory that a class does not take because it has these in common with others; adds the rest.
    fn known(&mut self, class: &NodeClass) -> usize {
        let known = class.inputs.iter().map(|input| {
            let settings = match self.settings.insert(Arc::as_ptr(&input.settings)) {
                true => 0,
                false => size_of_settings(&input.settings),
            };
            let list = match &input.kind {
                InputKind::Choice(options) if !self.lists.insert(options.as_ptr()) => {
                    options.iter().map(size_of_text).sum()
                }
                _ => 0,
            };
            settings + list
        });
        known.sum()
    }
}

fn size_of_settings(settings: &Map<String, Value>) -> usize {
    let members = settings.iter();
    let sizes = members.map(|(name, value)| MEMBER + name.len() + size_of_text(value));
    sizes.sum()
}

fn size_of_text(value: &Value) -> usize {
    VALUE + value.as_str().map_or(0, str::len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_read() {
        let body = br#"{"Save": {"output_node": true, "input": {"required": {
            "images": ["IMAGE"], "prefix": ["STRING", {"default": "out", "tooltip": "x"}], "odd": 5,
            "model": [["a", "b"], {"default": "a"}]}, "optional": {"more": ["INT", {"default": 1}]}}},
            "Strange": {"input": [1], "output_node": null}}"#;
        let classes = read_classes(body).unwrap();
        assert_eq!(classes.len(), 2);
        assert!(classes.is_output("Save") && !classes.is_output("Strange"));
    }

    #[test]
    fn classes_as_python_writes_them_are_read() {
        let body = br#"{"A": {"output_node": true, "input": {"required": {
            "x": ["FLOAT", {"default": NaN, "max": Infinity}], "file": [["a\udc00.png", "b.png"]]}}},
            "B": {"description": "\ud83d", "input": {}}}"#;
        let classes = read_classes(body).unwrap();
        assert_eq!(classes.len(), 2);
        let file = classes
            .get("A")
            .and_then(|class| class.input("file"))
            .unwrap();
        let InputKind::Choice(options) = &file.kind else {
            panic!("{file:?}");
        };
        assert_eq!(
            **options,
            [Value::from("a\u{fffd}.png"), Value::from("b.png")]
        );
    }

    #[test]
    fn equal_lists_of_options_count_once() {
        let list = |one: usize| {
            let names = (0..20_000).map(|number| format!("\"{one}{number:0>120}\""));
            names.collect::<Vec<_>>().join(",")
        };
        let read = |list_of: fn(usize) -> usize| {
            let class = |one| {
                let options = list(list_of(one));
                format!(r#""{one}":{{"input":{{"required":{{"model":[[{options}]]}}}}}}"#)
            };
            let all: Vec<String> = (0..30).map(class).collect();
            read_classes(format!("{{{}}}", all.join(",")).as_bytes())
        };
        assert_eq!(read(|_| 0).unwrap().len(), 30);
        assert!(read(|one| one).is_err());
    }

    #[test]
    fn a_class_with_several_long_lists_is_read() {
        let names: Vec<String> = (0..20_000)
            .map(|number| format!("\"{number:0>100}\""))
            .collect();
        let list = names.join(",");
        let inputs: Vec<String> = (0..4)
            .map(|input| format!("\"{input}\":[[{list}]]"))
            .collect();
        let body = format!(
            r#"{{"A":{{"input":{{"required":{{{}}}}}}}}}"#,
            inputs.join(",")
        );
        assert_eq!(read_classes(body.as_bytes()).unwrap().len(), 1);
    }

    #[test]
    fn another_shape_is_an_error() {
        for body in ["[]", "null", "7", "", r#"{"error": "no"}"#, r#"{"A": []}"#] {
            assert!(read_classes(body.as_bytes()).is_err(), "{body}");
        }
    }

    #[test]
    fn too_many_classes_or_inputs_are_an_error() {
        let names = (0..MAX_CLASSES / CLASS).map(|number| format!("\"{number}\":{{}}"));
        let classes: Vec<String> = names.collect();
        let body = format!("{{{}}}", classes.join(","));
        assert!(read_classes(body.as_bytes()).is_err());
        let inputs = (0..50_000).map(|number| format!("\"{number}\":[0,{{\"default\":0}}]"));
        let inputs: Vec<String> = inputs.collect();
        let body = format!(
            "{{\"A\":{{\"input\":{{\"required\":{{{}}}}}}}}}",
            inputs.join(",")
        );
        assert!(read_classes(body.as_bytes()).is_err());
    }
}
