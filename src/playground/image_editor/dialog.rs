//! The dialog of the editor: crop or mask, by pointer; the crop also by numbers.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{File, HtmlDialogElement};

use super::canvas::{Canvas, bitmap};
use super::crop::Crop;
use super::editor::{Editor, Tool};
use super::steps::{Step, Steps};
use crate::language::Message;
use crate::messages as say;
use ui::{El, button, el, open_modal, spawn_local, untrack, value};

const TOOLS: [(Tool, Message); 3] = [
    (Tool::Crop, say::EDIT_CROP),
    (Tool::Paint, say::EDIT_PAINT),
    (Tool::Erase, say::EDIT_ERASE),
];
/// The size of the brush at first, as a share of the image's shorter side.
const BRUSH: f64 = 0.08;

/// The editor of a file. `done` gets the edited file, or nothing if the person cancels.
pub(crate) fn image_editor(file: File, done: impl Fn(Option<File>) + 'static) -> El {
    let (image, mask) = (el("canvas", "edit-image"), el("canvas", "edit-mask"));
    let editor = Editor::new(Canvas::new(&image, &mask));
    let dialog = el("dialog", "zoom editor").attr("aria-label", say::EDIT_IMAGE);
    let node: HtmlDialogElement = dialog.node().clone().unchecked_into();
    load(editor.clone(), file.clone(), &node);
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
                .child(toolbar(&editor, file.name(), node, done))
                .child(stage(editor, image, mask)),
        )
}

fn load(editor: Editor, file: File, dialog: &HtmlDialogElement) {
    open_modal(dialog);
    spawn_local(async move {
        let drawn = bitmap(&file)
            .await
            .and_then(|image| editor.canvas.draw(&image));
        let [width, height] = editor.canvas.size();
        let _ = editor.error.try_set(drawn.is_none());
        let _ = editor.is_loaded.try_set(drawn.is_some());
        let _ = editor
            .brush
            .try_set((width.min(height) * BRUSH).max(1.0).round());
    });
}

fn toolbar(
    editor: &Editor,
    name: String,
    dialog: HtmlDialogElement,
    done: Rc<dyn Fn(Option<File>)>,
) -> El {
    let (tool, brush, error) = (editor.tool, editor.brush, editor.error);
    let is_leaving = editor.is_leaving;
    let choice = move |(this, label): (Tool, Message)| {
        button("segment", move || tool.set(this))
            .attr("aria-pressed", move || (tool.get() == this).to_string())
            .text(label)
    };
    let size = el("input", "edit-brush")
        .attr("type", "range")
        .attr("min", "1")
        .attr("max", "400")
        .attr("aria-label", say::EDIT_BRUSH)
        .attr("hidden", move || tool.get() == Tool::Crop)
        .prop("value", move || brush.get().to_string())
        .on("input", move |event| {
            brush.set(value(&event).parse().unwrap_or(1.0));
        });
    let apply = {
        let editor = editor.clone();
        move || {
            let (editor, name, done) = (editor.clone(), name.clone(), done.clone());
            spawn_local(async move {
                match editor.canvas.file(untrack(|| editor.kept()), &name).await {
                    Ok(file) => done(Some(file)),
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
    el("div", "zoom-toolbar")
        .child(
            el("div", "segments")
                .attr("role", "group")
                .attr("aria-label", say::EDIT_IMAGE)
                .children(TOOLS.map(choice)),
        )
        .children(remove_buttons(editor))
        .child(size)
        .children(crop_inputs(editor))
        .child(el("span", "hint edit-hint").text(move || hint(tool.get())))
        .child(el("span", "hint").attr("role", "alert").text(move || {
            match (error.get(), is_leaving.get()) {
                (true, _) => Some(say::EDIT_FAILED.now()),
                (_, true) => Some(say::EDIT_LEAVE.now()),
                _ => None,
            }
        }))
        .child(button("button small", cancel).text(say::EDIT_CANCEL))
        .child(button("button primary small", apply).text(say::EDIT_APPLY))
}

/// What the pointer does with a tool, and what that has an effect on.
fn hint(tool: Tool) -> Message {
    match tool {
        Tool::Crop => say::EDIT_CROP_HINT,
        Tool::Paint | Tool::Erase => say::EDIT_MASK_HINT,
    }
}

/// Undo, and Start over.
fn remove_buttons(editor: &Editor) -> [El; 2] {
    let steps = editor.steps;
    let (last, all) = (editor.clone(), editor.clone());
    let remove = |label: Message, act: Box<dyn Fn()>| {
        button("button small", act)
            .attr("disabled", move || steps.with(Steps::is_empty))
            .text(label)
    };
    [
        remove(say::UNDO, Box::new(move || last.undo())),
        remove(say::EDIT_CLEAR, Box::new(move || all.start_over())),
    ]
}

/// The crop in numbers, for people who do not drag.
fn crop_inputs(editor: &Editor) -> [El; 4] {
    type Side = (Message, fn(&Crop) -> f64, fn(&mut Crop, f64));
    let sides: [Side; 4] = [
        (say::EDIT_LEFT, |crop| crop.x, |crop, x| crop.x = x),
        (say::EDIT_TOP, |crop| crop.y, |crop, y| crop.y = y),
        (
            say::EDIT_WIDTH,
            |crop| crop.width,
            |crop, width| crop.width = width,
        ),
        (
            say::EDIT_HEIGHT,
            |crop| crop.height,
            |crop, height| crop.height = height,
        ),
    ];
    sides.map(|(label, read, write)| {
        let (own, shown) = (editor.clone(), editor.clone());
        let input = el("input", "input edit-side")
            .attr("type", "number")
            .attr("min", "0")
            .prop("value", move || {
                let kept = shown.is_loaded.get().then(|| shown.kept());
                kept.map_or_else(String::new, |crop| read(&crop).to_string())
            })
            .on("change", {
                let editor = editor.clone();
                move |event| {
                    let mut crop = untrack(|| editor.kept());
                    write(&mut crop, value(&event).parse().unwrap_or_default());
                    let end = [crop.x + crop.width, crop.y + crop.height];
                    let size = editor.canvas.size();
                    let crop = Crop::between([crop.x, crop.y], end, size);
                    editor.steps.update(|steps| steps.push(Step::Crop(crop)));
                }
            });
        el("label", "edit-label")
            .attr("hidden", move || own.tool.get() != Tool::Crop)
            .text(label)
            .child(input)
    })
}

fn stage(editor: Editor, image: El, mask: El) -> El {
    let (down, moved, up, shown) = (editor.clone(), editor.clone(), editor.clone(), editor);
    let frame = move || {
        let crop = shown.steps.with(Steps::crop)?;
        let [width, height] = shown.canvas.size();
        let percent = |part: f64, whole: f64| [&(part / whole * 100.0).to_string(), "%"].concat();
        let style = [
            ("left", percent(crop.x, width)),
            ("top", percent(crop.y, height)),
            ("width", percent(crop.width, width)),
            ("height", percent(crop.height, height)),
        ];
        let frame = el("div", "edit-crop");
        let node: web_sys::HtmlElement = frame.node().clone().unchecked_into();
        for (name, value) in style {
            let _ = web_sys::HtmlElement::style(&node).set_property(name, &value);
        }
        Some(frame)
    };
    el("div", "zoom-pane edit-pane").child(
        el("div", "edit-stage")
            .on("pointerdown", move |event| down.on_down(&event))
            .on("pointermove", move |event| moved.on_move(&event))
            .on("pointerup", move |_| up.on_up())
            .child(image)
            .child(mask)
            .live(frame),
    )
}
