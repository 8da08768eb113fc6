//! Many runs of one press: what varies from run to run. Knows nothing of how they are sent.

use rust_decimal::Decimal;
use web_sys::File;

use super::{Entered, FieldState, fault};
use crate::client::web::{self, Part};
use crate::playground::language::Message;
use crate::playground::messages as say;
use crate::playground::storage::Pairs;
use crate::schema::{Bounds, InputSchema, decimal};

/// The most runs of one press.
pub(crate) const MOST: usize = 500;

/// What varies.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Sweep {
    /// The field that varies, by its place.
    pub(crate) field: Option<usize>,
    /// Whether its files vary, a run each.
    pub(crate) files: bool,
    /// Whether its values are a range.
    pub(crate) range: bool,
    /// Its values, one a line.
    pub(crate) list: String,
    /// Where a range begins, where it ends, and how it goes on.
    pub(crate) bounds: [String; 3],
}

/// One run of many: what the field that varies is sent, and what people call it.
pub(crate) struct Variant {
    /// The part in the place of the field's own.
    pub(crate) part: Part,
    /// The file, where files vary.
    pub(crate) file: Option<File>,
    /// The value, for people.
    pub(crate) word: String,
}

impl Variant {
    /// Whether it stands in the place of this field's value.
    pub(super) fn is_of(&self, field: &FieldState) -> bool {
        self.part.name() == field.name()
    }

    /// What its run is given, for people.
    pub(super) fn entered(&self, field: &FieldState) -> Entered {
        let files: Vec<File> = self.file.clone().into_iter().collect();
        Entered {
            name: field.name(),
            label: field.label(),
            text: if files.is_empty() {
                self.word.clone()
            } else {
                String::new()
            },
            files,
            kind: field.entered_kind(),
        }
    }

    /// What is wrong with its value.
    pub(super) fn fault(&self, fields: &[FieldState]) -> Option<String> {
        let field = fields.iter().find(|field| self.is_of(field))?;
        let schema = InputSchema {
            fields: vec![field.fixed.get_value()],
            outputs: Vec::new(),
        };
        let items = web::check(&schema, std::slice::from_ref(&self.part)).err()?;
        let words = fault::words(items.first()?, schema.fields.first()?, &self.word);
        Some([&field.shown(&self.word), ": ", &words].concat())
    }
}

/// How many steps a range has that nobody has set yet.
const FEW: Decimal = Decimal::from_parts(4, 0, 0, false, 0);

/// From the one end of a field's bounds to the other in a few steps, which the field takes.
pub(super) fn few(bounds: &Bounds) -> Option<[String; 3]> {
    let [min, max] = [&bounds.min, &bounds.max].map(|bound| decimal(bound.as_deref()?));
    let span = max?.checked_sub(min?)?;
    let own = match bounds.step.as_deref() {
        Some(step) => decimal(step).filter(|step| !step.is_zero()),
        None => bounds.integer.then_some(Decimal::ONE),
    };
    let step = match own {
        Some(own) => {
            let times = (span.checked_div(own)? / FEW).ceil().max(Decimal::ONE);
            own.checked_mul(times)?
        }
        None => span / FEW,
    };
    let text = |number: Decimal| number.normalize().to_string();
    Some([text(min?), text(max?), text(step)])
}

/// The parts of a range, as they are kept.
const BOUNDS: [&str; 3] = ["from", "to", "by"];

impl Sweep {
    /// What is kept of it over a refresh; nothing where files vary.
    pub(super) fn keep(&self, fields: &[FieldState]) -> Pairs {
        let Some(field) = self.of(fields).filter(|_| !self.files) else {
            return Pairs::new();
        };
        let pair = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        let mut kept = vec![pair("field", &field.name()), pair("list", &self.list)];
        if self.range {
            let bounds = BOUNDS.iter().zip(&self.bounds);
            kept.extend(bounds.map(|(name, text)| pair(name, text)));
        }
        kept
    }

    /// It again from what was kept, where the field is still there.
    pub(super) fn kept(kept: &Pairs, fields: &[FieldState]) -> Self {
        let text = |name: &str| {
            let found = kept.iter().find(|(own, _)| own == name);
            found.map(|(_, text)| text.clone())
        };
        let named = |field: &&FieldState| Some(field.name()) == text("field");
        Self {
            field: fields.iter().find(named).map(|field| field.index),
            files: false,
            range: text("from").is_some(),
            list: text("list").unwrap_or_default(),
            bounds: BOUNDS.map(|name| text(name).unwrap_or_default()),
        }
    }

    /// The files of a field, a run each.
    pub(super) fn files(field: FieldState) -> Self {
        Self {
            field: Some(field.index),
            files: true,
            ..Self::default()
        }
    }

    /// Whether the files of this field vary.
    pub(super) fn is_of_files(&self, field: FieldState) -> bool {
        self.files && self.field == Some(field.index)
    }

    /// The values, in their order.
    ///
    /// # Errors
    /// What is missing or too much.
    pub(crate) fn values(&self) -> Result<Vec<String>, Message> {
        let values = if self.range {
            range(&self.bounds)?
        } else {
            let lines = self.list.lines().map(str::trim);
            lines
                .filter(|line| !line.is_empty())
                .map(str::to_owned)
                .collect()
        };
        match values.len() {
            0 => Err(say::BATCH_EMPTY),
            1..=MOST => Ok(values),
            _ => Err(say::BATCH_TOO_LARGE),
        }
    }

    /// How many runs a press makes; one where nothing varies.
    pub(crate) fn count(&self, fields: &[FieldState]) -> usize {
        match self.of(fields) {
            None => 1,
            Some(field) if self.files => field.files.with(Vec::len),
            Some(_) => self.values().map_or(0, |values| values.len()),
        }
    }

    /// The runs to make; none where nothing varies.
    ///
    /// # Errors
    /// As [`Sweep::values`].
    pub(crate) fn variants(&self, fields: &[FieldState]) -> Result<Vec<Variant>, Message> {
        let Some(field) = self.of(fields) else {
            return Ok(Vec::new());
        };
        let name = field.name();
        if self.files {
            let variant = |file: File| Variant {
                word: file.name(),
                file: Some(file.clone()),
                part: Part::file(name.as_str(), file.into(), None),
            };
            let files = field.files.get_untracked();
            if files.len() > MOST {
                return Err(say::BATCH_TOO_LARGE);
            }
            return Ok(files.into_iter().map(variant).collect());
        }
        let variant = |word: String| Variant {
            part: Part::text(name.as_str(), word.as_str()),
            file: None,
            word,
        };
        Ok(self.values()?.into_iter().map(variant).collect())
    }

    /// The field that varies.
    pub(crate) fn of(&self, fields: &[FieldState]) -> Option<FieldState> {
        let index = self.field?;
        fields.iter().find(|field| field.index == index).copied()
    }
}

/// The numbers from the first to the last, both among them where the step meets the last.
fn range([first, last, step]: &[String; 3]) -> Result<Vec<String>, Message> {
    let number = |text: &String| decimal(text).ok_or(say::BATCH_RANGE_INVALID);
    let (first, last, step) = (number(first)?, number(last)?, number(step)?);
    let forward = last >= first;
    if step.is_zero() || (step > Decimal::ZERO) != forward && first != last {
        return Err(say::BATCH_STEP_INVALID);
    }
    let mut values = Vec::new();
    let mut next = Some(first);
    while let Some(value) = next.filter(|value| {
        if forward {
            *value <= last
        } else {
            *value >= last
        }
    }) {
        if values.len() == MOST {
            return Err(say::BATCH_TOO_LARGE);
        }
        values.push(value.normalize().to_string());
        next = value.checked_add(step);
    }
    Ok(values)
}

#[cfg(test)]
mod tests;
