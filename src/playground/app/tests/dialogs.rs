//! The regions that are dialogs or part of the menu, each alone.

use wasm_bindgen_test::wasm_bindgen_test;

use super::*;
use crate::first_visit::FIRST_VISIT;
use crate::monitoring::monitoring_button;
use crate::notify::Notifier;
use crate::share::share_button;
use api::WorkflowEntry;

/// The text of the open dialog.
pub(super) fn open_text() -> Option<String> {
    let dialog = document().query_selector("dialog[open]").ok()??;
    dialog.text_content()
}

/// Presses the button that opens a dialog.
fn open_dialog() {
    let opener = document().query_selector("[aria-haspopup=dialog]");
    let opener: HtmlElement = opener.unwrap().unwrap().unchecked_into();
    opener.click();
}

#[wasm_bindgen_test]
async fn the_monitoring() {
    let text = text_of(monitoring_button, open_dialog).await;
    for part in ["Monitoring", "Last hour"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[wasm_bindgen_test]
async fn the_sharing_of_a_result() {
    let region = || {
        let workflows: Workflows = expect_context();
        workflows.listing.fill(vec![WorkflowEntry {
            id: "poster".into(),
            share: Some("true".into()),
            ..WorkflowEntry::default()
        }]);
        share_button(completed_run())
    };
    let text = text_of(region, open_dialog).await;
    for part in ["Share “My poster”", "Anyone with the link"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[wasm_bindgen_test]
async fn what_a_first_visit_sees_of_a_workflow() {
    let region = || el("div", "").live(|| FIRST_VISIT.view(|view| view()));
    let text = text_of(region, choose_workflow).await;
    assert!(text.contains("My poster"), "{text}");
}

#[wasm_bindgen_test]
async fn the_settings_of_notifications() {
    let region = || el("div", "").children(expect_context::<Notifier>().settings());
    let text = text_of(region, nothing).await;
    assert!(text.contains("Notify me when a run finishes"), "{text}");
}
