//! Which of a file's values belongs to which widget, for one way in which a program may have written them.
//! Does not choose the way.

use serde_json::{Map, Value};

use super::editor_only::{CONTROL_NAME, is_random};
use super::extra::Extra;
use super::shape;
use crate::classes::{ClassInput, InputKind, WidgetPlace};
use crate::serialized::SerializedNode;

/// Maximum number of rows that a file without values for them may ask for.
const MOST_ROWS: usize = 100;

/// How a file departs from the present editor's way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Departures {
    /// Values that change a number between runs are recognized by what they look like: programs other than the
    /// editor leave them out.
    pub(super) loose_controls: bool,
    /// A choice that changes has no filter of its options.
    pub(super) no_filter: bool,
    /// Every seed has such a value, also inside other inputs.
    pub(super) inner_controls: bool,
    /// The upload button is between the required and the optional widgets.
    pub(super) early_upload: bool,
    /// There are values of inputs that only take links.
    pub(super) forced: bool,
    /// Widgets that are not saved leave an empty place.
    pub(super) holes: bool,
    /// The parts of a box have no values of their own.
    pub(super) no_parts: bool,
    /// Inputs of unknown types may have values.
    pub(super) unknown: bool,
}

/// The value of one widget.
pub(super) struct Placed<'a> {
    pub(super) name: String,
    pub(super) input: &'a ClassInput,
    /// `None` if the file has none.
    pub(super) value: Option<&'a Value>,
}

/// Where values are looked for.
#[derive(Clone, Copy)]
pub(super) enum Values<'a> {
    List(&'a [Value]),
    Named(&'a Map<String, Value>),
}

/// The widgets of a node with their values.
pub(super) struct Layout<'a> {
    pub(super) widgets: Vec<Placed<'a>>,
    /// The names of those that the editor may change after each run, and whether it randomizes them.
    pub(super) controlled: Vec<(String, bool)>,
    values: Values<'a>,
    node: &'a SerializedNode,
    how: Departures,
    next: usize,
    /// The number of values that do not look like those of their widgets.
    pub(super) odd: usize,
    /// The number of these that the prompt does not have.
    pub(super) odd_extras: usize,
    /// The number of values that went to inputs of unknown types.
    pub(super) guessed: usize,
    /// Whether such a value may as well belong to another input.
    pub(super) is_ambiguous: bool,
    /// Whether an input of an unknown type was passed over since the last value.
    passed_over: bool,
    just_guessed: bool,
    /// The number of passed values that may belong to widgets.
    doubtful: usize,
    missing: usize,
}

impl<'a> Layout<'a> {
    pub(super) fn new(values: Values<'a>, node: &'a SerializedNode, how: Departures) -> Self {
        Self {
            widgets: Vec::new(),
            controlled: Vec::new(),
            values,
            node,
            how,
            next: 0,
            odd: 0,
            odd_extras: 0,
            guessed: 0,
            is_ambiguous: false,
            passed_over: false,
            just_guessed: false,
            doubtful: 0,
            missing: 0,
        }
    }

    /// The values that belong to no widget.
    pub(super) fn rest(&self) -> &'a [Value] {
        match self.values {
            Values::List(values) => values.get(self.next..).unwrap_or_default(),
            Values::Named(_) => &[],
        }
    }

    /// To be called after the last widget.
    pub(super) fn finish(&mut self) {
        // A widget lacks its value: it may have been passed.
        if self.missing > 0 {
            self.odd += self.doubtful;
        }
    }

    /// Places the value of an input, and those of the inputs that it brings.
    pub(super) fn input(&mut self, name: &str, input: &'a ClassInput) {
        match input.widget_place() {
            Some(WidgetPlace::Everywhere) => self.saved(name, input),
            Some(WidgetPlace::Prompt) => self.constructed(name, input),
            Some(WidgetPlace::File) => self.extra(Extra::Upload),
            Some(WidgetPlace::Nowhere) => self.hole(),
            None if input.is_forced() => self.forced(input),
            None => self.unknown(name, input),
        }
    }

    /// A value that the prompt does not have, if it is there.
    pub(super) fn extra_if_there(&mut self, extra: Extra) {
        if self.peek().is_some_and(|value| extra.fits(value)) {
            self.next += 1;
        }
    }

    /// A value that the prompt does not have.
    pub(super) fn extra(&mut self, extra: Extra) {
        let Some(value) = self.peek() else { return };
        self.odd += usize::from(!extra.fits(value));
        self.odd_extras += usize::from(!extra.fits(value));
        self.next += 1;
    }

    fn saved(&mut self, name: &str, input: &'a ClassInput) {
        let value = self.take(name);
        self.missing += usize::from(value.is_none());
        self.odd += usize::from(value.is_some_and(|value| !shape::fits(value, input)));
        self.place(name, input, value);
        if input.settings.contains_key("remote") {
            self.extra_if_there(Extra::Reload);
            self.extra_if_there(Extra::Button("refresh"));
        }
        match input.widget_type() {
            "BOUNDING_BOX" if !self.how.no_parts => self.parts(value),
            "AUDIO_RECORD" => self.extra_if_there(Extra::Upload),
            _ => self.controls(name, input),
        }
        self.brought(name, input, value);
    }

    /// The numbers of a box, which the editor also saves one by one.
    fn parts(&mut self, value: Option<&Value>) {
        let Some(parts) = self.rest().get(..4) else {
            return;
        };
        if parts.iter().all(|part| Extra::Part.fits(part)) {
            let part = |name: &str| value.and_then(|value| value.get(name));
            let own = ["x", "y", "width", "height"].map(part);
            let are_own = own.into_iter().eq(parts.iter().map(Some));
            self.doubtful += usize::from(!are_own);
            self.next += parts.len();
        }
    }

    fn controls(&mut self, name: &str, input: &ClassInput) {
        let last = name.rsplit('.').next().unwrap_or(name);
        let controls = match input.controls(name) {
            0 if self.how.inner_controls => input.controls(last),
            controls => controls,
        };
        if controls == 0 {
            return;
        }
        let is_random = self.control().is_some_and(is_random);
        self.controlled.push((name.to_owned(), is_random));
        let before = self.next;
        // Only the first editors saved true or false.
        self.doubtful += usize::from(self.peek().is_some_and(Value::is_boolean));
        match self.how.loose_controls {
            true => {
                let is_text = self.peek().is_some_and(Value::is_string);
                let found = is_text && self.peek().is_some_and(|value| Extra::Control.fits(value));
                self.next += usize::from(found);
            }
            false => self.own_control(input),
        }
        if controls > 1 && !self.how.no_filter && self.next > before {
            self.extra(Extra::Filter);
        }
    }

    /// The value of a control. The JavaScript of a pack may remove it, unless the class itself declares it.
    fn own_control(&mut self, input: &ClassInput) {
        let odd_extras = self.odd_extras;
        self.extra(Extra::Control);
        if input.declares_control() {
            self.odd_extras = odd_extras;
        }
    }

    /// How the value changes between runs.
    fn control(&self) -> Option<&'a Value> {
        match self.values {
            Values::List(_) => self.peek(),
            Values::Named(names) => names.get(CONTROL_NAME),
        }
    }

    /// The widgets that a value brings.
    fn brought(&mut self, name: &str, input: &'a ClassInput, value: Option<&Value>) {
        match &input.kind {
            InputKind::Dynamic(options) => {
                let initial = options.first().map(|option| option.key.as_str());
                let key = value.map_or(initial, Value::as_str);
                let chosen = options.iter().find(|option| Some(&*option.key) == key);
                for inner in chosen.into_iter().flat_map(|option| &option.inputs) {
                    self.input(&format!("{name}.{}", inner.name), inner);
                }
            }
            InputKind::Rows(row) => {
                for index in 0..self.rows(input, value) {
                    for inner in row.iter() {
                        self.input(&format!("{name}.{index}.{}", inner.name), inner);
                    }
                }
            }
            _ => {}
        }
    }

    /// The number of rows: at least those that the input needs, at most one per value that is left.
    fn rows(&self, input: &ClassInput, value: Option<&Value>) -> usize {
        let number = |value: &Value| usize::try_from(value.as_u64()?).ok();
        let least = input.settings.get("min").and_then(number).unwrap_or(0);
        let least = least.min(MOST_ROWS);
        let left = match self.values {
            Values::List(_) => self.rest().len(),
            Values::Named(names) => names.len(),
        };
        let saved = value.and_then(number).unwrap_or(0).min(left);
        saved.max(least)
    }

    /// A widget whose value its constructor supplies. Some editors saved what it showed.
    fn constructed(&mut self, name: &str, input: &'a ClassInput) {
        self.place(name, input, None);
        match self.peek() {
            Some(Value::Object(_) | Value::Array(_)) => self.next += 1,
            _ => self.hole(),
        }
    }

    fn hole(&mut self) {
        if self.how.holes {
            self.extra_if_there(Extra::Hole);
        }
    }

    fn forced(&mut self, input: &ClassInput) {
        if self.how.forced && !matches!(input.kind, InputKind::Other(_)) {
            let value = self.take("");
            self.odd += usize::from(value.is_some_and(|value| !shape::fits(value, input)));
        }
    }

    /// An input of a type that this program does not know as a widget's. The file tells if it names the input; else
    /// its value does.
    fn unknown(&mut self, name: &str, input: &'a ClassInput) {
        if !input.may_be_widget() {
            return;
        }
        let slot = self.node.inputs.iter().find(|slot| slot.name == name);
        let is_named = matches!(self.values, Values::Named(names) if names.contains_key(name));
        if is_named || slot.is_some_and(|slot| slot.widget.is_some()) {
            return self.saved(name, input);
        }
        if slot.is_some() || !self.how.unknown {
            return;
        }
        match self.peek().filter(|value| shape::may_fit(value, input)) {
            Some(_) => {
                self.is_ambiguous |= self.passed_over;
                let value = self.take(name);
                self.place(name, input, value);
                self.guessed += 1;
                self.just_guessed = true;
            }
            None => {
                self.is_ambiguous |= self.just_guessed;
                self.passed_over = true;
            }
        }
    }

    fn place(&mut self, name: &str, input: &'a ClassInput, value: Option<&'a Value>) {
        self.widgets.push(Placed {
            name: name.to_owned(),
            input,
            value,
        });
    }

    fn peek(&self) -> Option<&'a Value> {
        match self.values {
            Values::List(values) => values.get(self.next),
            Values::Named(_) => None,
        }
    }

    fn take(&mut self, name: &str) -> Option<&'a Value> {
        self.passed_over = false;
        self.just_guessed = false;
        match self.values {
            Values::List(values) => {
                let value = values.get(self.next);
                self.next += usize::from(value.is_some());
                value
            }
            Values::Named(names) => names.get(name),
        }
    }
}
