//! The search of the palette with what it finds: a combobox with a list, as ARIA describes it.

use wasm_bindgen::JsCast;
use web_sys::{Event, KeyboardEvent};

use super::Palette;
use super::commands::{Command, commands};
use crate::messages as say;
use crate::text::lower;
use ui::{El, RwSignal, el, list, request_animation_frame, scroll_to, untrack, value};

const INPUT: &str = "palette-search";
const LIST: &str = "palette-list";
/// The maximum number of commands that are shown.
const MAX_SHOWN: usize = 40;

/// The search and its list.
pub(super) fn command_list(palette: Palette) -> El {
    let all = commands();
    let search = RwSignal::new(String::new());
    let chosen = RwSignal::new(0_usize);
    let found = move || search.with(|search| found(&all, search));
    let run = {
        let found = found.clone();
        move |index: usize| {
            if let Some(command) = untrack(&found).into_iter().nth(index) {
                palette.0.set(None);
                // After the dialog has moved the focus back.
                request_animation_frame(move || (command.act)());
            }
        }
    };
    let count = {
        let found = found.clone();
        move || untrack(&found).len()
    };
    let key = run.clone();
    let input = el("input", "input palette-input")
        .attr("id", INPUT)
        .attr("type", "text")
        .attr("role", "combobox")
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .attr("aria-label", say::PALETTE)
        .attr("placeholder", say::PALETTE_HINT)
        .attr("aria-expanded", "true")
        .attr("aria-controls", LIST)
        .attr("aria-activedescendant", move || option_id(chosen.get()))
        .on("input", move |event| {
            search.set(value(&event));
            chosen.set(0);
        })
        .on("keydown", move |event| {
            on_key(&event, chosen, count(), &key)
        });
    let none = {
        let found = found.clone();
        move || found().is_empty().then_some(say::PALETTE_NONE.now())
    };
    let entries = {
        let found = found.clone();
        move || found().into_iter().enumerate().collect::<Vec<_>>()
    };
    let options = list(
        el("ul", "palette-list")
            .attr("id", LIST)
            .attr("role", "listbox")
            .attr("aria-label", say::PALETTE),
        entries,
        |(index, command)| command.key(*index),
        move |(index, command)| option(index, &command, chosen, run.clone()),
    );
    el("div", "palette-content")
        .child(input)
        .child(options)
        .child(el("p", "hint").attr("role", "status").text(none))
}

fn option(
    index: usize,
    command: &Command,
    chosen: RwSignal<usize>,
    run: impl Fn(usize) + 'static,
) -> El {
    let is_chosen = move || chosen.get() == index;
    let option = el("li", "palette-option").attr("id", option_id(index));
    let node = option.node().clone();
    option
        .attr("role", "option")
        .attr("aria-selected", move || is_chosen().to_string())
        .effect(move || {
            if is_chosen() {
                scroll_to(&node);
            }
        })
        .on("click", move |_| run(index))
        .child(el("span", "palette-kind").text(command.kind))
        .child(
            el("span", "palette-label")
                .attr("dir", "auto")
                .text(command.label.clone()),
        )
        .child(
            el("span", "palette-about")
                .attr("dir", "auto")
                .text(command.about.clone()),
        )
        .children((!command.keys.is_empty()).then(|| el("kbd", "").text(command.keys.clone())))
}

fn option_id(index: usize) -> String {
    ["palette-", &index.to_string()].concat()
}

fn on_key(event: &Event, chosen: RwSignal<usize>, count: usize, run: &impl Fn(usize)) {
    let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
        return;
    };
    let here = chosen.get_untracked();
    let next = match event.key().as_str() {
        "ArrowDown" if here + 1 < count => here + 1,
        "ArrowDown" => 0,
        "ArrowUp" => here.checked_sub(1).unwrap_or(count.saturating_sub(1)),
        "Enter" if !event.is_composing() => {
            event.prevent_default();
            return run(here);
        }
        _ => return,
    };
    event.prevent_default();
    chosen.set(next);
}

/// The commands that contain every word of the search text.
fn found(all: &[Command], search: &str) -> Vec<Command> {
    let search = lower(search);
    let is_found = |command: &&Command| {
        let text = lower(&[command.kind.now(), " ", &command.label, " ", &command.about].concat());
        search.split_whitespace().all(|word| text.contains(word))
    };
    all.iter()
        .filter(is_found)
        .take(MAX_SHOWN)
        .cloned()
        .collect()
}
