//! Downloads of the schema, and a table of its fields with names to copy.

use super::state::Developers;
use super::subject::described;
use super::{document, download};
use crate::copy::copy_button;
use crate::field::hint;
use crate::form::{FieldState, FormState};
use crate::language::Message;
use crate::messages as say;
use schema::{Field, FieldKind};
use ui::{El, button, el, untrack};

/// The downloads and the fields.
pub(super) fn schema(developers: Developers, form: FormState) -> El {
    let all = move || {
        let names: Vec<String> = form.current_fields().iter().map(FieldState::name).collect();
        names.join("\n")
    };
    let fields = move || Some(el("tbody", "").children(form.fields.get().into_iter().map(row)));
    let heads = [
        say::FIELD_NAME,
        say::FIELD_TYPE,
        say::FIELD_ACCEPTS,
        say::FIELD_LABEL,
    ];
    let head = |word: Message| el("th", "").attr("scope", "col").text(word);
    let copies = el("td", "");
    el("div", "pane")
        .child(
            el("div", "developers-do")
                .child(save(developers, form, "schema", say::SCHEMA_DOWNLOAD))
                .child(save(developers, form, "openapi", say::OPENAPI_DOWNLOAD))
                .child(copy_button(say::FIELDS_COPY_NAMES, all)),
        )
        .child(
            el("table", "field-names")
                .attr("aria-label", say::FIELDS)
                .child(el("thead", "").child(el("tr", "").children(heads.map(head)).child(copies)))
                .live(fields),
        )
}

fn row(field: FieldState) -> El {
    let name = field.name();
    let (kind, accepts) = field
        .definition
        .with_value(|fixed| (fixed.kind.name(), accepts(fixed)));
    let id = ["name-", &field.id()].concat();
    el("tr", "")
        .child(
            el("th", "mono")
                .attr("scope", "row")
                .attr("id", id.clone())
                .attr("dir", "auto")
                .attr("translate", "no")
                .text(name.clone()),
        )
        .child(el("td", "").text(kind))
        .child(el("td", "").attr("dir", "auto").text(accepts))
        .child(el("td", "").attr("dir", "auto").text(field.label()))
        .child(
            el("td", "")
                .child(copy_button(say::COPY, move || name.clone()).attr("aria-describedby", id)),
        )
}

/// Whether a field is required, and which values it accepts.
fn accepts(field: &Field) -> String {
    let options = match &field.kind {
        FieldKind::Choice { options } => Some(options.join(", ")),
        kind => hint(kind),
    };
    let required = field.required.then(|| say::REQUIRED.now().to_owned());
    let parts: Vec<String> = required.into_iter().chain(options).collect();
    parts.join(" · ")
}

/// A button that saves the schema in this format.
fn save(developers: Developers, form: FormState, format: &'static str, word: Message) -> El {
    let act = move || {
        let mut described = untrack(|| described(form));
        described.raw("schema", &document::write(&form.schema()));
        let described = described.end();
        let name = [&file_name(&form.name()), ".", format, ".json"].concat();
        let keep = move |text: Option<String>| {
            if let Some(text) = text {
                download::save(&text, &name);
            }
        };
        let request = ["document", format, &described];
        developers.write(request, say::SCHEMA_FAILED, Box::new(keep));
    };
    button("button small", act).text(word)
}

/// A workflow's name as a file name that every file system accepts.
fn file_name(name: &str) -> String {
    let safe = |char: char| match char {
        '-' | '_' => char,
        char if char.is_ascii_alphanumeric() => char,
        // Letters of any script, but neither control characters nor general punctuation.
        '\u{a1}'..='\u{1fff}' | '\u{2070}'.. => char,
        _ => '-',
    };
    let name: String = name.trim().chars().map(safe).take(80).collect();
    match name.trim_matches('-') {
        "" => "workflow".to_owned(),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn a_file_is_named_after_its_workflow_without_reserved_characters() {
        assert_eq!(file_name("../Größe: <b>"), "Größe---b");
        assert_eq!(file_name("…"), "workflow");
    }
}
