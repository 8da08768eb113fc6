//! Merges the classes of several engines.

use std::collections::HashSet;
use std::sync::Arc;

use super::class::NodeClass;
use super::definition::Definition;
use super::input::InputKind;
use super::{NodeClasses, Options};

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
                    add_options(Arc::make_mut(&mut class), theirs.class(), &mut self.options);
                    *ours = Definition::Read(class);
                }
            }
        }
    }
}

fn add_options(ours: &mut NodeClass, theirs: &NodeClass, lists: &mut HashSet<Options>) {
    for input in &mut ours.inputs {
        let other = theirs.input(&input.name).map(|other| &other.kind);
        let (InputKind::Choice(own), Some(InputKind::Choice(more))) = (&mut input.kind, other)
        else {
            continue;
        };
        let known: HashSet<_> = own.iter().collect();
        let mut missing = more
            .iter()
            .filter(|option| !known.contains(option))
            .peekable();
        if missing.peek().is_some() {
            let both: Options = own.iter().chain(missing).cloned().collect();
            lists.insert(both.clone());
            *own = lists.get(&both).cloned().unwrap_or(both);
        }
    }
}
