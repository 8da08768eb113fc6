//! The options of a varied choice, each with a checkbox, and the buttons that tick all or none. Many options can be
//! searched. In the deferred chunk.

use std::rc::Rc;

use crate::form::batch::Variation;
use crate::form::enter_key::is_plain_enter;
use crate::form::field_state::FieldState;
use crate::language::Message;
use crate::messages as say;
use schema::FieldKind;
use ui::{El, RwSignal, button, checked, el, value};

/// The number of options from which on they can be searched.
const MANY: usize = 20;

/// The options of a choice; `None` for other fields, and if a value is not among them, since no checkbox has it.
pub(super) fn options_of(field: FieldState, variation: &Variation) -> Option<Vec<String>> {
    let options = field
        .definition
        .with_value(|definition| match &definition.kind {
            FieldKind::Choice { options } => Some(options.clone()),
            _ => None,
        })?;
    let is_known = |line: &str| options.iter().any(|option| option == line);
    variation.list.lines().all(is_known).then_some(options)
}

/// A checkbox for each option, below the buttons and the search. `tick` ticks some of them, or no longer.
pub(super) fn option_list(
    field: FieldState,
    options: &[String],
    ticked: impl Fn(&str) -> bool + Copy + 'static,
    tick: impl Fn(&[String], bool) + Copy + 'static,
) -> El {
    let search = RwSignal::new(String::new());
    let all: Rc<[String]> = options.into();
    let set = move |ticks| {
        let all = all.clone();
        move || tick(&search.with_untracked(|search| found(&all, search)), ticks)
    };
    let answer = |word: Message, act: Box<dyn Fn()>| {
        let name = [word.now(), ": ", &field.label()].concat();
        button("button small", act)
            .attr("aria-label", name)
            .text(word)
    };
    let tools = el("div", "variation-tools")
        .children((options.len() > MANY).then(|| search_box(field, search)))
        .child(answer(say::OPTIONS_ALL, Box::new(set(true))))
        .child(answer(say::OPTIONS_NONE, Box::new(set(false))));
    let checkbox = |option: &String| {
        let own = option.clone();
        checkbox(option, ticked, tick).attr("hidden", move || {
            search.with(|search| !is_found(&own, search))
        })
    };
    let list = el("div", "variation-options")
        .attr("role", "group")
        .attr("aria-label", say::BATCH_OPTIONS.with(&[&field.label()]))
        .children(options.iter().map(checkbox));
    el("div", "variation-choice").child(tools).child(list)
}

fn checkbox(
    option: &str,
    ticked: impl Fn(&str) -> bool + Copy + 'static,
    tick: impl Fn(&[String], bool) + Copy + 'static,
) -> El {
    let (own, changed) = (option.to_owned(), option.to_owned());
    let input = el("input", "")
        .attr("type", "checkbox")
        .prop("checked", move || ticked(&own))
        .on("change", move |event| {
            tick(std::slice::from_ref(&changed), checked(&event));
        });
    let text = el("span", "").attr("dir", "auto").text(option.to_owned());
    el("label", "variation-option").child(input).child(text)
}

fn search_box(field: FieldState, search: RwSignal<String>) -> El {
    el("input", "input")
        .attr("type", "search")
        .attr("aria-label", say::OPTIONS_FIND.with(&[&field.label()]))
        .attr("placeholder", say::OPTIONS_SEARCH)
        .on("input", move |event| search.set(value(&event)))
        // Enter would run the form.
        .on("keydown", |event| {
            if is_plain_enter(&event) {
                event.prevent_default();
            }
        })
}

/// Whether a search shows an option: it contains every word.
fn is_found(option: &str, search: &str) -> bool {
    let option = option.to_lowercase();
    let search = search.to_lowercase();
    search.split_whitespace().all(|word| option.contains(word))
}

fn found(options: &[String], search: &str) -> Vec<String> {
    let found = options.iter().filter(|option| is_found(option, search));
    found.cloned().collect()
}

/// Whether an option is in the list.
pub(super) fn is_ticked(list: &str, option: &str) -> bool {
    list.lines().any(|line| line == option)
}

/// The list of the ticked options, in the order of the definition, after a change of some of them.
pub(super) fn with_options(
    list: &str,
    options: &[String],
    changed: &[String],
    ticked: bool,
) -> String {
    let stays = |option: &&String| match changed.contains(option) {
        true => ticked,
        false => is_ticked(list, option),
    };
    let kept = options.iter().filter(stays).map(String::as_str);
    kept.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::{found, with_options};

    fn all() -> Vec<String> {
        ["top", "center", "bottom"].map(str::to_owned).to_vec()
    }

    #[test]
    fn ticked_options_keep_the_order_of_the_definition() {
        let tick =
            |list, option: &str, ticked| with_options(list, &all(), &[option.to_owned()], ticked);
        assert_eq!(tick("bottom", "top", true), "top\nbottom");
        assert_eq!(tick("top\nbottom", "top", false), "bottom");
        assert_eq!(tick("top", "top", false), "");
    }

    #[test]
    fn all_and_none_change_only_the_options_that_the_search_shows() {
        assert_eq!(found(&all(), "T o"), ["top", "bottom"]);
        assert_eq!(found(&all(), ""), all());
        let shown = found(&all(), "TO");
        assert_eq!(
            with_options("center", &all(), &shown, true),
            "top\ncenter\nbottom"
        );
        assert_eq!(with_options("top\ncenter", &all(), &shown, false), "center");
    }
}
