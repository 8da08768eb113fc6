//! The image with its mask, and the frame of the part to keep, whose edges and corners can be pulled.

use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlElement, PointerEvent};

use super::crop::Hold;
use super::editor::{Editor, Tool};
use super::steps::Steps;
use ui::{El, el};

/// The corners and the middles of the edges.
const HANDLES: [[i8; 2]; 8] = [
    [-1, -1],
    [0, -1],
    [1, -1],
    [1, 0],
    [1, 1],
    [0, 1],
    [-1, 1],
    [-1, 0],
];

/// The place of the image. It scrolls when the image is zoomed.
pub(super) fn stage(editor: Editor, image: El, mask: El) -> El {
    let (down, moved, up) = (editor.clone(), editor.clone(), editor.clone());
    let (framed, size, soft) = (editor.clone(), editor.clone(), editor);
    let stage = el("div", "edit-stage");
    let node: HtmlElement = stage.node().clone().unchecked_into();
    let (sized, softened, pointed) = (node.clone(), node.clone(), node);
    let show_size = move || {
        size.is_loaded.track();
        let [width, height] = size.canvas.size();
        let values = [
            ("--natural", [&width.to_string(), "px"].concat()),
            ("--ratio", (width / height.max(1.0)).to_string()),
            ("--zoom", size.zoom.get().to_string()),
        ];
        for (name, value) in values {
            let _ = HtmlElement::style(&sized).set_property(name, &value);
        }
    };
    let show_feather = move || {
        soft.zoom.track();
        let radius = soft.feather.get() / 2.0 * soft.canvas.shown_scale();
        let radius = [&radius.to_string(), "px"].concat();
        let _ = HtmlElement::style(&softened).set_property("--feather", &radius);
    };
    let stage = stage
        .on("pointerdown", move |event| down.on_down(&event))
        .on("pointermove", move |event| {
            moved.on_move(&event);
            show_cursor(&moved, &pointed, &event);
        })
        .on("pointerup", move |_| up.on_up())
        .child(image)
        .child(mask)
        .live(move || frame(&framed))
        .effect(show_size)
        .effect(show_feather);
    el("div", "zoom-pane edit-pane").child(stage)
}

/// The frame of the part to keep; `None` for the whole image. Tracked.
fn frame(editor: &Editor) -> Option<El> {
    let crop = editor.steps.with(Steps::crop)?;
    let is_current = editor.tool.get() == Tool::Crop;
    let [width, height] = editor.canvas.size();
    let percent = |part: f64, whole: f64| [&(part / whole * 100.0).to_string(), "%"].concat();
    let frame = el("div", "edit-crop");
    let node: HtmlElement = frame.node().clone().unchecked_into();
    for (name, value) in [
        ("left", percent(crop.x, width)),
        ("top", percent(crop.y, height)),
        ("width", percent(crop.width, width)),
        ("height", percent(crop.height, height)),
    ] {
        let _ = HtmlElement::style(&node).set_property(name, &value);
    }
    let handle = |[x, y]: [i8; 2]| {
        let handle = el("span", "edit-handle");
        let node: HtmlElement = handle.node().clone().unchecked_into();
        for (name, side) in [("left", x), ("top", y)] {
            let value = percent(f64::from(side + 1), 2.0);
            let _ = HtmlElement::style(&node).set_property(name, &value);
        }
        handle
    };
    Some(frame.children(HANDLES.into_iter().filter(|_| is_current).map(handle)))
}

/// Shows what a press would take hold of.
fn show_cursor(editor: &Editor, stage: &HtmlElement, event: &Event) {
    let Some(event) = event.dyn_ref::<PointerEvent>() else {
        return;
    };
    let is_crop = editor.tool.get_untracked() == Tool::Crop;
    let cursor = match editor.hold(event).filter(|_| is_crop) {
        None => "crosshair",
        Some((Hold::Inside, _)) => "move",
        Some((Hold::Edges([0, _]), _)) => "ns-resize",
        Some((Hold::Edges([_, 0]), _)) => "ew-resize",
        Some((Hold::Edges([x, y]), _)) if x == y => "nwse-resize",
        Some((Hold::Edges(_), _)) => "nesw-resize",
    };
    let _ = HtmlElement::style(stage).set_property("cursor", cursor);
}
