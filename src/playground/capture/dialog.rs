//! The dialog: the camera or microphone, what was taken, and the buttons for both.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{File, HtmlDialogElement, HtmlVideoElement};

use super::medium::Medium;
use super::session::{Session, Stage};
use super::stage::{camera, stage};
use crate::language::Message;
use crate::messages as say;
use ui::{
    El, StoredValue, button, choice_option, el, focus, open_modal, request_animation_frame, value,
};

/// The ids of the title and of the button that is focused.
const TITLE: &str = "capture-title";
const MAIN: &str = "capture-main";

/// How a dialog ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Outcome {
    /// The person uses this file.
    Taken(File),
    /// The person wants to choose a file instead.
    ChooseFile,
    /// Nothing changes.
    #[default]
    Cancelled,
}

type Close = Rc<dyn Fn(Outcome)>;

/// The dialog. `done` is called once, however it is closed; the device is off by then.
pub(crate) fn capture_dialog(medium: Medium, done: impl Fn(Outcome) + 'static) -> El {
    let session = Session::start(medium);
    let video = camera(session);
    let camera: HtmlVideoElement = video.node().clone().unchecked_into();
    let dialog = el("dialog", "capture").attr("aria-labelledby", TITLE);
    let node: HtmlDialogElement = dialog.node().clone().unchecked_into();
    open_modal(&node);
    let outcome = StoredValue::new(Outcome::default());
    let close: Close = Rc::new(move |how| {
        outcome.set_value(how);
        node.close();
    });
    dialog
        .on("close", move |_| {
            session.close();
            done(outcome.get_value());
        })
        .child(el("h2", "").attr("id", TITLE).text(medium.action()))
        .child(stage(session, video))
        .child(
            el("p", "hint capture-status")
                .attr("role", "status")
                .attr("dir", "auto")
                .text(move || status(session)),
        )
        .live(move || device_choice(session))
        .child(buttons(session, camera, close))
}

fn status(session: Session) -> Option<String> {
    let waiting = match session.medium {
        Medium::Audio => say::MICROPHONE_WAITING,
        Medium::Photo | Medium::Video => say::CAMERA_WAITING,
    };
    match session.stage.get() {
        Stage::Opening => Some(waiting.now().to_owned()),
        Stage::Live | Stage::Failed(_) => None,
        Stage::Recording => Some(say::RECORDING.now().to_owned()),
        Stage::Taken(file) => Some(file.name()),
    }
}

/// The devices, if there are several; tracked.
fn device_choice(session: Session) -> Option<El> {
    let devices = session.devices.get();
    let used = session.device.get();
    let is_on = matches!(session.stage.get(), Stage::Live);
    if devices.len() < 2 || !is_on {
        return None;
    }
    let options = devices.into_iter().map(|device| {
        choice_option(&device.id, &device.label).attr("selected", Some(&device.id) == used.as_ref())
    });
    let select = el("select", "input")
        .on("change", move |event| session.choose(value(&event)))
        .children(options);
    let label = el("span", "").text(session.medium.device());
    Some(el("label", "capture-device").child(label).child(select))
}

fn buttons(session: Session, camera: HtmlVideoElement, close: Close) -> El {
    let cancel = close.clone();
    let others = move || {
        // The button that was pressed is gone, so the focus moves to the next one.
        request_animation_frame(|| focus(MAIN));
        let stage = session.stage.get();
        Some(el("div", "capture-actions").children(actions(session, stage, &camera, &close)))
    };
    el("div", "capture-buttons")
        .child(button("button", move || cancel(Outcome::Cancelled)).text(say::CAPTURE_CANCEL))
        .live(others)
}

/// The buttons for what the dialog shows now, the main one last.
fn actions(session: Session, stage: Stage, camera: &HtmlVideoElement, close: &Close) -> Vec<El> {
    let (camera, close) = (camera.clone(), close.clone());
    let retry = move |word: Message| button("button", move || session.open()).text(word);
    match stage {
        Stage::Opening => Vec::new(),
        Stage::Live if session.medium == Medium::Photo => {
            vec![main(say::SHUTTER, move || session.take_photo(&camera))]
        }
        Stage::Live => vec![main(say::RECORDING_START, move || session.record())],
        Stage::Recording => vec![main(say::RECORDING_STOP, move || session.stop_recording())],
        Stage::Taken(file) => vec![
            retry(say::RETAKE),
            main(say::CAPTURE_USE, move || {
                close(Outcome::Taken(file.clone()))
            }),
        ],
        Stage::Failed(failure) => {
            let choose = main(say::CHOOSE_FILE, move || close(Outcome::ChooseFile));
            let retry = failure.is_temporary().then(|| retry(say::TRY_AGAIN));
            retry.into_iter().chain([choose]).collect()
        }
    }
}

fn main(word: Message, act: impl Fn() + 'static) -> El {
    button("button primary", act).attr("id", MAIN).text(word)
}
