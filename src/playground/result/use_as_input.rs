//! Puts an output into a field that takes files of its kind: of the shown form, or of another workflow.

use crate::messages as say;
use crate::output_drag::output_file;
use crate::reveal::{self, reveal};
use crate::runs::Runs;
use crate::workflows::{FileField, Workflows};
use schema::OutputKind;
use ui::{El, RwSignal, choice_option, el, expect_context, spawn_local, value};

/// A choice between the fields that take the output; `None` if there are none.
pub(super) fn use_as_input(url: String, name: String, kind: OutputKind) -> Option<El> {
    let (workflows, runs): (Workflows, Runs) = (expect_context(), expect_context());
    let fields = workflows.file_fields(kind);
    if fields.is_empty() {
        return None;
    }
    let failed = RwSignal::new(false);
    let option = |(index, field): (usize, &FileField)| {
        let name = [&field.workflow, " › ", &field.label].concat();
        choice_option(&index.to_string(), &name)
    };
    let options: Vec<El> = fields.iter().enumerate().map(option).collect();
    // What is shown, and of which output.
    let label = [say::USE_AS_INPUT.now(), " ", &name].concat();
    let choose = move |event| {
        let index: usize = value(&event).parse().unwrap_or(usize::MAX);
        let Some(field) = fields.get(index).cloned() else {
            return;
        };
        let (url, name) = (url.clone(), name.clone());
        // The choice is a command, so the next one may be the same.
        reset(&event);
        spawn_local(async move {
            let file = output_file(&url, &name).await;
            let _ = failed.try_set(file.is_none());
            if let Some(file) = file {
                runs.stage.keep_as_input_of(&field.workflow_id);
                workflows.put_file(&field, file);
                reveal(reveal::FORM);
            }
        });
    };
    let select = el("select", "input use-as-input")
        .attr("aria-label", label)
        .on("change", choose)
        .child(choice_option("", say::USE_AS_INPUT.now()))
        .children(options);
    let why = move || failed.get().then_some(say::USE_AS_INPUT_FAILED.now());
    let hint = el("span", "hint").attr("role", "status").text(why);
    Some(el("span", "use-as-input-place").child(select).child(hint))
}

fn reset(event: &web_sys::Event) {
    use wasm_bindgen::JsCast;
    let select = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::HtmlSelectElement>().ok());
    if let Some(select) = select {
        select.set_value("");
    }
}
