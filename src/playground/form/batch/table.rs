//! A table with a row per run, read from CSV. Pure.

use super::value::BatchValue;
use super::variation::MAX_RUNS;
use crate::csv::{self, Record};
use crate::language::integer;
use crate::messages as say;
use crate::runs::RESULT_COLUMNS;
use schema::decimal;

/// The rows, each with the values of some fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    /// The name of its file.
    pub(crate) name: String,
    /// The fields, in the order of the columns.
    pub(crate) columns: Vec<Column>,
    /// The values of each run, and the number of the row in a spreadsheet. An empty cell leaves the field's value as
    /// it is.
    pub(crate) rows: Vec<Record>,
}

/// A field that a table may name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    /// The index of the field.
    pub(crate) field: usize,
    /// The field's name.
    pub(crate) name: String,
    /// The field's label, which a table may have instead.
    pub(crate) label: String,
    /// How its cells are read.
    pub(crate) cells: CellKind,
}

/// How a cell is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CellKind {
    /// As it is.
    Text,
    /// With a decimal comma, if that does not separate cells.
    Number,
    /// Also with the words of spreadsheets for true and false.
    Switch,
}

impl Table {
    /// Reads a table whose first row names fields, by their names or labels. `files` are the names of the fields that
    /// take files: only a table of results has columns for them, which are left out.
    ///
    /// # Errors
    /// A message with the row, if quotation marks are not closed, a column has no field or one that another column
    /// has, a value has no column, or there are no or too many rows.
    pub(crate) fn read(
        name: &str,
        text: &str,
        fields: &[Column],
        files: &[String],
    ) -> Result<Self, String> {
        let invalid = |csv::QuoteError(row)| say::TABLE_QUOTES.with(&[&row.to_string()]);
        let csv = csv::read(text).map_err(invalid)?;
        let is_field = |name: &str| fields.iter().any(|field| field.name == name);
        let records = match RESULT_COLUMNS.iter().any(|name| is_field(name)) {
            true => csv.records,
            false => values_of_results(csv.records, files),
        };
        let mut records = records.into_iter();
        let head = records.next().map(|record| record.cells);
        let head = columns(&head.unwrap_or_default(), fields)?;
        let rows: Vec<Record> = records
            .map(|record| row(&head, record, csv.separator))
            .collect::<Result<_, String>>()?;
        match rows.len() {
            0 => Err(say::TABLE_EMPTY.now().to_owned()),
            1..=MAX_RUNS => Ok(Self {
                name: name.to_owned(),
                columns: head.into_iter().flatten().collect(),
                rows,
            }),
            count => Err(say::TABLE_TOO_LARGE.with(&[&integer(count)])),
        }
    }

    /// The values of each run.
    pub(super) fn runs(&self) -> Vec<Vec<BatchValue>> {
        let run = |row: &Record| {
            let cells = self.columns.iter().zip(&row.cells);
            let cells = cells.filter(|(_, text)| !text.is_empty());
            cells
                .map(|(column, text)| BatchValue::of_text(&column.name, text.clone()))
                .collect()
        };
        self.rows.iter().map(run).collect()
    }

    /// Whether every row has a value for the field with this index; `None` if no column does.
    pub(crate) fn replaces(&self, field: usize) -> Option<bool> {
        let column = self
            .columns
            .iter()
            .position(|column| column.field == field)?;
        let has_value = |row: &Record| row.cells.get(column).is_some_and(|cell| !cell.is_empty());
        Some(self.rows.iter().all(has_value))
    }
}

/// The values of the runs in a table of results, which has a row per output. Other tables stay as they are.
fn values_of_results(mut records: Vec<Record>, files: &[String]) -> Vec<Record> {
    let head = records.first().map_or(&[][..], |head| &head.cells);
    if !head.starts_with(&RESULT_COLUMNS.map(str::to_owned)) {
        return records;
    }
    let is_value =
        |name: &String| !RESULT_COLUMNS.contains(&name.as_str()) && !files.contains(name);
    let are_values: Vec<bool> = head.iter().map(is_value).collect();
    records.dedup_by(|next, record| next.cells.get(1) == record.cells.get(1));
    for record in &mut records {
        let mut is_value = are_values.iter();
        record.cells.retain(|_| *is_value.next().unwrap_or(&true));
    }
    records
}

/// The fields that the first row names; none for a column without a name.
fn columns(head: &[String], fields: &[Column]) -> Result<Vec<Option<Column>>, String> {
    let mut columns: Vec<Option<Column>> = Vec::new();
    for cell in head.iter().map(|cell| cell.trim()) {
        let is_named = |field: &&Column| field.name == cell || field.label == cell;
        let found = fields.iter().find(is_named).cloned();
        if found.is_none() && !cell.is_empty() {
            return Err(say::TABLE_UNKNOWN_COLUMN.with(&[cell]));
        }
        if found.is_some() && columns.contains(&found) {
            return Err(say::TABLE_COLUMN_TWICE.with(&[cell]));
        }
        columns.push(found);
    }
    Ok(columns)
}

/// The cells of a row, without those in columns without a name, which are empty.
fn row(head: &[Option<Column>], record: Record, separator: char) -> Result<Record, String> {
    let mut cells = Vec::new();
    for (index, cell) in record.cells.into_iter().enumerate() {
        match head.get(index).and_then(Option::as_ref) {
            Some(column) => cells.push(value(cell, column.cells, separator)),
            None if cell.trim().is_empty() => {}
            None => {
                let [row, column] = [record.row, index + 1].map(|number| number.to_string());
                return Err(say::TABLE_LONG_ROW.with(&[&row, &column]));
            }
        }
    }
    Ok(Record {
        row: record.row,
        cells,
    })
}

/// The value of a cell, as spreadsheets in English and German write it.
fn value(cell: String, kind: CellKind, separator: char) -> String {
    match kind {
        CellKind::Text => cell,
        CellKind::Number => with_point(&cell, separator).unwrap_or(cell),
        CellKind::Switch => match cell.as_str() {
            "TRUE" | "WAHR" => "true".to_owned(),
            "FALSE" | "FALSCH" => "false".to_owned(),
            _ => cell,
        },
    }
}

/// A number whose decimals follow a comma, with a point instead. Between tabs, a comma before three digits may
/// separate thousands.
fn with_point(cell: &str, separator: char) -> Option<String> {
    let (_, decimals) = cell.split_once(',').filter(|_| separator != ',')?;
    if cell.contains('.') || separator == '\t' && decimals.trim_end().len() == 3 {
        return None;
    }
    let number = cell.replacen(',', ".", 1);
    decimal(&number).map(|_| number)
}

#[cfg(test)]
mod tests;
