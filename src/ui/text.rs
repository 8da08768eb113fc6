//! What an attribute or a text can be: fixed or live.

use std::borrow::Cow;

/// A value that can be shown.
pub trait ToText {
    /// Its text; `None` shows nothing.
    fn to_text(self) -> Option<Cow<'static, str>>;
}

/// A text of an element.
pub enum Text {
    /// It never changes.
    Fixed(Option<Cow<'static, str>>),
    /// It changes with the signals that it reads.
    Live(LiveText),
}

/// Reads a text from signals.
pub(crate) type LiveText = Box<dyn Fn() -> Option<Cow<'static, str>>>;

/// Converts values and closures to a [`Text`]. `M` distinguishes their implementations.
pub trait IntoText<M> {
    /// The text.
    fn into_text(self) -> Text;
}

/// Marks values.
pub struct Fixed;
/// Marks closures.
pub struct Live;

impl<T: ToText> IntoText<Fixed> for T {
    fn into_text(self) -> Text {
        Text::Fixed(self.to_text())
    }
}

impl<T: ToText, F: Fn() -> T + 'static> IntoText<(Live, T)> for F {
    fn into_text(self) -> Text {
        Text::Live(Box::new(move || self().to_text()))
    }
}

impl ToText for &'static str {
    fn to_text(self) -> Option<Cow<'static, str>> {
        Some(Cow::Borrowed(self))
    }
}

impl ToText for String {
    fn to_text(self) -> Option<Cow<'static, str>> {
        Some(Cow::Owned(self))
    }
}

impl ToText for Cow<'static, str> {
    fn to_text(self) -> Option<Cow<'static, str>> {
        Some(self)
    }
}

impl ToText for usize {
    fn to_text(self) -> Option<Cow<'static, str>> {
        self.to_string().to_text()
    }
}

/// An attribute that is present or not, such as `hidden`.
impl ToText for bool {
    fn to_text(self) -> Option<Cow<'static, str>> {
        self.then_some(Cow::Borrowed(""))
    }
}

impl<T: ToText> ToText for Option<T> {
    fn to_text(self) -> Option<Cow<'static, str>> {
        self.and_then(T::to_text)
    }
}
