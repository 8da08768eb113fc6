//! The page's own settings: its language and its theme. In the deferred chunk.

use super::language::{ChosenLanguage, LANGUAGES, Language};
use super::messages as say;
use super::theme::theme_switch;
use ui::{El, choice_option, el, expect_context, value, window};

/// The controls.
pub(crate) fn settings() -> [El; 3] {
    [language_choice(), theme_switch(), install_hint()]
}

/// Browsers offer to install the page themselves, but only a page that came over https or from this computer.
fn install_hint() -> El {
    el("p", "hint install-hint")
        .attr("hidden", window().is_secure_context())
        .text(say::INSTALL_INSECURE)
}

/// The page's language; a change rebuilds the page and keeps everything entered.
fn language_choice() -> El {
    let ChosenLanguage(language) = expect_context();
    let option = |(index, (tag, name)): (usize, (&'static str, &'static str))| {
        choice_option(tag, name)
            .attr("lang", tag)
            .attr("selected", language.get_untracked().index() == index)
    };
    let select = el("select", "input language")
        .attr("id", "language")
        .on("change", move |event| {
            let tag = value(&event);
            let index = LANGUAGES.iter().position(|(own, _)| *own == tag);
            language.set(Language::choose(index.unwrap_or_default()));
        })
        .children(LANGUAGES.into_iter().enumerate().map(option));
    el("div", "setting")
        .child(el("label", "").attr("for", "language").text(say::LANGUAGE))
        .child(select)
}
