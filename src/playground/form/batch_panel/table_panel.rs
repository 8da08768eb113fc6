//! The fold with a table of runs: opens a CSV file with a row per run, and saves the values as one. In the deferred
//! chunk.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, Event, File, HtmlInputElement};

use super::run_count::run_count_text;
use super::table_file::{Encoding, file_text};
use crate::csv;
use crate::file_list::file_list;
use crate::form::batch::{BatchSettings, CellKind, Column, Table};
use crate::form::field_state::FieldState;
use crate::form::state::FormState;
use crate::form::undoable::Undoable;
use crate::language::{integer, list_separator};
use crate::messages as say;
use crate::save::save;
use schema::FieldKind;
use ui::{El, RwSignal, button, el, spawn_local};

/// The number of rows that are shown.
const PREVIEW: usize = 5;

/// The content.
pub(crate) fn content(form: FormState) -> El {
    let error = RwSignal::new(String::new());
    let note = RwSignal::new(String::new());
    let undoable = Undoable::new(form);
    let open = move |event: Event| {
        let input = event
            .target()
            .and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(input) = input else { return };
        let file = file_list(input.files()).into_iter().next();
        input.set_value("");
        if let Some(file) = file {
            spawn_local(async move {
                let (noted, message) = match read(form, undoable, file).await {
                    Ok(noted) => (noted, String::new()),
                    Err(message) => (String::new(), message),
                };
                let _ = note.try_set(noted);
                let _ = error.try_set(message);
            });
        }
    };
    let input = el("input", "unseen")
        .attr("type", "file")
        .attr("accept", ".csv,.tsv,.txt,text/csv")
        .on("change", open);
    let buttons = el("div", "fold-buttons")
        .child(
            el("label", "button small")
                .text(say::TABLE_OPEN)
                .child(input),
        )
        .child(button("button small", move || save_values(form)).text(say::TABLE_SAVE));
    el("div", "fold-content")
        .child(el("p", "hint").text(say::TABLE_HELP))
        .child(buttons)
        .child(
            el("p", "field-error")
                .attr("role", "alert")
                .text(move || error.get()),
        )
        .child(
            el("p", "hint")
                .attr("role", "status")
                .text(move || note.get()),
        )
        .live(move || {
            let table = form.batch.with(|batch| batch.table.clone())?;
            Some(preview(form, undoable, &table))
        })
}

/// Reads a table, and makes its rows the runs. Returns a note about its encoding, if that was guessed.
async fn read(form: FormState, undoable: Undoable, file: File) -> Result<String, String> {
    let (text, encoding) = file_text(&file).await?;
    let (files, fields): (Vec<_>, Vec<_>) = form
        .current_fields()
        .into_iter()
        .partition(FieldState::takes_files);
    let fields: Vec<Column> = fields.iter().map(column).collect();
    let files: Vec<String> = files.iter().map(FieldState::name).collect();
    let named = |why: String| [&file.name(), ": ", &why].concat();
    let table = Table::read(&file.name(), &text, &fields, &files).map_err(named)?;
    let message = say::TABLE_OPENED.with(&[&file.name()]);
    undoable.change(message, move || {
        form.batch.set(BatchSettings {
            variations: Vec::new(),
            table: Some(table),
        });
        form.clear_batch_errors();
    });
    Ok(match encoding {
        Encoding::Unicode => String::new(),
        Encoding::Windows1252 => say::TABLE_ANSI.with(&[&file.name()]),
    })
}

/// The field as a column of a table.
fn column(field: &FieldState) -> Column {
    let cells = field.definition.with_value(|field| match field.kind {
        FieldKind::Number(_) | FieldKind::Slider(_) => CellKind::Number,
        FieldKind::Boolean => CellKind::Switch,
        _ => CellKind::Text,
    });
    Column {
        field: field.index,
        name: field.name(),
        label: field.label(),
        cells,
    }
}

/// The first rows, and the button that removes the table.
fn preview(form: FormState, undoable: Undoable, table: &Table) -> El {
    let cell =
        |tag: &'static str| move |text: &String| el(tag, "").attr("dir", "auto").text(text.clone());
    let names = table.columns.iter().map(|column| &column.name);
    let head = el("tr", "").children(names.map(cell("th")));
    let rows = table.rows.iter().take(PREVIEW);
    let rows = rows.map(|row| el("tr", "").children(row.cells.iter().map(cell("td"))));
    let more = table.rows.len().saturating_sub(PREVIEW);
    let more = (more > 0).then(|| el("p", "hint").text(say::VARY_MORE.with(&[&integer(more)])));
    let name = table.name.clone();
    let count = move || [&name, ": ", &run_count_text(form)].concat();
    let message = say::TABLE_REMOVED.with(&[&table.name]);
    let remove = move || {
        undoable.change(message.clone(), move || {
            form.batch.update(|batch| batch.table = None);
        });
    };
    el("div", "table-preview")
        .attr("role", "group")
        .attr("tabindex", "0")
        .attr("aria-label", table.name.clone())
        .child(
            el("p", "")
                .attr("dir", "auto")
                .text(count)
                .text(" ")
                .child(button("link-button", remove).text(say::TABLE_REMOVE)),
        )
        .child(
            el("table", "")
                .child(el("thead", "").child(head))
                .child(el("tbody", "").children(rows)),
        )
        .children(more)
}

/// Saves the values of every run that Run would start, with a column per field.
fn save_values(form: FormState) {
    let mut fields = form.current_fields();
    fields.retain(|field| !field.takes_files());
    let runs = form
        .batch
        .with_untracked(|batch| batch.runs(&form.current_fields()));
    let mut runs = runs.unwrap_or_default();
    if runs.is_empty() {
        runs.push(Vec::new());
    }
    let mut rows: Vec<Vec<String>> = vec![fields.iter().map(FieldState::name).collect()];
    rows.extend(runs.iter().map(|run| {
        let value = |field: &FieldState| {
            let varied = run.iter().find(|value| value.is_of(field));
            let text = varied.map_or_else(|| field.text.get_untracked(), |own| own.text.clone());
            field.localize(&text)
        };
        fields.iter().map(value).collect()
    }));
    let table = csv::write(&rows, list_separator());
    let options = BlobPropertyBag::new();
    options.set_type("text/csv");
    let parts = js_sys::Array::of1(&JsValue::from_str(&table));
    if let Ok(blob) = Blob::new_with_str_sequence_and_options(&parts, &options) {
        save(&blob, &[&form.name(), ".csv"].concat());
    }
}
