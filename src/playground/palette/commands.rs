//! What the palette finds.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::connection::Connection;
use crate::developers::{Developers, reference_address};
use crate::form::{SendMode, Sender, submit};
use crate::language::{ChosenLanguage, LANGUAGES, Language, Message, point};
use crate::listing::Listed;
use crate::messages as say;
use crate::monitoring::open_monitoring;
use crate::palette::Palette;
use crate::queue::QueueColumn;
use crate::reveal::{self, reveal};
use crate::runs::{RunRow, Runs, batch_values, distinguishing_text};
use crate::theme::{CHOICES, Theme};
use crate::workflows::Workflows;
use ui::{document, expect_context, untrack, window};

/// One entry of the palette.
#[derive(Clone)]
pub(super) struct Command {
    /// Whether it is an action, a workflow, a run or a setting.
    pub(super) kind: Message,
    /// Its name.
    pub(super) label: String,
    /// More about it.
    pub(super) about: String,
    /// The keys that do the same; empty without any.
    pub(super) keys: String,
    /// Does it.
    pub(super) act: Rc<dyn Fn()>,
}

impl Command {
    /// A key that no other command at this position has.
    pub(super) fn key(&self, position: usize) -> String {
        let position = position.to_string();
        [&position, self.kind.now(), &self.label, &self.about].join(" ")
    }
}

/// Everything that can be found now.
pub(super) fn commands() -> Vec<Command> {
    let mut all = actions();
    all.extend(buttons());
    all.extend(workflows());
    all.extend(settings());
    all.extend(runs());
    all
}

fn command(kind: Message, label: impl Into<String>, act: impl Fn() + 'static) -> Command {
    Command {
        kind,
        label: label.into(),
        about: String::new(),
        keys: String::new(),
        act: Rc::new(act),
    }
}

fn actions() -> Vec<Command> {
    let workflows: Workflows = expect_context();
    let (connection, developers): (Connection, Developers) = (expect_context(), expect_context());
    let (runs, queue): (Runs, QueueColumn) = (expect_context(), expect_context());
    let palette: Palette = expect_context();
    let action = |label: Message, act: Rc<dyn Fn()>| Command {
        act,
        ..command(say::PALETTE_ACTION, label.now(), || {})
    };
    let run = workflows.form.get_untracked().map(|form| {
        let sender = Sender::new(form);
        let run = action(say::RUN, Rc::new(move || submit(sender, SendMode::IfValid)));
        Command {
            keys: "Ctrl ⏎".to_owned(),
            ..run
        }
    });
    let others = [
        action(say::RUNS_ALL, Rc::new(move || runs.browser.open())),
        action(say::QUEUE, Rc::new(move || queue.toggle())),
        action(
            say::CODE,
            Rc::new(move || developers.toggle(!untrack(|| developers.is_open()))),
        ),
        action(say::MONITORING, Rc::new(open_monitoring)),
        action(say::CONNECTION, Rc::new(move || connection.panel.set(true))),
        action(say::SHORTCUTS, Rc::new(move || palette.show_shortcuts())),
    ];
    let reference = reference_address(connection).map(|address| {
        let open = move || {
            let _ = window().open_with_url_and_target(&address, "_blank");
        };
        action(say::API_REFERENCE, Rc::new(open))
    });
    run.into_iter().chain(others).chain(reference).collect()
}

/// The buttons that are marked with `data-command` and can be pressed now.
fn buttons() -> Vec<Command> {
    let Ok(found) = document().query_selector_all("[data-command]:not(:disabled)") else {
        return Vec::new();
    };
    let button = |index| found.get(index)?.dyn_into::<HtmlElement>().ok();
    let is_shown = |button: &HtmlElement| matches!(button.closest("[hidden]"), Ok(None));
    let command = |button: HtmlElement| {
        let keys = button.get_attribute("aria-keyshortcuts");
        let keys = keys.unwrap_or_default().to_uppercase();
        let label = button.get_attribute("aria-label");
        let label = label.unwrap_or_else(|| button.text_content().unwrap_or_default());
        // A menu shows the keys after the label.
        let label = label.strip_suffix(&keys).unwrap_or(&label).to_owned();
        let press = command(say::PALETTE_ACTION, label, move || button.click());
        Command { keys, ..press }
    };
    let buttons = (0..found.length()).filter_map(button);
    buttons.filter(is_shown).map(command).collect()
}

fn workflows() -> Vec<Command> {
    let workflows: Workflows = expect_context();
    let entries = workflows.listing.entries().into_iter();
    let command = |entry: Listed| {
        let about = entry.description.clone().unwrap_or_default();
        let choose = command(say::WORKFLOW, entry.name.clone(), move || {
            workflows.select(&entry);
            reveal(reveal::FORM);
        });
        Command { about, ..choose }
    };
    entries.map(command).collect()
}

fn settings() -> Vec<Command> {
    let theme: Theme = expect_context();
    let ChosenLanguage(language) = expect_context();
    let themes = CHOICES.map(|(name, label, _)| {
        command(say::PALETTE_SETTING, label.now(), move || {
            theme.choose(name)
        })
    });
    let languages = LANGUAGES.iter().enumerate().map(|(index, (_, name))| {
        command(say::PALETTE_SETTING, *name, move || {
            language.set(Language::choose(index))
        })
    });
    themes.into_iter().chain(languages).collect()
}

fn runs() -> Vec<Command> {
    let runs: Runs = expect_context();
    let command = |row: RunRow| {
        row.record.with_untracked(|record| {
            let values = untrack(|| batch_values(row, runs));
            let values = values.unwrap_or_else(|| distinguishing_text(&record.inputs, None));
            let about = [&values, " · ", &point(record.created)];
            let show = command(say::PALETTE_RUN, record.workflow.clone(), move || {
                runs.stage.select(row.key);
                reveal(reveal::RESULT);
            });
            Command {
                about: about.concat(),
                ..show
            }
        })
    };
    runs.rows.get_untracked().into_iter().map(command).collect()
}
