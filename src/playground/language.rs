//! The page's language: its messages, and how it writes numbers, sizes, durations and times.

mod date;

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::atomic::{AtomicUsize, Ordering};

use js_sys::{Array, Function, Intl, Object, Reflect};
use wasm_bindgen::JsValue;

use super::storage::{self, StorageArea};
use ui::{RwSignal, ToText, document, window};

pub(crate) use date::{exact_point, full_point, point, short_point};

/// A language of the page, as an index into every message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Language(usize);

/// The page's language, which a person can change.
#[derive(Clone, Copy)]
pub(crate) struct ChosenLanguage(pub(crate) RwSignal<Language>);

/// The tag and the name of each language.
pub(crate) const LANGUAGES: [(&str, &str); 2] = [("en", "English"), ("de", "Deutsch")];

static CURRENT: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// A formatter per number of decimals; making one is slow.
    static FORMATTERS: RefCell<[Option<Function>; 3]> = const { RefCell::new([None, None, None]) };
}

impl Language {
    /// The language chosen on an earlier visit, or else the browser's, or else English.
    pub(crate) fn start() -> ChosenLanguage {
        let tag = storage::load::<String>(StorageArea::Browser, "language")
            .or_else(|| window().navigator().language())
            .unwrap_or_default();
        let found = LANGUAGES.iter().position(|(own, _)| tag.starts_with(own));
        let language = Self(found.unwrap_or_default());
        language.apply();
        ChosenLanguage(RwSignal::new(language))
    }

    /// Its index in [`LANGUAGES`].
    pub(crate) fn index(self) -> usize {
        self.0
    }

    /// Chooses a language for this visit and later ones.
    pub(crate) fn choose(index: usize) -> Self {
        let language = Self(index.min(LANGUAGES.len() - 1));
        language.apply();
        storage::save(StorageArea::Browser, "language", &tag().to_owned());
        language
    }

    fn apply(self) {
        CURRENT.store(self.0, Ordering::Relaxed);
        FORMATTERS.with_borrow_mut(|formatters| *formatters = [None, None, None]);
        if let Some((tag, _)) = LANGUAGES.get(self.0)
            && let Some(root) = document().document_element()
        {
            let _ = root.set_attribute("lang", tag);
        }
    }
}

/// The entry of the page's language, or else that of English.
fn current<T: Copy>(all: &[T; LANGUAGES.len()]) -> T {
    let [english, ..] = all;
    *all.get(CURRENT.load(Ordering::Relaxed)).unwrap_or(english)
}

/// The tag of the page's language.
fn tag() -> &'static str {
    current(&LANGUAGES).0
}

/// Whether the page is in English.
pub(crate) fn is_english() -> bool {
    translation().is_none()
}

/// The index of the page's language among the translations; `None` for English.
pub(crate) fn translation() -> Option<usize> {
    CURRENT.load(Ordering::Relaxed).checked_sub(1)
}

/// A message in every language of the page. `{0}`, `{1}`… are placeholders; `|` separates singular from plural.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Message(pub(crate) &'static [&'static str; LANGUAGES.len()]);

impl Message {
    /// The message in the page's language.
    pub(crate) fn now(self) -> &'static str {
        current(self.0)
    }

    /// The message with its placeholders filled.
    pub(crate) fn with(self, args: &[&str]) -> String {
        fill(self.now(), args)
    }

    /// The message for a number, which fills `{0}`.
    pub(crate) fn count(self, number: usize) -> String {
        self.count_with(number, &[])
    }

    /// The message for a number, which fills `{0}`, and more arguments.
    pub(crate) fn count_with(self, number: usize, args: &[&str]) -> String {
        let message = self.now();
        let (one, other) = message.split_once('|').unwrap_or((message, message));
        let digits = integer(number);
        let args: Vec<&str> = std::iter::once(digits.as_str())
            .chain(args.iter().copied())
            .collect();
        fill(if number == 1 { one } else { other }, &args)
    }
}

/// Translations of messages that arrive in English, by their code.
pub(crate) struct Coded(pub(crate) &'static [(&'static str, [&'static str; LANGUAGES.len() - 1])]);

impl Coded {
    /// The message with this code in a language (see [`translation`]), with its placeholders filled; `None` for
    /// an unknown code.
    pub(crate) fn with(&self, language: usize, code: &str, args: &[&str]) -> Option<String> {
        let (_, messages) = self.0.iter().find(|(own, _)| *own == code)?;
        Some(fill(messages.get(language)?, args))
    }
}

impl ToText for Message {
    fn to_text(self) -> Option<Cow<'static, str>> {
        Some(Cow::Borrowed(self.now()))
    }
}

/// Fills the placeholders. Placeholders in the arguments stay.
fn fill(message: &str, args: &[&str]) -> String {
    let mut filled = String::with_capacity(message.len() + 16);
    let mut rest = message;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let index = after
            .as_bytes()
            .first()
            .map(|digit| usize::from(digit.wrapping_sub(b'0')));
        filled.push_str(
            index
                .and_then(|index| args.get(index))
                .copied()
                .unwrap_or_default(),
        );
        rest = after.get(2..).unwrap_or_default();
    }
    filled.push_str(rest);
    filled
}

/// A whole number with thousands separators.
pub(crate) fn integer(number: usize) -> String {
    if number < 1000 {
        return number.to_string();
    }
    decimal(number as f64, 0)
}

/// A number with at most `digits` decimals (0, 1 or 2).
pub(crate) fn decimal(number: f64, digits: usize) -> String {
    let digits = digits.min(2);
    let formatter = FORMATTERS.with_borrow_mut(|all| {
        let own = all.get_mut(digits)?;
        Some(own.get_or_insert_with(|| formatter(digits)).clone())
    });
    let text =
        formatter.and_then(|formatter| formatter.call1(&JsValue::UNDEFINED, &number.into()).ok());
    text.and_then(|text| text.as_string()).unwrap_or_default()
}

fn formatter(digits: usize) -> Function {
    let options = Object::new();
    for name in ["maximumFractionDigits", "minimumFractionDigits"] {
        let _ = Reflect::set(&options, &name.into(), &(digits as f64).into());
    }
    Intl::NumberFormat::new(&locales(), &options).format()
}

/// The browser's locale if it has the page's language, since it includes the region.
fn locales() -> Array {
    let tag = tag();
    let own = window()
        .navigator()
        .language()
        .filter(|own| own.starts_with(tag));
    Array::of1(&own.as_deref().unwrap_or(tag).into())
}

/// A number with the decimal separator of the page's language; any other text stays.
pub(crate) fn written(digits: &str) -> String {
    if is_english() || schema::decimal(digits).is_none() {
        return digits.to_owned();
    }
    digits.replacen('.', ",", 1)
}

/// What separates the cells of a CSV file in spreadsheets of the page's language.
pub(crate) fn list_separator() -> char {
    if is_english() { ',' } else { ';' }
}

/// A number with a decimal point, from one with the separator of the page's language; any other text stays.
pub(crate) fn digits(text: &str) -> String {
    if is_english() {
        return text.to_owned();
    }
    let pointed = text.replacen(',', ".", 1);
    match schema::decimal(&pointed) {
        Some(_) => pointed,
        None => text.to_owned(),
    }
}

/// An ordinal such as `2nd`.
pub(crate) fn ordinal(place: usize) -> String {
    let english = match (place % 10, place % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    integer(place) + current(&[english, "."])
}

/// A file size: `812 B`, `14 kB`, `3.2 MB`.
pub(crate) fn bytes(size: f64) -> String {
    let (number, digits, unit) = match size {
        ..1e3 => (size, 0, " B"),
        1e3..1e6 => (size / 1e3, 0, " kB"),
        1e6..1e9 => (size / 1e6, 1, " MB"),
        _ => (size / 1e9, 1, " GB"),
    };
    decimal(number, digits) + unit
}

/// A duration in two units at most: `4 s`, `2 min 05 s`, `3 h 10 min`.
pub(crate) fn span(ms: f64) -> String {
    let seconds = (ms.max(0.0) / 1000.0) as usize;
    let (large, small, units) = match seconds {
        0..60 => return seconds.to_string() + " s",
        60..3600 => (seconds / 60, seconds % 60, (" min ", " s")),
        _ => (seconds / 3600, seconds / 60 % 60, (" h ", " min")),
    };
    let zero = if small < 10 { "0" } else { "" };
    [
        &large.to_string(),
        units.0,
        zero,
        &small.to_string(),
        units.1,
    ]
    .concat()
}

/// A measured duration, with tenths below 10 s.
pub(crate) fn measured(ms: f64) -> String {
    if (0.0..10_000.0).contains(&ms) {
        return decimal(ms / 1000.0, 1) + " s";
    }
    span(ms)
}

/// A duration in its largest unit: `40 s`, `12 min`, `16 h`.
pub(crate) fn rough_span(ms: f64) -> String {
    let units = [(3_600_000.0, " h"), (60_000.0, " min"), (1000.0, " s")];
    let fits = |(length, _): &(f64, &str)| ms >= *length;
    let (length, unit) = units.into_iter().find(fits).unwrap_or(units[2]);
    integer((ms / length).round().max(1.0) as usize) + unit
}

/// A duration, rounded to the precision that an estimate has.
pub(crate) fn approximate(ms: f64) -> String {
    let step = match ms {
        ..20_000.0 => 1000.0,
        ..300_000.0 => 5000.0,
        _ => 60_000.0,
    };
    span((ms / step).round().max(1.0) * step)
}

#[cfg(test)]
mod tests;
