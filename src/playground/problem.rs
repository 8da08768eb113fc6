//! Problems of a workflow in the page's language. In English, a problem's own message is shown; otherwise its
//! code is translated, and a problem without a code stays English.

use super::deferred::Deferred;
use super::language;
use super::messages as say;
use schema::Problem;
use ui::{El, el};

static TRANSLATED: Deferred<fn(&Problem) -> El> = Deferred::new();
static MESSAGE: Deferred<fn(&Problem) -> Option<String>> = Deferred::new();

/// Provides the deferred function of this module.
pub(crate) fn fill_deferred() {
    TRANSLATED.fill(translated_text);
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
    let element = element.attr("dir", "auto");
    if language::is_english() {
        return element.text(problem.to_string());
    }
    let problem = problem.clone();
    element.live(move || TRANSLATED.view(|translated| translated(&problem)))
}

/// The translation of a problem, or its English message.
fn translated_text(problem: &Problem) -> El {
    let language = language::translation().unwrap_or_default();
    let text = translated(problem, language);
    let lang = text.is_none().then_some("en");
    let text = text.unwrap_or_else(|| problem.message.clone());
    el("span", "")
        .text(node_label(problem, language))
        .child(el("span", "").attr("lang", lang).text(text))
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
