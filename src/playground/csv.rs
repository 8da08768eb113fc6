//! Comma-separated values (RFC 4180), as spreadsheets write and read them: what was written is read again exactly.
//! Pure.

use std::mem::take;

/// What spreadsheets recognize UTF-8 by.
const MARK: char = '\u{feff}';
/// What separates cells, the most usual first.
const SEPARATORS: [char; 3] = [',', ';', '\t'];
/// What a formula begins with, also in its wide form.
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// The content of a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Csv {
    /// What separates its cells.
    pub(crate) separator: char,
    /// Its rows, without empty ones.
    pub(crate) records: Vec<Record>,
}

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    /// Its number in a spreadsheet; the first is 1.
    pub(crate) row: usize,
    /// The texts of its cells.
    pub(crate) cells: Vec<String>,
}

/// The number of the row in which a quotation mark is not closed, or text follows the closing one.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct QuoteError(pub(crate) usize);

/// Reads a file. Its first line says what separates cells, as in `sep=;`, or it is what separates most in that line.
pub(crate) fn read(text: &str) -> Result<Csv, QuoteError> {
    let text = text.strip_prefix(MARK).unwrap_or(text);
    let (separator, text) = match stated_separator(text) {
        Some((separator, rest)) => (separator, rest),
        None => (usual_separator(text), text),
    };
    let mut reader = Reader::new(separator);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if character == '\r' && !reader.is_quoted() && characters.peek() == Some(&'\n') {
            characters.next();
        }
        reader.take(character)?;
    }
    reader.end()
}

/// The separator that the first line states, and the text after that line.
fn stated_separator(text: &str) -> Option<(char, &str)> {
    let end = text.find(['\r', '\n']).unwrap_or(text.len());
    let (line, rest) = text.split_at(end);
    let (word, stated) = line.split_at_checked(4)?;
    let mut stated = stated.chars();
    let separator = stated
        .next()
        .filter(|_| word.eq_ignore_ascii_case("sep="))?;
    let is_usual = stated.next().is_none() && !separator.is_alphanumeric() && separator != '"';
    let rest = rest.strip_prefix('\r').unwrap_or(rest);
    is_usual.then_some((separator, rest.strip_prefix('\n').unwrap_or(rest)))
}

/// What separates most cells of the first row.
fn usual_separator(text: &str) -> char {
    let mut counts = SEPARATORS.map(|separator| (separator, 0_usize));
    let mut is_quoted = false;
    for character in text.chars() {
        match character {
            '"' => is_quoted = !is_quoted,
            '\r' | '\n' if !is_quoted => break,
            _ if is_quoted => {}
            _ => {
                let mut counts = counts.iter_mut();
                if let Some((_, count)) = counts.find(|(own, _)| *own == character) {
                    *count += 1;
                }
            }
        }
    }
    let by_count = counts.into_iter().rev();
    by_count
        .max_by_key(|(_, count)| *count)
        .map_or(',', |(separator, _)| separator)
}

/// Where a reader is in a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Start,
    Plain,
    Quoted,
    /// Behind a quotation mark that closes the cell, unless another one follows.
    Closed,
}

struct Reader {
    separator: char,
    place: Place,
    cell: String,
    record: Record,
    /// Whether the row has a text, or an empty cell in quotation marks.
    is_filled: bool,
    records: Vec<Record>,
}

impl Reader {
    fn new(separator: char) -> Self {
        Self {
            separator,
            place: Place::Start,
            cell: String::new(),
            record: Record {
                row: 1,
                cells: Vec::new(),
            },
            is_filled: false,
            records: Vec::new(),
        }
    }

    fn is_quoted(&self) -> bool {
        self.place == Place::Quoted
    }

    fn take(&mut self, character: char) -> Result<(), QuoteError> {
        match (self.place, character) {
            (Place::Quoted, '"') => self.place = Place::Closed,
            (Place::Quoted, _) => self.cell.push(character),
            (Place::Closed, '"') => {
                self.cell.push('"');
                self.place = Place::Quoted;
            }
            (_, '\r' | '\n') => self.end_row(),
            _ if character == self.separator => self.end_cell(),
            (Place::Start, '"') => {
                self.is_filled = true;
                self.place = Place::Quoted;
            }
            (Place::Closed, ' ') => {}
            (Place::Closed, _) => return Err(QuoteError(self.record.row)),
            _ => {
                self.cell.push(character);
                self.place = Place::Plain;
            }
        }
        Ok(())
    }

    fn end_cell(&mut self) {
        self.is_filled |= !self.cell.is_empty();
        self.record.cells.push(unguarded(take(&mut self.cell)));
        self.place = Place::Start;
    }

    fn end_row(&mut self) {
        self.end_cell();
        let next = Record {
            row: self.record.row + 1,
            cells: Vec::new(),
        };
        let record = std::mem::replace(&mut self.record, next);
        if take(&mut self.is_filled) {
            self.records.push(record);
        }
    }

    fn end(mut self) -> Result<Csv, QuoteError> {
        if self.is_quoted() {
            return Err(QuoteError(self.record.row));
        }
        self.end_row();
        Ok(Csv {
            separator: self.separator,
            records: self.records,
        })
    }
}

/// A file with these rows.
pub(crate) fn write<'a>(
    rows: impl IntoIterator<Item = &'a Vec<String>>,
    separator: char,
) -> String {
    let (mut text, separator) = (MARK.to_string(), separator.to_string());
    for row in rows {
        let mut cells: Vec<String> = row.iter().map(|cell| cell_text(cell)).collect();
        // Otherwise it would be an empty line.
        if let Some(first) = cells
            .first_mut()
            .filter(|_| row.iter().all(String::is_empty))
        {
            "\"\"".clone_into(first);
        }
        text.push_str(&cells.join(&separator));
        text.push_str("\r\n");
    }
    text
}

/// One cell. Other separators are quoted, too, since a spreadsheet may split the row there.
fn cell_text(text: &str) -> String {
    let text = guarded(text);
    let is_special = text.contains(['"', ',', ';', '\t', '\n', '\r']);
    // Neither a statement of the separator nor a mark.
    let is_first_word = |word: &str| {
        text.get(..word.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    if is_special || is_first_word("sep=") || text.starts_with(MARK) {
        ["\"", &text.replace('"', "\"\""), "\""].concat()
    } else {
        text
    }
}

/// A text that a spreadsheet does not compute: one that begins like a formula follows an apostrophe.
fn guarded(text: &str) -> String {
    match is_formula(text) && !is_number(text) {
        true => ["'", text].concat(),
        false => text.to_owned(),
    }
}

/// The text without that apostrophe.
fn unguarded(text: String) -> String {
    match text.strip_prefix('\'').filter(|rest| is_formula(rest)) {
        Some(rest) => rest.to_owned(),
        None => text,
    }
}

/// Whether a text begins like a formula, also behind apostrophes: otherwise, one would be lost when it is read.
fn is_formula(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(FORMULA)
}

/// Whether it is a number, with a decimal point or comma.
fn is_number(text: &str) -> bool {
    let number = text.replacen(',', ".", 1).parse::<f64>();
    number.is_ok_and(f64::is_finite)
}

#[cfg(test)]
mod tests;
