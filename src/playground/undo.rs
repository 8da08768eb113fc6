//! Offers to undo the last action: for some seconds in a notice, and then by its key alone. Knows nothing about the
//! actions.

mod notice;

use std::rc::Rc;
use std::time::Duration;

use super::deferred::Deferred;
use ui::{El, RwSignal, StoredValue, el, untrack};

/// How long the notice is shown.
pub(crate) const OFFERED: Duration = Duration::from_secs(10);

static NOTICE: Deferred<fn(Undo) -> El> = Deferred::new();

/// The offer to undo the last action, if any.
#[derive(Clone, Copy)]
pub(crate) struct Undo {
    offer: RwSignal<Option<Offer>>,
    /// Whether the notice of the offer has been shown for long enough.
    is_past: StoredValue<bool>,
}

/// An action that can be undone.
#[derive(Clone)]
pub(crate) struct Offer {
    /// The kind of the action. An offer replaces an earlier one of its kind, which then does not lapse.
    pub(crate) kind: &'static str,
    /// What was done.
    pub(crate) message: String,
    /// Whether the action can still be undone; tracked. The offer is withdrawn as soon as it cannot.
    pub(crate) is_current: Rc<dyn Fn() -> bool>,
    /// Whether it ends with its notice, because the action must not wait for longer.
    pub(crate) is_brief: bool,
    /// Undoes the action.
    pub(crate) undo: Rc<dyn Fn()>,
    /// Makes the action final.
    pub(crate) lapse: Rc<dyn Fn()>,
}

impl Undo {
    /// No offer.
    pub(crate) fn new() -> Self {
        Self {
            offer: RwSignal::new(None),
            is_past: StoredValue::new(false),
        }
    }

    /// Offers to undo an action, instead of an earlier one.
    pub(crate) fn offer(self, offer: Offer) {
        let before = self.offer.get_untracked();
        if let Some(before) = before.filter(|before| before.kind != offer.kind) {
            (before.lapse)();
        }
        self.is_past.set_value(false);
        self.offer.set(Some(offer));
    }

    /// Withdraws an offer of this kind whose notice is no longer shown, before an action of the same kind: undoing that
    /// one must not undo what happened long before.
    pub(crate) fn finish_past(self, kind: &str) {
        if self.is_past.get_value() {
            self.withdraw(kind);
        }
    }

    /// Withdraws the offer, if it is of this kind.
    pub(crate) fn withdraw(self, kind: &str) {
        let is_it = |offer: &Option<Offer>| offer.as_ref().is_some_and(|offer| offer.kind == kind);
        if self.offer.with_untracked(is_it)
            && let Some(offer) = self.take()
        {
            (offer.lapse)();
        }
    }

    /// Ends what is offered after its notice, or keeps it for its key.
    fn pass(self) {
        let is_brief = |offer: &Option<Offer>| offer.as_ref().is_some_and(|offer| offer.is_brief);
        match self.offer.with_untracked(is_brief) {
            true => {
                if let Some(offer) = self.take() {
                    (offer.lapse)();
                }
            }
            false => self.is_past.set_value(true),
        }
    }

    /// Where the notice appears. It exists before the notice, so that screen readers announce that.
    pub(crate) fn place(self) -> El {
        el("div", "undo").attr("role", "status").live(move || {
            self.offer.track();
            NOTICE.get(|notice| untrack(|| self.is_offered().then(|| notice(self))))?
        })
    }

    fn is_offered(self) -> bool {
        self.offer.with(Option::is_some)
    }

    /// Ends the offer and returns it.
    fn take(self) -> Option<Offer> {
        self.offer.try_update(Option::take).flatten()
    }
}

/// Provides the notice, which is in the deferred chunk.
pub(super) fn fill_deferred() {
    NOTICE.fill(notice::notice);
}
