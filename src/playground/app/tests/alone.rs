//! The parts of the form's region, each with only the state that it needs. A part that asks for more fails.

use std::rc::Rc;

use wasm_bindgen_test::wasm_bindgen_test;

use super::*;
use crate::exposure::panel::PANEL;
use crate::exposure::{DeployPermission, Selection};
use crate::field::field_view;
use crate::form::{FormViews, ShownForm, form_view};
use crate::listing::Listing;
use crate::workflows::workflow_picker;
use ui::{StoredValue, provide_context};

fn form() -> FormState {
    FormState::new(source(), None)
}

fn provide_connection() -> Connection {
    let connection = Connection::start();
    provide_context(connection);
    connection
}

/// Provides what any change of values needs.
fn provide_undo() -> Undo {
    let undo = Undo::new();
    provide_context(undo);
    provide_context(ShownForm(RwSignal::new(None)));
    undo
}

#[wasm_bindgen_test]
async fn fields_without_the_view_of_their_form() {
    let fields = || {
        provide_undo();
        let form = form();
        let fields = form.current_fields().into_iter();
        el("div", "").children(fields.map(move |field| field_view(form, field)))
    };
    let text = shown_text(fields, nothing).await;
    assert_eq!(
        text.matches("0 – 9").count(),
        2,
        "number and slider: {text}"
    );
    assert!(text.contains("Drop or paste an image"), "{text}");
}

#[wasm_bindgen_test]
async fn a_form_without_the_controls_of_its_fields() {
    let view = || {
        let connection = provide_connection();
        provide_context(Runs::start(connection, provide_undo()));
        let views = FormViews {
            field: |_, field| el("p", "").text(["Control of ", &field.label()].concat()),
            workflow_id: |_| None,
        };
        form_view(form(), views)
    };
    let text = shown_text(view, nothing).await;
    for part in ["Control of My slider", "Advanced", "RunCtrl"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[wasm_bindgen_test]
async fn the_fields_of_an_opened_file_without_the_list_of_workflows() {
    let panel = || {
        let connection = provide_connection();
        provide_context(FileReader::new(script()));
        let form = form();
        let selection = Selection {
            listing: Listing::new(connection),
            permission: DeployPermission::new(connection),
            form: RwSignal::new(Some(form)),
            select: StoredValue::new(Rc::new(|_| {})),
        };
        let last = RwSignal::new(Some(opened(selection, form)));
        el("div", "").live(move || PANEL.get(|panel| panel(last))?)
    };
    let text = shown_text(panel, nothing).await;
    for part in ["Workflow title", "Done choosing"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[wasm_bindgen_test]
async fn the_list_of_workflows_without_a_form() {
    let picker = || {
        let connection = provide_connection();
        provide_context(Runs::start(connection, provide_undo()));
        workflow_picker(Workflows::start(connection, FileReader::new(script())))
    };
    let text = shown_text(picker, nothing).await;
    for part in ["Open workflow", "Form by workflow ID"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}
