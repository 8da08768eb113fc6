//! Each region of the page alone, in a browser, with nothing but the state that `provide_state` provides.

#![allow(clippy::unwrap_used, reason = "a failed precondition fails the test")]

mod alone;
mod dialogs;

use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};

use js_sys::{Array, Function, Promise};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{Element, File, HtmlElement};

use super::*;
use crate::archive::Packer;
use crate::deferred::Deferred;
use crate::deferred_chunk;
use crate::exposure::{Opened, Selection};
use crate::file_reader::{ChoiceContent, FileReader, WorkflowContent};
use crate::form::{FormSource, FormState};
use crate::runs::{NewRun, RunRow};
use api::RunOutput;
use schema::{Bounds, Field, FieldKind, InputSchema};
use ui::{Root, document, forget_contexts, window};

wasm_bindgen_test_configure!(run_in_browser);

/// Called as soon as the deferred chunk is loaded.
static LOADED: Deferred<fn()> = Deferred::new();

/// Resolves after the next frame, when every effect and task that is due has run.
async fn settled() {
    let soon = Function::new_with_args("done", "requestAnimationFrame(() => setTimeout(done))");
    let later = Promise::new(&mut |done, _| {
        soon.call1(&"".into(), &done).unwrap();
    });
    JsFuture::from(later).await.unwrap();
}

/// How many panics there were. One in an effect does not end the test.
fn panics() -> usize {
    static WATCHED: Once = Once::new();
    static PANICS: AtomicUsize = AtomicUsize::new(0);
    WATCHED.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            PANICS.fetch_add(1, Ordering::Relaxed);
            report(info);
        }));
    });
    PANICS.load(Ordering::Relaxed)
}

/// The same as [`shown_text`], of a region with the state of the whole page.
async fn text_of(region: fn() -> El, fill: fn()) -> String {
    let page = move || {
        let developers = Developers::start(script());
        provide_state(FileReader::new(script()), developers, Packer::new(script()));
        region()
    };
    shown_text(page, fill).await
}

/// Shows a view, then `fill`s in some state, then loads the deferred chunk. Returns the view's text.
async fn shown_text(view: impl FnOnce() -> El + 'static, fill: fn()) -> String {
    let before = panics();
    let body = empty_page();
    let place: HtmlElement = el("div", "").node().clone().unchecked_into();
    body.append_child(&place).unwrap();
    let page = ui::mount_to_renderer(&place, move || {
        deferred::start(deferred_chunk::load);
        forget_contexts();
        Root::provide();
        view()
    });
    settled().await;
    fill();
    settled().await;
    LOADED.fill(|| ());
    LOADED.run(|_| Box::pin(async {})).await.unwrap();
    settled().await;
    let text: String = [place.text_content(), dialogs::open_text()]
        .into_iter()
        .flatten()
        .collect();
    drop(page);
    body.remove();
    assert_eq!(panics(), before, "panics, which the console output shows");
    text
}

/// What `index.html` has in its body, in an element of its own, since the body belongs to the runner; and no settings or
/// runs of another test.
fn empty_page() -> Element {
    let storage = window().local_storage().unwrap().unwrap();
    storage.clear().unwrap();
    let markup = include_str!("../../../index.html");
    let (_, markup) = markup.split_once("<body>").unwrap();
    let body = document().create_element("div").unwrap();
    body.set_inner_html(markup);
    document().body().unwrap().append_child(&body).unwrap();
    body
}

/// A function of the page's scripts that is never done.
fn script() -> Function {
    Function::new_no_args("return new Promise(() => {})")
}

/// A workflow with a field of each kind; the last one is advanced.
fn source() -> FormSource {
    let numbers = Bounds {
        min: Some("0".into()),
        max: Some("9".into()),
        ..Bounds::default()
    };
    let kinds = [
        FieldKind::Text {
            multiline: true,
            max_length: None,
        },
        FieldKind::Number(numbers.clone()),
        FieldKind::Slider(numbers),
        FieldKind::Boolean,
        FieldKind::Choice {
            options: vec!["a".into()],
        },
        FieldKind::Image,
        FieldKind::Video,
        FieldKind::Audio,
        FieldKind::File { accept: None },
    ];
    let field = |kind: FieldKind| Field::new(["My ", kind.name()].concat(), kind);
    let mut fields: Vec<Field> = kinds.into_iter().map(field).collect();
    if let Some(last) = fields.last_mut() {
        last.advanced = true;
    }
    FormSource {
        deployment: String::new(),
        id: "poster".into(),
        name: "My poster".into(),
        about: None,
        schema: InputSchema {
            fields,
            outputs: Vec::new(),
        },
        problems: Vec::new(),
        warnings: Vec::new(),
        is_refused: false,
        examples: Vec::new(),
        file: None,
        listed: true,
    }
}

fn nothing() {}

fn choose_workflow() {
    let workflows: Workflows = expect_context();
    workflows.form.set(Some(FormState::new(source(), None)));
}

fn open_file() {
    choose_workflow();
    let workflows: Workflows = expect_context();
    let form = workflows.form.get_untracked().unwrap();
    let opened = opened(workflows.selection(), form);
    workflows.opened.set(Some(opened));
}

/// A file whose fields are being chosen.
fn opened(selection: Selection, form: FormState) -> Opened {
    let file = File::new_with_str_sequence(&Array::new(), "mine.json").unwrap();
    let content = WorkflowContent {
        choice: Some(ChoiceContent::default()),
        ..WorkflowContent::default()
    };
    Opened::new(selection, (file, String::new()), form, content, true)
}

fn complete_run() {
    completed_run();
}

fn completed_run() -> RunRow {
    let row = expect_context::<Runs>().begin(NewRun {
        workflow_id: "poster".into(),
        workflow: "My poster".into(),
        inputs: Vec::new(),
        empty_texts: Vec::new(),
        batch: None,
        abort: None,
    });
    row.record.update(|record| {
        record.state = RunState::Completed;
        record.outputs = Some(vec![RunOutput {
            filename: "poster.png".into(),
            ..RunOutput::default()
        }]);
    });
    row
}

#[wasm_bindgen_test]
async fn the_header() {
    let text = text_of(header, nothing).await;
    assert!(text.contains("flowdeck"), "{text}");
}

#[wasm_bindgen_test]
async fn the_connection_panel() {
    let open = || expect_context::<Connection>().panel.set(true);
    let text = text_of(connection_panel, open).await;
    assert!(text.contains("Remember key"), "{text}");
}

#[wasm_bindgen_test]
async fn the_form_with_every_kind_of_field() {
    let text = text_of(form_region, choose_workflow).await;
    for field in source().schema.fields {
        assert!(text.contains(&field.label), "{}: {text}", field.label);
    }
}

#[wasm_bindgen_test]
async fn the_form_of_an_opened_file() {
    let text = text_of(form_region, open_file).await;
    assert!(text.contains("Done choosing"), "{text}");
}

#[wasm_bindgen_test]
async fn the_result_before_the_first_run() {
    let text = text_of(result_region, choose_workflow).await;
    assert!(text.contains("My poster"), "{text}");
}

#[wasm_bindgen_test]
async fn the_result_of_a_run() {
    let text = text_of(result_region, complete_run).await;
    assert!(text.contains("poster.png"), "{text}");
}

#[wasm_bindgen_test]
async fn the_runs_on_their_own_page() {
    let browse = || {
        complete_run();
        expect_context::<Runs>().browser.open();
    };
    let text = text_of(runs_region, browse).await;
    assert!(text.contains("My poster"), "{text}");
}

#[wasm_bindgen_test]
async fn the_queue() {
    let region = || el("div", "").live(|| QUEUE_REGION.view(|region| region()));
    let text = text_of(region, nothing).await;
    assert!(text.contains("0 instances"), "{text}");
}

#[wasm_bindgen_test]
async fn the_code_panel() {
    let open = || {
        choose_workflow();
        expect_context::<Developers>().toggle(true);
    };
    let region = || el("div", "").live(developers_region);
    let text = text_of(region, open).await;
    assert!(text.contains("curl"), "{text}");
}

#[wasm_bindgen_test]
async fn the_command_palette() {
    let region = || expect_context::<Palette>().place();
    let open = || expect_context::<Palette>().show_commands();
    let text = text_of(region, open).await;
    assert!(text.contains("Dark theme"), "{text}");
}

#[wasm_bindgen_test]
async fn the_whole_page() {
    let fill = || {
        choose_workflow();
        complete_run();
    };
    let text = text_of(app, fill).await;
    for part in ["flowdeck", "My text", "poster.png"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}
