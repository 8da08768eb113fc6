//! Problems of a workflow in the page's language. In English, a problem's own message is shown; otherwise its
//! code is translated, and a problem without a code stays English.

use super::copy;
use super::deferred::Deferred;
use super::language;
use super::messages as say;
use schema::Problem;
use ui::{El, el};

static TEXT: Deferred<fn(&Problem) -> El> = Deferred::new();
static MESSAGE: Deferred<fn(&Problem) -> Option<String>> = Deferred::new();

/// Provides the deferred function of this module.
pub(crate) fn fill_deferred() {
    TEXT.fill(text);
    MESSAGE.fill(|problem| translated(problem, language::translation()?));
}

/// The message of a problem without its node; tracks whether the translations are loaded.
pub(crate) fn message(problem: &Problem) -> String {
    let translate = || MESSAGE.get_or_load(|translate| translate(problem))?;
    let translated = (!language::is_english()).then(translate).flatten();
    translated.unwrap_or_else(|| problem.message.clone())
}

/// Adds a problem's text to an element.
pub(crate) fn show_problem(element: El, problem: &Problem) -> El {
    let problem = problem.clone();
    element
        .attr("dir", "auto")
        .live(move || TEXT.view(|text| text(&problem)))
}

/// Adds a text whose names of inputs are between backticks, unless a name has one itself.
fn with_code(element: El, text: &str) -> El {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return element.text(text.to_owned());
    }
    let mut element = element;
    for (index, part) in parts.into_iter().enumerate() {
        element = match index.is_multiple_of(2) {
            true => element.text(part.to_owned()),
            false => element.child(el("code", "").text(part.to_owned())),
        };
    }
    element
}

/// A message without the command at its end, and that command.
fn split_command(message: &str) -> (&str, Option<&str>) {
    match message.find("flowdeck serve ") {
        Some(at) => (&message[..at], Some(&message[at..])),
        None => (message, None),
    }
}

/// The translation of a problem, or its English message.
fn text(problem: &Problem) -> El {
    if language::is_english() {
        return with_command(el("span", ""), &problem.to_string());
    }
    let language = language::translation().unwrap_or_default();
    let text = translated(problem, language);
    let lang = text.is_none().then_some("en");
    let text = text.unwrap_or_else(|| problem.message.clone());
    let message = with_command(el("span", "").attr("lang", lang), &text);
    el("span", "")
        .text(node_label(problem, language))
        .child(message)
}

/// Adds a message, and the command at its end.
fn with_command(element: El, message: &str) -> El {
    let (text, command) = split_command(message);
    with_code(element, text).children(command.map(copy::command))
}

/// The translated message; `None` for a code that this page does not know.
fn translated(problem: &Problem, language: usize) -> Option<String> {
    let args: Vec<&str> = problem.args.iter().map(String::as_str).collect();
    say::PROBLEMS.with(language, problem.code.as_deref()?, &args)
}

/// The node with the problem: id, class and title.
fn node_label(problem: &Problem, language: usize) -> Option<String> {
    let mut label = problem.node.clone()?;
    if let Some(class) = &problem.class {
        label = [&label, " (", class, ")"].concat();
    }
    if let Some(title) = &problem.title {
        label = say::PROBLEMS.with(language, "title", &[&label, title])?;
    }
    say::PROBLEMS.with(language, "at", &[&label])
}

#[cfg(test)]
mod tests;
