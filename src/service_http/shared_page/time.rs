//! Points in time as people read them, in UTC: the page has no script that could know their time zone.

use super::html::escaped;
use super::texts::Texts;

/// A `<time>` element for a time as it is stored, such as `2026-11-24T11:05:10.123Z`.
pub(super) fn time(stored: &str, texts: &Texts) -> String {
    let shown = shown(stored, texts);
    let shown = shown.unwrap_or_else(|| stored.to_owned());
    format!(
        "<time datetime=\"{}\">{}</time>",
        escaped(stored),
        escaped(&shown)
    )
}

fn shown(stored: &str, texts: &Texts) -> Option<String> {
    let (year, month) = (stored.get(..4)?, stored.get(5..7)?);
    let (day, time) = (stored.get(8..10)?, stored.get(11..16)?);
    let month: usize = month.parse().ok()?;
    let month = texts.months.get(month.checked_sub(1)?)?;
    let day: u32 = day.parse().ok()?;
    let dot = texts.after_day;
    Some(format!("{day}{dot} {month} {year}, {time} UTC"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_shown_in_each_language() {
        let shown = |texts| shown("2026-03-04T05:06:07.890Z", texts);
        assert_eq!(shown(&Texts::ENGLISH).unwrap(), "4 March 2026, 05:06 UTC");
        assert_eq!(shown(&Texts::GERMAN).unwrap(), "4. März 2026, 05:06 UTC");
    }

    #[test]
    fn an_unreadable_time_is_shown_as_it_is() {
        for stored in [
            "",
            "2026",
            "2026-13-01T00:00:00Z",
            "2026-00-01T00:00:00Z",
            "<ü>",
        ] {
            let html = time(stored, &Texts::ENGLISH);
            assert!(
                html.ends_with(&format!(">{}</time>", escaped(stored))),
                "{html}"
            );
        }
    }
}
