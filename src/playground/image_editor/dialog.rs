//! The dialog of the editor: crop or mask, by pointer; the crop also by numbers.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{File, HtmlDialogElement};

use super::canvas::{Canvas, bitmap};
use super::controls::{crop_inputs, mask_controls, ratio_choice, remove_buttons, zoom_buttons};
use super::editor::{Editor, Tool};
use super::edits::{self, Edit};
use super::frame::stage;
use super::steps::Steps;
use crate::language::Message;
use crate::messages as say;
use ui::{El, button, el, open_modal, spawn_local, untrack};

const TOOLS: [(Tool, Message); 3] = [
    (Tool::Crop, say::EDIT_CROP),
    (Tool::Paint, say::EDIT_PAINT),
    (Tool::Erase, say::EDIT_ERASE),
];
/// The size of the brush at first, as a share of the image's shorter side.
const BRUSH: f64 = 0.08;

/// The editor of a file, which may be an edited one. `done` gets the edited file, or nothing if the person cancels.
pub(crate) fn image_editor(file: File, done: impl Fn(Option<File>) + 'static) -> El {
    let (image, mask) = (el("canvas", "edit-image"), el("canvas", "edit-mask"));
    let editor = Editor::new(Canvas::new(&image, &mask));
    let dialog = el("dialog", "zoom editor").attr("aria-label", say::EDIT_IMAGE);
    let node: HtmlDialogElement = dialog.node().clone().unchecked_into();
    let edit = edits::of(&file);
    let original = edit.as_ref().map_or(&file, |edit| &edit.original).clone();
    load(editor.clone(), original.clone(), edit, &node);
    let done: Rc<dyn Fn(Option<File>)> = Rc::new(done);
    let cancel = {
        let done = done.clone();
        move |_| done(None)
    };
    let (edited, keys) = (editor.clone(), editor.clone());
    dialog
        .on("cancel", move |event| {
            if !edited.may_close() {
                event.prevent_default();
            }
        })
        .on("keydown", move |event| keys.on_key(&event))
        .on("close", cancel)
        .child(
            el("div", "zoom-content")
                .child(toolbar(&editor, original, node, done))
                .child(stage(editor, image, mask)),
        )
}

fn load(editor: Editor, original: File, edit: Option<Edit>, dialog: &HtmlDialogElement) {
    open_modal(dialog);
    spawn_local(async move {
        let drawn = bitmap(&original)
            .await
            .and_then(|image| editor.canvas.draw(&image));
        let [width, height] = editor.canvas.size();
        let _ = editor.error.try_set(drawn.is_none());
        let _ = editor.is_loaded.try_set(drawn.is_some());
        let brush = (width.min(height) * BRUSH).max(1.0).round();
        // The dialog may be closed.
        if editor.brush.try_set(brush).is_some() {
            return;
        }
        if let Some(edit) = edit {
            editor.restore(edit.steps, edit.feather);
        }
    });
}

fn toolbar(
    editor: &Editor,
    original: File,
    dialog: HtmlDialogElement,
    done: Rc<dyn Fn(Option<File>)>,
) -> El {
    let (tool, error) = (editor.tool, editor.error);
    let is_leaving = editor.is_leaving;
    let choice = move |(this, label): (Tool, Message)| {
        button("segment", move || tool.set(this))
            .attr("aria-pressed", move || (tool.get() == this).to_string())
            .text(label)
    };
    let apply = {
        let editor = editor.clone();
        move || {
            let (editor, original, done) = (editor.clone(), original.clone(), done.clone());
            spawn_local(async move {
                let (kept, feather) = untrack(|| (editor.kept(), editor.feather.get()));
                match editor.canvas.file(kept, feather, &original.name()).await {
                    Ok(edited) => {
                        edits::remember(Edit {
                            edited: edited.clone(),
                            original,
                            steps: editor.steps.with_untracked(Steps::clone),
                            feather,
                        });
                        done(Some(edited));
                    }
                    Err(_) => {
                        let _ = editor.error.try_set(true);
                    }
                }
            });
        }
    };
    let left = editor.clone();
    let cancel = move || {
        if left.may_close() {
            dialog.close();
        }
    };
    let tools = el("div", "edit-tools")
        .child(
            el("div", "segments")
                .attr("role", "group")
                .attr("aria-label", say::EDIT_IMAGE)
                .children(TOOLS.map(choice)),
        )
        .children(remove_buttons(editor))
        .child(ratio_choice(editor))
        .children(crop_inputs(editor))
        .child(mask_controls(editor))
        .child(zoom_buttons(editor))
        .child(el("span", "hint").text(move || hint(tool.get())))
        .child(el("span", "hint").attr("role", "alert").text(move || {
            match (error.get(), is_leaving.get()) {
                (true, _) => Some(say::EDIT_FAILED.now()),
                (_, true) => Some(say::EDIT_LEAVE.now()),
                _ => None,
            }
        }));
    let ends = el("div", "edit-ends")
        .child(button("button small", cancel).text(say::EDIT_CANCEL))
        .child(button("button primary small", apply).text(say::EDIT_APPLY));
    el("div", "zoom-toolbar").child(tools).child(ends)
}

/// What the pointer does with a tool, and what that has an effect on.
fn hint(tool: Tool) -> Message {
    match tool {
        Tool::Crop => say::EDIT_CROP_HINT,
        Tool::Paint | Tool::Erase => say::EDIT_MASK_HINT,
    }
}
