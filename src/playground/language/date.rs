//! How the page writes a point in time: the time of day, with its date unless that is today.

use std::cell::RefCell;
use std::sync::atomic::Ordering;

use js_sys::{Date, Function, Intl, Object, Reflect};
use wasm_bindgen::JsValue;

use super::{CURRENT, locales};

/// What a text says about a point in time.
#[derive(Clone, Copy)]
enum Style {
    /// The time of day, without seconds.
    Time,
    /// The day and the month.
    Day,
    /// The same with the year.
    Date,
    /// The date and the time with seconds.
    Exact,
    /// The same with the weekday.
    Full,
}

/// How many styles there are.
const STYLES: usize = 5;

thread_local! {
    /// A formatter per style, and the language that they are for; making one is slow.
    static FORMATTERS: RefCell<(usize, [Option<Function>; STYLES])> =
        const { RefCell::new((usize::MAX, [const { None }; STYLES])) };
}

/// A day, seen from today.
#[derive(Debug, PartialEq, Eq)]
enum Day {
    Today,
    Yesterday,
    ThisYear,
    Other,
}

/// Year, month and day of the month.
type Calendar = [u32; 3];

/// The time of day, after the date unless it is today: `2:03:22 PM`, `yesterday 2:03 PM`, `Nov 12, 2:03 PM`.
pub(crate) fn point(ms: f64) -> String {
    let join = match day_of(ms) {
        Day::Today => return time_of_day(ms),
        Day::Yesterday => " ",
        Day::ThisYear | Day::Other => ", ",
    };
    [&short_point(ms), join, &written(ms, Style::Time)].concat()
}

/// The same where there is little room: the time of day if it is today, else the date.
pub(crate) fn short_point(ms: f64) -> String {
    match day_of(ms) {
        Day::Today => time_of_day(ms),
        Day::Yesterday => yesterday(),
        Day::ThisYear => written(ms, Style::Day),
        Day::Other => written(ms, Style::Date),
    }
}

/// The date and the time of day: `Nov 12, 2026, 2:03:22 PM`.
pub(crate) fn exact_point(ms: f64) -> String {
    written(ms, Style::Exact)
}

/// The same with the weekday: `Thursday, November 12, 2026 at 2:03:22 PM`.
pub(crate) fn full_point(ms: f64) -> String {
    written(ms, Style::Full)
}

/// The day of a point in time, on the calendar of this computer.
fn day_of(ms: f64) -> Day {
    let today = Date::new_0();
    let before = today.get_date() as i32 - 1;
    let yesterday =
        Date::new_with_year_month_day(today.get_full_year(), today.get_month() as i32, before);
    day(
        calendar(&Date::new(&ms.into())),
        calendar(&today),
        calendar(&yesterday),
    )
}

fn calendar(date: &Date) -> Calendar {
    [date.get_full_year(), date.get_month(), date.get_date()]
}

fn day(date: Calendar, today: Calendar, yesterday: Calendar) -> Day {
    match date {
        _ if date == today => Day::Today,
        _ if date == yesterday => Day::Yesterday,
        [year, ..] if year == today[0] => Day::ThisYear,
        _ => Day::Other,
    }
}

fn time_of_day(ms: f64) -> String {
    let locale = locales().get(0).as_string().unwrap_or_default();
    Date::new(&ms.into()).to_locale_time_string(&locale).into()
}

fn yesterday() -> String {
    let options = options_of(&[("numeric", "auto")]);
    let format = Intl::RelativeTimeFormat::new(&locales(), &options);
    format.format(-1.0, "day").into()
}

fn written(ms: f64, style: Style) -> String {
    let language = CURRENT.load(Ordering::Relaxed);
    let formatter = FORMATTERS.with_borrow_mut(|(made_for, all)| {
        if *made_for != language {
            *made_for = language;
            all.fill(None);
        }
        let own = all.get_mut(style as usize)?;
        Some(own.get_or_insert_with(|| formatter(style)).clone())
    });
    let text =
        formatter.and_then(|formatter| formatter.call1(&JsValue::UNDEFINED, &ms.into()).ok());
    text.and_then(|text| text.as_string()).unwrap_or_default()
}

fn formatter(style: Style) -> Function {
    let options: &[(&str, &str)] = match style {
        Style::Time => &[("timeStyle", "short")],
        Style::Day => &[("month", "short"), ("day", "numeric")],
        Style::Date => &[("year", "numeric"), ("month", "short"), ("day", "numeric")],
        Style::Exact => &[("dateStyle", "medium"), ("timeStyle", "medium")],
        Style::Full => &[("dateStyle", "full"), ("timeStyle", "medium")],
    };
    let options = options_of(options);
    Intl::DateTimeFormat::new(&locales(), &options).format()
}

fn options_of(pairs: &[(&str, &str)]) -> Object {
    let options = Object::new();
    for (name, value) in pairs {
        let _ = Reflect::set(&options, &(*name).into(), &(*value).into());
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_seen_from_today() {
        // The first of January; months are counted from 0.
        let (today, yesterday) = ([2027, 0, 1], [2026, 11, 31]);
        let day = |date| day(date, today, yesterday);
        assert_eq!(day([2027, 0, 1]), Day::Today);
        assert_eq!(day([2026, 11, 31]), Day::Yesterday);
        assert_eq!(day([2026, 11, 30]), Day::Other);
        // The clock of the deployment may be ahead.
        assert_eq!(day([2027, 0, 2]), Day::ThisYear);
        assert_eq!(day([2026, 0, 1]), Day::Other);
    }
}
