//! What an attribute or a text can be: words that stay, or words that move.

use std::borrow::Cow;

/// Words to show, or nothing.
pub(crate) trait Words {
    /// As text; `None` where there is nothing.
    fn words(self) -> Option<Cow<'static, str>>;
}

/// Words that stay, or a way to the words of now.
pub(crate) enum Flow {
    /// They stay.
    Fixed(Option<Cow<'static, str>>),
    /// They follow what they read.
    Moving(Box<dyn Fn() -> Option<Cow<'static, str>>>),
}

/// What flows into an attribute or a text; `M` tells words from functions.
pub(crate) trait IntoFlow<M> {
    /// As a flow.
    fn flow(self) -> Flow;
}

/// Words.
pub(crate) struct Stays;
/// A function that gives words.
pub(crate) struct Moves;

impl<W: Words> IntoFlow<Stays> for W {
    fn flow(self) -> Flow {
        Flow::Fixed(self.words())
    }
}

impl<W: Words, F: Fn() -> W + 'static> IntoFlow<(Moves, W)> for F {
    fn flow(self) -> Flow {
        Flow::Moving(Box::new(move || self().words()))
    }
}

impl Words for &'static str {
    fn words(self) -> Option<Cow<'static, str>> {
        Some(Cow::Borrowed(self))
    }
}

impl Words for String {
    fn words(self) -> Option<Cow<'static, str>> {
        Some(Cow::Owned(self))
    }
}

impl Words for Cow<'static, str> {
    fn words(self) -> Option<Cow<'static, str>> {
        Some(self)
    }
}

impl Words for usize {
    fn words(self) -> Option<Cow<'static, str>> {
        self.to_string().words()
    }
}

/// An attribute that is there or not, such as `hidden`.
impl Words for bool {
    fn words(self) -> Option<Cow<'static, str>> {
        self.then_some(Cow::Borrowed(""))
    }
}

impl<W: Words> Words for Option<W> {
    fn words(self) -> Option<Cow<'static, str>> {
        self.and_then(W::words)
    }
}
