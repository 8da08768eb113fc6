//! A table with a row per run, read from CSV (RFC 4180). Pure.

use super::value::BatchValue;
use super::variation::MAX_RUNS;
use crate::csv::records;
use crate::messages as say;

/// The rows, each with the values of some fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    /// The name of its file.
    pub(crate) name: String,
    /// The names of the fields, in the order of the columns.
    pub(crate) columns: Vec<String>,
    /// The values of each run. An empty cell leaves the field's value as it is.
    pub(crate) rows: Vec<Vec<String>>,
}

impl Table {
    /// Reads a table whose first row names fields, by their names or labels. `fields` are the names and labels of
    /// the form's fields.
    ///
    /// # Errors
    /// A message if a column has no field, a row has too many cells, or there are no or too many rows.
    pub(crate) fn read(
        name: &str,
        text: &str,
        fields: &[(String, String)],
    ) -> Result<Self, String> {
        let mut records = records(text).into_iter();
        let head = records.next().unwrap_or_default();
        let mut columns = Vec::new();
        for cell in &head {
            let cell = cell.trim();
            let is_it = |(name, label): &&(String, String)| name == cell || label == cell;
            match fields.iter().find(is_it) {
                Some((name, _)) => columns.push(name.clone()),
                None => return Err(say::TABLE_UNKNOWN_COLUMN.with(&[cell])),
            }
        }
        let rows: Vec<Vec<String>> = records.collect();
        if let Some(row) = rows.iter().position(|row| row.len() > columns.len()) {
            return Err(say::TABLE_LONG_ROW.with(&[&(row + 1).to_string()]));
        }
        match rows.len() {
            0 => Err(say::TABLE_EMPTY.now().to_owned()),
            1..=MAX_RUNS => Ok(Self {
                name: name.to_owned(),
                columns,
                rows,
            }),
            _ => Err(say::BATCH_TOO_LARGE.now().to_owned()),
        }
    }

    /// The values of each run.
    pub(super) fn runs(&self) -> Vec<Vec<BatchValue>> {
        let run = |row: &Vec<String>| {
            let cells = self.columns.iter().zip(row);
            let cells = cells.filter(|(_, text)| !text.is_empty());
            cells
                .map(|(name, text)| BatchValue::of_text(name, text.clone()))
                .collect()
        };
        self.rows.iter().map(run).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Table, String> {
        let fields = [("title", "Title"), ("size", "Size")];
        let fields = fields.map(|(name, label)| (name.to_owned(), label.to_owned()));
        Table::read("runs.csv", text, &fields)
    }

    #[test]
    fn each_row_is_a_run() {
        let table = read("title,Size\r\n\"a, \"\"b\"\"\nc\",64\r\n\r\nd,\r\n").unwrap();
        assert_eq!(table.columns, ["title", "size"]);
        assert_eq!(table.rows, [["a, \"b\"\nc", "64"], ["d", ""]]);
    }

    #[test]
    fn a_table_of_a_german_spreadsheet_is_read() {
        assert_eq!(
            read("\u{feff}title;size\na,b;64").unwrap().rows,
            [["a,b", "64"]]
        );
    }

    #[test]
    fn a_faulty_table_is_rejected_with_its_reason() {
        for (text, reason) in [
            ("", "no rows"),
            ("title\n", "no rows"),
            ("titel\na", "“titel”"),
            ("title\na,b", "Row 1"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
        let long = ["title\n", &"a\n".repeat(MAX_RUNS + 1)].concat();
        assert!(read(&long).is_err());
    }
}
