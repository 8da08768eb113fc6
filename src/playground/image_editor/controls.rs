//! What the editor's toolbar has for each tool: the numbers and the ratio of the crop, the brush and the edge of the
//! mask, and the size at which both are shown.

use super::crop::Crop;
use super::editor::{Editor, Tool};
use super::steps::{Step, Steps};
use crate::language::{Message, integer};
use crate::messages as say;
use ui::{El, RwSignal, button, choice_option, el, untrack, value};

/// The ratios of width to height that can be chosen.
const RATIOS: [[u8; 2]; 7] = [[1, 1], [2, 3], [3, 2], [3, 4], [4, 3], [9, 16], [16, 9]];
/// The largest brush, in pixels of the image.
const MAX_BRUSH: f64 = 400.0;
/// The softest edge, in pixels of the image.
const MAX_FEATHER: f64 = 200.0;
/// The factor of one zoom step.
const ZOOM_STEP: f64 = 1.5;
const MAX_ZOOM: f64 = 16.0;

/// Undo, and Start over.
pub(super) fn remove_buttons(editor: &Editor) -> [El; 2] {
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

/// The ratio that the crop keeps.
pub(super) fn ratio_choice(editor: &Editor) -> El {
    let (own, tool) = (editor.clone(), editor.tool);
    let name = |[width, height]: [u8; 2]| [&width.to_string(), ":", &height.to_string()].concat();
    let option = |ratio| choice_option(&name(ratio), &name(ratio));
    let choose = move |event| {
        let chosen = value(&event);
        let ratio = RATIOS.into_iter().find(|ratio| name(*ratio) == chosen);
        let ratio = ratio.map(|[width, height]| f64::from(width) / f64::from(height));
        own.choose_ratio(ratio);
    };
    el("select", "input edit-ratio")
        .attr("aria-label", say::EDIT_RATIO)
        .attr("hidden", move || tool.get() != Tool::Crop)
        .on("change", choose)
        .child(choice_option("", say::EDIT_RATIO_FREE.now()))
        .children(RATIOS.map(option))
}

/// The crop in numbers, for people who do not drag.
pub(super) fn crop_inputs(editor: &Editor) -> [El; 4] {
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
        let (own, shown, edited) = (editor.clone(), editor.clone(), editor.clone());
        let number = move || {
            let kept = shown.is_loaded.get().then(|| shown.kept());
            kept.map_or_else(String::new, |crop| read(&crop).to_string())
        };
        let change = move |number: f64| {
            let mut crop = untrack(|| edited.kept());
            write(&mut crop, number);
            let end = [crop.x + crop.width, crop.y + crop.height];
            let size = edited.canvas.size();
            let crop = Crop::between([crop.x, crop.y], end, size);
            edited.steps.update(|steps| steps.push(Step::Crop(crop)));
        };
        number_input(label, number, change).attr("hidden", move || own.tool.get() != Tool::Crop)
    })
}

/// The size of the brush, the softness of the mask's edge, and Invert.
pub(super) fn mask_controls(editor: &Editor) -> El {
    let (tool, brush, feather) = (editor.tool, editor.brush, editor.feather);
    let own = editor.clone();
    let slider = el("input", "edit-brush")
        .attr("type", "range")
        .attr("min", "1")
        .attr("max", MAX_BRUSH.to_string())
        .attr("aria-label", say::EDIT_BRUSH)
        .prop("value", move || brush.get().to_string())
        .on("input", move |event| {
            brush.set(value(&event).parse().unwrap_or(1.0));
        });
    el("div", "edit-mask-controls")
        .attr("hidden", move || tool.get() == Tool::Crop)
        .child(slider)
        .child(limited(say::EDIT_BRUSH_PX, brush, [1.0, MAX_BRUSH]))
        .child(limited(say::EDIT_FEATHER, feather, [0.0, MAX_FEATHER]))
        .child(button("button small", move || own.invert()).text(say::EDIT_INVERT))
}

/// A number between two bounds.
fn limited(label: Message, number: RwSignal<f64>, [min, max]: [f64; 2]) -> El {
    number_input(
        label,
        move || number.get().to_string(),
        move |entered| {
            number.set(entered.clamp(min, max).round());
        },
    )
}

/// A labelled number of pixels. Anything that is not a number counts as 0.
fn number_input(
    label: Message,
    shown: impl Fn() -> String + 'static,
    change: impl Fn(f64) + 'static,
) -> El {
    let input = el("input", "input edit-side")
        .attr("type", "number")
        .attr("min", "0")
        .prop("value", shown)
        .on("change", move |event| {
            change(value(&event).parse().unwrap_or_default());
        });
    el("label", "edit-label").text(label).child(input)
}

/// Smaller, the size, and larger.
pub(super) fn zoom_buttons(editor: &Editor) -> El {
    let zoom = editor.zoom;
    let step = move |factor: f64| zoom.update(|zoom| *zoom = (*zoom * factor).clamp(1.0, MAX_ZOOM));
    let percent = move || {
        let percent = (zoom.get() * 100.0).round() as usize;
        say::RUN_PERCENT.with(&[&integer(percent)])
    };
    el("div", "edit-zoom")
        .child(
            button("button small", move || step(1.0 / ZOOM_STEP))
                .attr("aria-label", say::ZOOM_OUT)
                .attr("disabled", move || zoom.get() <= 1.0)
                .text("−"),
        )
        .child(el("span", "hint").attr("role", "status").text(percent))
        .child(
            button("button small", move || step(ZOOM_STEP))
                .attr("aria-label", say::ZOOM_IN)
                .attr("disabled", move || zoom.get() >= MAX_ZOOM)
                .text("+"),
        )
}
