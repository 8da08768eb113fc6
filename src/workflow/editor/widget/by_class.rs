//! Names values by the definition of their class, as the editor does: by position.

use serde_json::{Map, Value};

use super::dynamic_prompt;
use super::editor_only::{is_control, is_editor_only, is_upload, wrapped};
use crate::workflow::classes::{ClassInput, InputKind, NodeClass};

/// The values of a class's widgets, and the values for which it has no widget.
pub(super) fn named<'v>(
    class: &NodeClass,
    values: &'v [Value],
) -> (Map<String, Value>, Vec<&'v Value>) {
    let mut reader = Reader {
        values: without_forced(class, values),
        next: 0,
        named: Map::new(),
    };
    let mut left = class.widgets().count();
    let has_upload = class.widgets().any(|input| input.upload().is_some());
    let mut widgets = class.widgets().peekable();
    while let Some(input) = widgets.next() {
        let next = widgets.peek().copied();
        left -= 1;
        reader.input(&input.name, input, left);
        // Older editors put the upload button between the required and the optional widgets.
        let ends_required = input.is_required && next.is_some_and(|next| !next.is_required);
        if has_upload && ends_required {
            reader.skip_if(is_upload);
        }
    }
    let rest = reader
        .values
        .split_off(reader.next.min(reader.values.len()));
    (reader.named, rest)
}

/// The value of a widget that a file has none for.
pub(super) fn default(input: &ClassInput) -> Option<Value> {
    let own = input.default().cloned();
    own.or_else(|| match &input.kind {
        InputKind::Text => Some(Value::from("")),
        InputKind::Integer | InputKind::Float => Some(Value::from(0)),
        InputKind::Boolean => Some(Value::from(false)),
        InputKind::Choice(_) if input.is_multiple() => Some(Value::Array(Vec::new())),
        InputKind::Choice(options) => options.first().cloned(),
        InputKind::Dynamic(options) => Some(Value::from(options.first()?.key.as_str())),
        InputKind::Other(_) => None,
    })
}

/// A saved value as the editor reads it.
fn read(value: Value, input: &ClassInput) -> Value {
    match (&input.kind, value) {
        // A choice is never without a value.
        (InputKind::Choice(options), Value::Null) => options.first().cloned().unwrap_or_default(),
        (InputKind::Text, Value::String(text)) if input.is_dynamic_prompt() => {
            Value::from(dynamic_prompt::read(&text))
        }
        (_, value) => value,
    }
}

/// The values without those of inputs that only take links. Older editors saved these too.
fn without_forced<'v>(class: &NodeClass, values: &'v [Value]) -> Vec<&'v Value> {
    if !class.inputs.iter().any(ClassInput::is_forced) {
        return values.iter().collect();
    }
    let mut forced = Vec::new();
    for input in class
        .inputs
        .iter()
        .filter(|input| input.is_widget() || input.is_forced())
    {
        forced.push(input.is_forced());
        if input.has_control() {
            forced.push(false);
        }
    }
    if forced.len() != values.len() {
        return values.iter().collect();
    }
    let kept = values.iter().zip(forced).filter(|(_, forced)| !forced);
    kept.map(|(value, _)| value).collect()
}

/// Reads values one after the other.
struct Reader<'v> {
    values: Vec<&'v Value>,
    next: usize,
    named: Map<String, Value>,
}

impl Reader<'_> {
    /// Reads the value of an input, and of the inputs that it brings. `left` widgets come after it.
    fn input(&mut self, name: &str, input: &ClassInput, left: usize) {
        let value = self.values.get(self.next).copied().cloned();
        self.next += 1;
        let Some(value) = value.map_or_else(|| default(input), |value| Some(read(value, input)))
        else {
            return;
        };
        let option = match &input.kind {
            InputKind::Dynamic(options) => options
                .iter()
                .find(|option| value.as_str() == Some(&option.key)),
            _ => None,
        };
        if !is_editor_only(name) {
            self.named.insert(name.to_owned(), wrapped(value));
        }
        if input.has_control() {
            self.control(input, left);
        }
        if input.settings.contains_key("remote") {
            // Whether and by which button its list is loaded again.
            self.skip_if(Value::is_boolean);
            self.skip_if(|value| value == "refresh");
        }
        let brought = option.map_or(&[][..], |option| &option.inputs);
        for inner in brought.iter().filter(|inner| inner.is_widget()) {
            self.input(&format!("{name}.{}", inner.name), inner, left);
        }
    }

    /// Skips how an input changes between runs. Files of programs other than the editor lack it; the
    /// first editors only saved whether a seed changes.
    fn control(&mut self, input: &ClassInput, left: usize) {
        let is_spare = self.values.len().saturating_sub(self.next) > left;
        let found = self.skip_if(|value| is_spare || is_control(value));
        if found && matches!(input.kind, InputKind::Choice(_)) {
            // A filter of the options that it changes to.
            self.skip_if(Value::is_string);
        }
    }

    fn skip_if(&mut self, skips: impl Fn(&Value) -> bool) -> bool {
        let found = self.values.get(self.next).is_some_and(|value| skips(value));
        self.next += usize::from(found);
        found
    }
}
