//! What a node sees when it is computed: its inputs, its files, the wish to stop.
//! Knows nothing of the graph.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Map, Value as Json};

use super::class::{Class, Kind};
use super::store::{Folder, Place, Prefix, Store};
use super::value::{Frame, Value};

/// Why a node gave no result.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// Somebody asked for it to stop.
    Interrupted,
    /// It could not; in words for the workflow's author.
    Failed(String),
}

impl Failure {
    pub(crate) fn because(message: impl Into<String>) -> Self {
        Self::Failed(message.into())
    }
}

/// What a node gives.
#[derive(Debug, Default)]
pub(crate) struct Done {
    /// A value for each output of its class.
    pub(crate) outputs: Vec<Value>,
    /// What goes into the run's history, `{"images": […]}`; of output nodes alone.
    pub(crate) shown: Option<Map<String, Json>>,
}

impl Done {
    /// A node of one output.
    pub(crate) fn value(value: Value) -> Self {
        Self {
            outputs: vec![value],
            shown: None,
        }
    }

    /// A node that gives pictures.
    pub(crate) fn frames(frames: Vec<Frame>) -> Self {
        Self::value(Value::Image(Arc::new(frames)))
    }
}

/// What the nodes of one run share.
pub(crate) struct Job<'a> {
    pub(crate) store: &'a dyn Store,
    /// Goes true when the run is to stop.
    pub(crate) stop: &'a AtomicBool,
    /// Texts that saved pictures carry: keyword and JSON.
    pub(crate) notes: &'a [(String, String)],
}

/// One computation of one node.
pub(crate) struct Call<'a> {
    pub(crate) class: &'static Class,
    pub(crate) inputs: HashMap<&'static str, Value>,
    pub(crate) job: &'a Job<'a>,
    /// The steps of a long computation.
    pub(crate) steps: Steps<'a>,
}

/// How far a node is.
pub(crate) struct Steps<'a> {
    done: Cell<u32>,
    all: Cell<u32>,
    /// Told after each step: how many of how many.
    tell: &'a dyn Fn(u32, u32),
}

impl<'a> Steps<'a> {
    /// Nothing done, nothing known of what is to come.
    pub(crate) fn new(tell: &'a dyn Fn(u32, u32)) -> Self {
        Self {
            done: Cell::new(0),
            all: Cell::new(0),
            tell,
        }
    }
}

impl Call<'_> {
    /// Fails when the run is to stop; a long computation asks it every few rows.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.job.stop.load(Ordering::Relaxed) {
            Err(Failure::Interrupted)
        } else {
            Ok(())
        }
    }

    /// Says how many steps are to come.
    pub(crate) fn expect(&self, steps: usize) {
        self.steps.all.set(u32::try_from(steps).unwrap_or(u32::MAX));
    }

    /// One step done; fails when the run is to stop.
    pub(crate) fn step(&self) -> Result<(), Failure> {
        let done = self.steps.done.get().saturating_add(1);
        self.steps.done.set(done);
        if done <= self.steps.all.get() {
            (self.steps.tell)(done, self.steps.all.get());
        }
        self.check()
    }

    /// The value of an input.
    pub(crate) fn value(&self, name: &str) -> Result<&Value, Failure> {
        self.inputs
            .get(name)
            .ok_or_else(|| Failure::because(format!("the input `{name}` has no value")))
    }

    /// The pictures of an input.
    pub(crate) fn frames(&self, name: &str) -> Result<&Arc<Vec<Frame>>, Failure> {
        match self.value(name)? {
            Value::Image(frames) => Ok(frames),
            other => Err(self.wrong(name, other, "an image")),
        }
    }

    /// The text of an input.
    pub(crate) fn text(&self, name: &str) -> Result<&str, Failure> {
        match self.value(name)? {
            Value::Text(text) => Ok(text),
            other => Err(self.wrong(name, other, "a text")),
        }
    }

    /// Yes or no.
    pub(crate) fn flag(&self, name: &str) -> Result<bool, Failure> {
        match self.value(name)? {
            Value::Boolean(flag) => Ok(*flag),
            other => Err(self.wrong(name, other, "a boolean")),
        }
    }

    /// A whole number within the bounds of its input, which a linked value may have passed by.
    pub(crate) fn int(&self, name: &str) -> Result<i64, Failure> {
        let number = match self.value(name)? {
            Value::Int(number) => *number,
            other => return Err(self.wrong(name, other, "a whole number")),
        };
        match self.class.input(name).map(|input| &input.kind) {
            Some(Kind::Int { min, max, .. }) if !(min..=max).contains(&&number) => {
                Err(self.beyond(name, number, min, max))
            }
            _ => Ok(number),
        }
    }

    /// A whole number as a size or a place in a picture.
    pub(crate) fn size(&self, name: &str) -> Result<u32, Failure> {
        let number = self.int(name)?;
        u32::try_from(number).map_err(|_| self.beyond(name, number, &0, &i64::from(u32::MAX)))
    }

    /// A decimal number within the bounds of its input.
    pub(crate) fn float(&self, name: &str) -> Result<f64, Failure> {
        let number = match self.value(name)? {
            Value::Float(number) => *number,
            other => return Err(self.wrong(name, other, "a number")),
        };
        match self.class.input(name).map(|input| &input.kind) {
            Some(Kind::Float { min, max, .. }) if !(*min..=*max).contains(&number) => {
                Err(self.beyond(name, number, min, max))
            }
            _ => Ok(number),
        }
    }

    /// The file that an input names.
    pub(crate) fn place(&self, name: &str) -> Result<Place, Failure> {
        let text = self.text(name)?;
        Place::parse(text, Folder::Input).ok_or_else(|| {
            Failure::because(format!("`{name}` is no file of the input folder: {text}"))
        })
    }

    /// Where the node saves, with `%width%` and `%height%` filled in.
    pub(crate) fn prefix(&self, folder: Folder, text: &str) -> Result<Prefix, Failure> {
        Prefix::parse(text, folder).ok_or_else(|| {
            let folder = folder.name();
            Failure::because(format!(
                "saving to `{text}` was refused: the prefix leaves the {folder} folder; give a plain name"
            ))
        })
    }

    fn wrong(&self, name: &str, value: &Value, wanted: &str) -> Failure {
        Failure::because(format!(
            "the input `{name}` is {}, not {wanted}; link it to a node that gives one",
            value.noun()
        ))
    }

    fn beyond<T: std::fmt::Display>(&self, name: &str, number: T, min: &T, max: &T) -> Failure {
        Failure::because(format!(
            "the input `{name}` is {number}; it must lie between {min} and {max}"
        ))
    }
}
