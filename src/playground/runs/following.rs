//! Whether the runs of the connected deployment are followed by events. Knows neither how events arrive nor what they
//! say.

use ui::StoredValue;

/// Whether events arrive.
#[derive(Clone, Copy)]
pub(super) struct Following(StoredValue<State>);

#[derive(Default)]
struct State {
    /// Whether it was tried with this connection.
    was_begun: bool,
    is_live: bool,
    /// Ends it.
    end: Option<Box<dyn FnOnce()>>,
}

impl Following {
    pub(super) fn new() -> Self {
        Self(StoredValue::new(State::default()))
    }

    /// Ends it, so that it can begin again with another connection.
    pub(super) fn end(&self) {
        let end = self.0.try_update_value(|state| {
            state.was_begun = false;
            state.is_live = false;
            state.end.take()
        });
        if let Some(Some(end)) = end {
            end();
        }
    }

    /// Notes that it begins. Returns whether it had not begun with this connection.
    pub(super) fn begin(&self) -> bool {
        let begin = |state: &mut State| !std::mem::replace(&mut state.was_begun, true);
        self.0.try_update_value(begin) == Some(true)
    }

    /// Sets what [`Self::end`] calls.
    pub(super) fn on_end(&self, end: impl FnOnce() + 'static) {
        self.0.update_value(|state| state.end = Some(Box::new(end)));
    }

    /// Whether events arrive.
    pub(super) fn is_live(&self) -> bool {
        self.0.try_with_value(|state| state.is_live) == Some(true)
    }

    /// Notes that events arrive. Returns whether they did not before.
    pub(super) fn go_live(&self) -> bool {
        let go = |state: &mut State| !std::mem::replace(&mut state.is_live, true);
        self.0.try_update_value(go) == Some(true)
    }

    /// Notes that no events arrive any more. Returns whether they did before.
    pub(super) fn lose(&self) -> bool {
        let lose = |state: &mut State| std::mem::take(&mut state.is_live);
        self.0.try_update_value(lose) == Some(true)
    }
}
