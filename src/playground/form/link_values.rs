//! Fills in the values of a link. If they would replace others, the person chooses first.

use super::state::FormState;
use crate::deferred::Deferred;
use crate::messages as say;
use crate::question::question;
use ui::{El, el, untrack};

pub(super) static QUESTION: Deferred<fn(FormState) -> El> = Deferred::new();

/// Where the question appears.
pub(super) fn link_values(form: FormState) -> El {
    el("div", "link-values").live(move || {
        let is_asked = form.link_values.are_waiting();
        is_asked.then(|| QUESTION.get_or_load(|make| untrack(|| make(form))))?
    })
}

/// The question. In the deferred chunk.
pub(super) fn ask(form: FormState) -> El {
    let fill = move || form.fill(form.link_values.take());
    let keep = move || drop(form.link_values.take());
    question(
        say::LINK_VALUES_QUESTION.now().to_owned(),
        [
            (say::LINK_VALUES_USE, Box::new(fill)),
            (say::LINK_VALUES_KEEP, Box::new(keep)),
        ],
    )
}

impl FormState {
    /// Fills in the values of a link; first asks if they would replace what was entered.
    pub(crate) fn fill_from_link(&self, values: Vec<(String, String)>) {
        let replaces = values
            .iter()
            .any(|(name, text)| self.would_lose(name, text));
        if replaces {
            self.link_values.wait(values);
        } else {
            self.link_values.take();
            self.fill(values);
        }
    }

    /// Whether filling in this text would replace another one that was entered.
    fn would_lose(&self, name: &str, text: &str) -> bool {
        match self.field(name) {
            Some(field) => untrack(|| field.is_changed() && field.text.with(|own| own != text)),
            None => self.unmatched.text(name).is_some_and(|own| own != text),
        }
    }
}
