//! Merges the classes of several engines.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use serde_json::Value;

use super::NodeClasses;
use super::class::NodeClass;
use super::definition::Definition;
use super::input::InputKind;
use super::shared::Shared;
use crate::file_option::plain_path;

impl NodeClasses {
    /// Adds the classes of another engine. A class that both have keeps its definition, with the options of
    /// both: a model may be at one engine only.
    pub fn merge(&mut self, other: &Self) {
        for (name, theirs) in &other.classes {
            match self.classes.get_mut(name) {
                None => {
                    self.classes.insert(name.clone(), theirs.clone());
                }
                Some(ours) if ours == theirs => {}
                Some(ours) => {
                    let mut class = ours.class().clone();
                    add_options(Arc::make_mut(&mut class), theirs.class(), &mut self.shared);
                    *ours = Definition::Read(class);
                }
            }
        }
    }
}

/// What two options have in common if they are the same. A file may be spelled in two ways.
fn identity(option: &Value) -> Cow<'_, str> {
    match option {
        Value::String(text) if text.contains('\\') => Cow::Owned(plain_path(text)),
        Value::String(text) => Cow::Borrowed(text),
        other => Cow::Owned(format!("\0{other}")),
    }
}

fn add_options(ours: &mut NodeClass, theirs: &NodeClass, known: &mut Shared) {
    for input in &mut ours.inputs {
        let other = theirs.input(&input.name).map(|other| &other.kind);
        let (InputKind::Choice(own), Some(InputKind::Choice(more))) = (&mut input.kind, other)
        else {
            continue;
        };
        let own_options: HashSet<Cow<'_, str>> = own.iter().map(identity).collect();
        let mut missing = more
            .iter()
            .filter(|option| !own_options.contains(&identity(option)))
            .peekable();
        if missing.peek().is_some() {
            let both: Vec<Value> = own.iter().chain(missing).cloned().collect();
            *own = known.options(&both);
        }
    }
}
