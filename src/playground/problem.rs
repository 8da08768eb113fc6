//! What is wrong with a workflow, in the page's language. In English a problem's own words stand; in
//! any other language its code is put into words, and one without a code stays English.

use super::deferred::Deferred;
use super::element::{El, el};
use super::language;
use super::messages as say;
use crate::schema::Problem;

static TRANSLATED: Deferred<fn(&Problem) -> El> = Deferred::new();

/// Provides the deferred function of this module.
pub(crate) fn fill_deferred() {
    TRANSLATED.fill(in_other_words);
}

/// An element with a problem told in it.
pub(crate) fn tell(element: El, problem: &Problem) -> El {
    let element = element.attr("dir", "auto");
    if language::is_english() {
        return element.text(problem.to_string());
    }
    let problem = problem.clone();
    element.live(move || TRANSLATED.view(|translated| translated(&problem)))
}

/// The same in another language than English.
fn in_other_words(problem: &Problem) -> El {
    let language = language::other().unwrap_or_default();
    let words = translated(problem, language);
    let foreign = words.is_none().then_some("en");
    let words = words.unwrap_or_else(|| problem.message.clone());
    el("span", "")
        .text(place(problem, language))
        .child(el("span", "").attr("lang", foreign).text(words))
}

/// What is wrong; `None` where the code says nothing to this page.
fn translated(problem: &Problem, language: usize) -> Option<String> {
    let told: Vec<&str> = problem.args.iter().map(String::as_str).collect();
    say::PROBLEMS.with(language, problem.code.as_deref()?, &told)
}

/// The node that it concerns: id, class and title.
fn place(problem: &Problem, language: usize) -> Option<String> {
    let mut place = problem.node.clone()?;
    if let Some(class) = &problem.class {
        place = [&place, " (", class, ")"].concat();
    }
    if let Some(title) = &problem.title {
        place = say::PROBLEMS.with(language, "title", &[&place, title])?;
    }
    say::PROBLEMS.with(language, "at", &[&place])
}

#[cfg(test)]
mod tests;
