//! The fold with a table of runs: opens a CSV file with a row per run, and saves the values as one. In the deferred
//! chunk.

use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, Event, File, HtmlInputElement};

use crate::csv::line;
use crate::field::file_list;
use crate::form::batch::{BatchSettings, Table};
use crate::form::field_state::FieldState;
use crate::form::state::FormState;
use crate::form::undoable::Undoable;
use crate::language::integer;
use crate::messages as say;
use crate::save::save;
use ui::{El, RwSignal, button, el, spawn_local};

/// The number of rows that are shown.
const PREVIEW: usize = 5;

/// The content.
pub(crate) fn content(form: FormState) -> El {
    let error = RwSignal::new(String::new());
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
                let message = read(form, undoable, file).await.err().unwrap_or_default();
                let _ = error.try_set(message);
            });
        }
    };
    let input = el("input", "unseen")
        .attr("type", "file")
        .attr("accept", ".csv,text/csv")
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
        .live(move || {
            let table = form.batch.with(|batch| batch.table.clone())?;
            Some(preview(form, undoable, &table))
        })
}

/// Reads a table, and makes its rows the runs.
async fn read(form: FormState, undoable: Undoable, file: File) -> Result<(), String> {
    let text = JsFuture::from(file.text()).await;
    let text = text
        .ok()
        .and_then(|text| text.as_string())
        .unwrap_or_default();
    let fields = form.current_fields();
    let names: Vec<(String, String)> = fields
        .iter()
        .filter(|field| !field.takes_files())
        .map(|field| (field.name(), field.label()))
        .collect();
    let table = Table::read(&file.name(), &text, &names)?;
    let message = say::TABLE_OPENED.with(&[&file.name()]);
    undoable.change(message, move || {
        form.batch.set(BatchSettings {
            variations: Vec::new(),
            table: Some(table),
        });
    });
    Ok(())
}

/// The first rows, and the button that removes the table.
fn preview(form: FormState, undoable: Undoable, table: &Table) -> El {
    let cell =
        |tag: &'static str| move |text: &String| el(tag, "").attr("dir", "auto").text(text.clone());
    let head = el("tr", "").children(table.columns.iter().map(cell("th")));
    let rows = table.rows.iter().take(PREVIEW);
    let rows = rows.map(|row| el("tr", "").children(row.iter().map(cell("td"))));
    let more = table.rows.len().saturating_sub(PREVIEW);
    let more = (more > 0).then(|| el("p", "hint").text(say::VARY_MORE.with(&[&integer(more)])));
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
                .text(say::TABLE_ROWS.count_with(table.rows.len(), &[&table.name]))
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
    let names: Vec<String> = fields.iter().map(FieldState::name).collect();
    let mut table = line(names.iter().map(String::as_str));
    for run in &runs {
        let value = |field: &FieldState| {
            let varied = run.iter().find(|value| value.is_of(field));
            varied.map_or_else(|| field.text.get_untracked(), |value| value.text.clone())
        };
        let cells: Vec<String> = fields.iter().map(value).collect();
        table.push_str(&line(cells.iter().map(String::as_str)));
    }
    let options = BlobPropertyBag::new();
    options.set_type("text/csv");
    let parts = js_sys::Array::of1(&JsValue::from_str(&table));
    if let Ok(blob) = Blob::new_with_str_sequence_and_options(&parts, &options) {
        save(&blob, &[&form.name(), ".csv"].concat());
    }
}
