//! Fills in times: `%date:yyyy-MM-dd%` as ComfyUI's editor does, and `%year%` … `%second%`, which its engine
//! knows and embedded engines do not. Does not know the current time.

use chrono::{Datelike, NaiveDateTime, Timelike};

use workflow::name_text;

/// The text with this time in it.
pub(crate) fn filled(text: &str, time: NaiveDateTime) -> String {
    name_text::filled(text, |name| {
        if let Some(format) = name.strip_prefix("date:") {
            return Some(date(format, time));
        }
        Some(match name {
            "year" => time.year().to_string(),
            "month" => padded(time.month(), 2),
            "day" => padded(time.day(), 2),
            "hour" => padded(time.hour(), 2),
            "minute" => padded(time.minute(), 2),
            "second" => padded(time.second(), 2),
            _ => return None,
        })
    })
}

/// The time in the editor's format: one or two of `d`, `M`, `h`, `m` and `s`, and `yy` or `yyyy`.
fn date(format: &str, time: NaiveDateTime) -> String {
    let (mut date, mut rest) = (String::new(), format);
    while let Some(first) = rest.chars().next() {
        let most = if first == 'y' { 4 } else { 2 };
        let same = rest.chars().take(most).take_while(|c| *c == first).count();
        let (part, behind) = rest.split_at(same * first.len_utf8());
        date.push_str(&date_part(part, time));
        rest = behind;
    }
    date
}

fn date_part(part: &str, time: NaiveDateTime) -> String {
    let padded = |number| padded(number, part.len());
    match part {
        "d" | "dd" => padded(time.day()),
        "M" | "MM" => padded(time.month()),
        "h" | "hh" => padded(time.hour()),
        "m" | "mm" => padded(time.minute()),
        "s" | "ss" => padded(time.second()),
        "yy" => padded(time.year().unsigned_abs() % 100),
        "yyyy" => time.year().to_string(),
        // File names on Windows cannot have it.
        other => other.replace(':', "_"),
    }
}

fn padded(number: u32, width: usize) -> String {
    format!("{number:0width$}")
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;

    use super::*;

    fn filled_then(text: &str) -> String {
        let day = NaiveDate::from_ymd_opt(2026, 3, 7).unwrap();
        filled(text, day.and_hms_opt(4, 5, 6).unwrap())
    }

    #[test]
    fn dates_are_filled_in_as_the_editor_does() {
        for (text, expected) in [
            ("%date:yyyy-MM-dd%", "2026-03-07"),
            ("x_%date:yyMMdd%_y", "x_260307_y"),
            ("%date:d.M.yyyy%", "7.3.2026"),
            ("%date:yyyy/MM%/img", "2026/03/img"),
            ("%date:hh:mm:ss%", "04_05_06"),
            ("%date:hhh%", "044"),
            ("%date:yyy y é%", "yyy y é"),
            ("%date:dd%%date:MM%", "0703"),
        ] {
            assert_eq!(filled_then(text), expected);
        }
    }

    #[test]
    fn times_of_the_engine_are_filled_in_and_the_rest_stays() {
        let time = "%year%-%month%-%day%_%hour%%minute%%second%";
        assert_eq!(filled_then(time), "2026-03-07_040506");
        for text in ["%width%x%height%", "100%", "%%", "%date%", "%Gone.text%"] {
            assert_eq!(filled_then(text), text);
        }
    }
}
