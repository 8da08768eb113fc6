//! Comma-separated values (RFC 4180). Pure.

/// The records of a CSV text. A semicolon separates cells if the first line has no comma. Empty lines are left out.
pub(crate) fn records(text: &str) -> Vec<Vec<String>> {
    let text = text.trim_start_matches('\u{feff}');
    let first = text.lines().next().unwrap_or_default();
    let separator = if first.contains(',') || !first.contains(';') {
        ','
    } else {
        ';'
    };
    let (mut records, mut record, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut is_quoted = false;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if is_quoted && characters.peek() == Some(&'"') => {
                characters.next();
                cell.push('"');
            }
            '"' if is_quoted || cell.is_empty() => is_quoted = !is_quoted,
            '\r' if !is_quoted => {}
            '\n' if !is_quoted => {
                record.push(std::mem::take(&mut cell));
                records.push(std::mem::take(&mut record));
            }
            _ if character == separator && !is_quoted => record.push(std::mem::take(&mut cell)),
            _ => cell.push(character),
        }
    }
    record.push(cell);
    records.push(record);
    records.retain(|record| record.iter().any(|cell| !cell.is_empty()));
    records
}

/// One line, as in RFC 4180.
pub(crate) fn line<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let cells: Vec<String> = cells.map(cell).collect();
    cells.join(",") + "\r\n"
}

fn cell(text: &str) -> String {
    // A spreadsheet would compute a text that starts like a formula.
    let is_number = text.parse::<f64>().is_ok();
    let text = match text.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number {
        true => ["'", text].concat(),
        false => text.to_owned(),
    };
    if text.contains(['"', ',', '\n', '\r']) {
        ["\"", &text.replace('"', "\"\""), "\""].concat()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_not_a_formula() {
        assert_eq!(cell("=1+2"), "'=1+2");
        assert_eq!(cell("@here"), "'@here");
        assert_eq!(cell("-1.5"), "-1.5");
    }

    #[test]
    fn what_is_written_is_read() {
        let cells = ["a \"b\", c", "two\nlines", "", "-1.5"];
        let text = line(cells.into_iter());
        assert_eq!(records(&text), [cells]);
    }
}
