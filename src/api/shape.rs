//! Shapes of normalised answers: which members an object has, and what deployments of every
//! generation call them. Knows neither operations nor how a shape is applied.

use json::Json;

/// The normalised form of one part of an answer.
#[derive(Debug)]
pub(super) enum Shape {
    /// A text, or a number's digits as text; `null` if missing.
    OptionalText,
    /// As `OptionalText`, but `""` if missing.
    Text,
    /// As `OptionalText`; an object without it is rejected.
    RequiredText,
    /// As `OptionalText`, but the id that the operation was called with if missing.
    TextOrCallId,
    /// A number; `0` if missing.
    Number,
    /// A whole number from 0; `null` if missing or of another kind.
    Count,
    /// Seconds from 0, maybe with decimals; `null` if missing or of another kind.
    Seconds,
    /// An object of members.
    Object(&'static [Member]),
    /// A list; items of another shape are dropped, and anything but a list is an empty list.
    List(&'static Self),
    /// As `List`, but anything else is rejected; a single object counts as a list of one.
    RequiredList(&'static Self),
    /// As `RequiredList`, and an empty list is rejected.
    NonEmptyList(&'static Self),
    /// The tuples of a ComfyUI queue, in the order in which they came.
    Tasks,
    /// The result of a function. The shapes that use it need no variant of their own, so code that reads only runs
    /// and queues does not contain them.
    By(for<'a> fn(&'a Json<'a>) -> Json<'a>),
    /// For an answer without an envelope: any object; always `null`, since the caller reads the body.
    Bare,
    /// Ignored: always `null`.
    Ignored,
}

/// A member of an object: its normalised name, the names it may have on the wire, and its shape.
/// `queue/queue_running` means the member `queue_running` of `queue`.
#[derive(Debug)]
pub(super) struct Member(
    pub(super) &'static str,
    pub(super) &'static [&'static str],
    pub(super) Shape,
);

/// A list of texts.
pub(super) const TEXTS: Shape = Shape::List(&Shape::RequiredText);
