//! The page's language, and what is written by its rules: numbers, sizes, spans, points in time.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::atomic::{AtomicUsize, Ordering};

use js_sys::{Array, Date, Function, Intl, Object, Reflect};
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use super::element::Words;
use super::storage::{self, Place};
use crate::playground::signal::RwSignal;
use crate::schema;

/// A language of the page, by its place in every message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Language(usize);

/// The languages, each with its tag and its own name.
pub(crate) const LANGUAGES: [(&str, &str); 2] = [("en", "English"), ("de", "Deutsch")];

static CURRENT: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// A formatter for each count of decimals: making one costs more than using it.
    static FORMATTERS: RefCell<[Option<Function>; 3]> = const { RefCell::new([None, None, None]) };
}

impl Language {
    /// The language that was chosen before, else the browser's, else English.
    pub(crate) fn start() -> RwSignal<Self> {
        let tag = storage::load::<String>(Place::Browser, "language")
            .or_else(|| window().navigator().language())
            .unwrap_or_default();
        let found = LANGUAGES.iter().position(|(own, _)| tag.starts_with(own));
        let language = Self(found.unwrap_or_default());
        language.apply();
        RwSignal::new(language)
    }

    /// Its place among [`LANGUAGES`].
    pub(crate) fn index(self) -> usize {
        self.0
    }

    /// Chooses a language for now and for later visits.
    pub(crate) fn choose(index: usize) -> Self {
        let language = Self(index.min(LANGUAGES.len() - 1));
        storage::save(
            Place::Browser,
            "language",
            &LANGUAGES[language.0].0.to_owned(),
        );
        language.apply();
        language
    }

    fn apply(self) {
        CURRENT.store(self.0, Ordering::Relaxed);
        FORMATTERS.with_borrow_mut(|formatters| *formatters = [None, None, None]);
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("lang", LANGUAGES[self.0].0);
        }
    }
}

/// Whether the page speaks English.
pub(crate) fn is_english() -> bool {
    other().is_none()
}

/// The page's language by its place among those beside English; `None` in English.
pub(crate) fn other() -> Option<usize> {
    CURRENT.load(Ordering::Relaxed).checked_sub(1)
}

/// A message in every language of the page. `{0}`, `{1}` stand for what is told; of two parts with a
/// `|` between them, the first is for one and the second for any other number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Message(pub(crate) &'static [&'static str; LANGUAGES.len()]);

impl Message {
    /// The message in the page's language.
    pub(crate) fn now(self) -> &'static str {
        self.0[CURRENT.load(Ordering::Relaxed)]
    }

    /// The message with what is told put into it.
    pub(crate) fn with(self, told: &[&str]) -> String {
        fill(self.now(), told)
    }

    /// The message for a number, which is what `{0}` stands for.
    pub(crate) fn count(self, number: usize) -> String {
        self.count_with(number, &[])
    }

    /// The message for a number, which is what `{0}` stands for, and more that is told.
    pub(crate) fn count_with(self, number: usize, told: &[&str]) -> String {
        let message = self.now();
        let (one, other) = message.split_once('|').unwrap_or((message, message));
        let digits = integer(number);
        let told: Vec<&str> = std::iter::once(digits.as_str())
            .chain(told.iter().copied())
            .collect();
        fill(if number == 1 { one } else { other }, &told)
    }
}

/// Messages that come in English with what they tell of, each with a code by which it is said in every
/// other language of the page.
pub(crate) struct Coded(pub(crate) &'static [(&'static str, [&'static str; LANGUAGES.len() - 1])]);

impl Coded {
    /// The message of a code in a language (see [`other`]) with what is told put into it; `None` for
    /// a code that is not known.
    pub(crate) fn with(&self, language: usize, code: &str, told: &[&str]) -> Option<String> {
        let (_, messages) = self.0.iter().find(|(own, _)| *own == code)?;
        Some(fill(messages.get(language)?, told))
    }
}

impl Words for Message {
    fn words(self) -> Option<Cow<'static, str>> {
        Some(Cow::Borrowed(self.now()))
    }
}

/// Puts what is told in the place of `{0}`, `{1}`… A text that is told is never read as a message.
fn fill(message: &str, told: &[&str]) -> String {
    let mut filled = String::with_capacity(message.len() + 16);
    let mut rest = message;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let place = after
            .as_bytes()
            .first()
            .map(|digit| usize::from(digit.wrapping_sub(b'0')));
        filled.push_str(
            place
                .and_then(|place| told.get(place))
                .copied()
                .unwrap_or_default(),
        );
        rest = after.get(2..).unwrap_or_default();
    }
    filled.push_str(rest);
    filled
}

/// A whole number, with its thousands parted.
pub(crate) fn integer(number: usize) -> String {
    if number < 1000 {
        return number.to_string();
    }
    decimal(number as f64, 0)
}

/// A number with at most `digits` decimals (0, 1 or 2).
pub(crate) fn decimal(number: f64, digits: usize) -> String {
    let digits = digits.min(2);
    let formatter = FORMATTERS
        .with_borrow_mut(|all| all[digits].get_or_insert_with(|| formatter(digits)).clone());
    let text = formatter.call1(&JsValue::UNDEFINED, &number.into()).ok();
    text.and_then(|text| text.as_string()).unwrap_or_default()
}

fn formatter(digits: usize) -> Function {
    let options = Object::new();
    for name in ["maximumFractionDigits", "minimumFractionDigits"] {
        let _ = Reflect::set(&options, &name.into(), &(digits as f64).into());
    }
    Intl::NumberFormat::new(&locales(), &options).format()
}

/// The browser's own locale where it is of the page's language: it knows the person's region.
fn locales() -> Array {
    Array::of1(&locale().into())
}

fn locale() -> String {
    let tag = LANGUAGES[CURRENT.load(Ordering::Relaxed)].0;
    let own = window()
        .navigator()
        .language()
        .filter(|own| own.starts_with(tag));
    own.unwrap_or_else(|| tag.to_owned())
}

/// A number's digits as the page's language writes them, with its own sign before the decimals; what
/// is no number stays.
pub(crate) fn written(digits: &str) -> String {
    if is_english() || schema::decimal(digits).is_none() {
        return digits.to_owned();
    }
    digits.replacen('.', ",", 1)
}

/// The digits that are sent of a number as the page's language writes it; what is none stays.
pub(crate) fn digits(text: &str) -> String {
    let pointed = text.replacen(',', ".", 1);
    if is_english() || schema::decimal(&pointed).is_none() {
        return text.to_owned();
    }
    pointed
}

/// A place in a line, such as `2nd`.
pub(crate) fn ordinal(place: usize) -> String {
    let english = match (place % 10, place % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    integer(place) + [english, "."][CURRENT.load(Ordering::Relaxed)]
}

/// A size of a file: `812 B`, `14 kB`, `3.2 MB`.
pub(crate) fn bytes(size: f64) -> String {
    let (number, digits, unit) = match size {
        ..1e3 => (size, 0, " B"),
        1e3..1e6 => (size / 1e3, 0, " kB"),
        1e6..1e9 => (size / 1e6, 1, " MB"),
        _ => (size / 1e9, 1, " GB"),
    };
    decimal(number, digits) + unit
}

/// A span in the two units that matter: `4 s`, `2 min 05 s`, `3 h 10 min`.
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

/// A measured span: tenths while it is short.
pub(crate) fn measured(ms: f64) -> String {
    if (0.0..10_000.0).contains(&ms) {
        return decimal(ms / 1000.0, 1) + " s";
    }
    span(ms)
}

/// A point in time: the time of day, with the date before it unless it is today's.
pub(crate) fn point(ms: f64) -> String {
    let date = Date::new(&ms.into());
    let today = Date::new_0().to_date_string() == date.to_date_string();
    let locale = locale();
    let text = if today {
        date.to_locale_time_string(&locale)
    } else {
        date.to_locale_string(&locale, &JsValue::UNDEFINED)
    };
    text.into()
}

#[cfg(test)]
mod tests;
