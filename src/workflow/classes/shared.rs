//! What many classes have in common: the same models as options, and inputs with the same settings. Equal ones are
//! stored once.

use std::collections::HashSet;
use std::sync::Arc;

use serde_json::{Map, Value};

/// A list of a choice's options.
pub(super) type Options = Arc<[Value]>;
/// The settings of an input.
pub(super) type Settings = Arc<Map<String, Value>>;

/// The parts that are known.
#[derive(Clone, Debug, Default)]
pub(super) struct Shared {
    options: HashSet<Options>,
    settings: HashSet<Settings>,
}

impl Shared {
    pub(super) fn options(&mut self, options: &[Value]) -> Options {
        if let Some(known) = self.options.get(options) {
            return known.clone();
        }
        let options: Options = options.into();
        self.options.insert(options.clone());
        options
    }

    pub(super) fn settings(&mut self, settings: Map<String, Value>) -> Settings {
        if let Some(known) = self.settings.get(&settings) {
            return known.clone();
        }
        let settings = Settings::new(settings);
        self.settings.insert(settings.clone());
        settings
    }
}
