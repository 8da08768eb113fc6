//! The declaration of an answer: its type, its shape and how the one is read from the other. Knows no answer.

use json::Json;

/// A type that a normalised answer can be read as.
pub trait Answer: Sized {
    /// Converts the answer; missing members are empty.
    fn of(json: &Json<'_>) -> Self;
}

/// Declares the type of an answer and its shape, and how a normalised answer is read as the type.
///
/// What follows the type of a member is its name in normalised answers, which is that of the npm package, its kind, and
/// the names that it may have on the wire, unless it has only that of the field. `queue/queue_running` means the member
/// `queue_running` of `queue`. A member without these is not read. The kind determines the type of a member, and its
/// value if the answer lacks it:
///
/// | kind | type | without it |
/// |---|---|---|
/// | `required` | `String` | the answer is rejected |
/// | `text`, `optional` | `String`, `Option<String>` | empty |
/// | `call_id` | `String` | the ID that the operation was called with |
/// | `number` | any number | 0 |
/// | `count`, `whole` | `Option<u32>`, `u32` | `None`, 0 |
/// | `seconds`, `duration` | `Option<f64>`, `f64` | `None`, 0 |
/// | `flag` | `bool` | false |
/// | `json` | `Option<String>`, the text of any JSON | `None` |
/// | `status`, `priority`, `progress` | the types of these names, the last two optional | |
/// | `texts`, `some_texts` | `Vec<String>`, `Option<Vec<String>>` | empty |
/// | `list`, `object` with the shape of a type | `Vec` of that type, or the type | empty |
macro_rules! answer {
    ($(#[$about:meta])* pub struct $type:ident as $shape:ident { $(
        $(#[$attribute:meta])*
        pub $field:ident: $ty:ty
            $(=> $name:literal $kind:ident $(($of:ident))? $(from [$($wire:literal),+])?)?,
    )+ }) => {
        $(#[$about])*
        pub struct $type { $($(#[$attribute])* pub $field: $ty,)+ }

        #[doc = concat!("The shape of [`", stringify!($type), "`].")]
        pub(super) const $shape: $crate::shape::Shape = $crate::shape::Shape::Object(&[$($(
            $crate::shape::Member(
                $name,
                $crate::answer::wire_names!($field $($($wire)+)?),
                $crate::answer::shape!($kind $($of)?),
            ),
        )?)+]);

        impl $crate::answer::Answer for $type {
            fn of(json: &json::Json<'_>) -> Self {
                Self { $($field: $crate::answer::value!(json $($name $kind)?),)+ }
            }
        }
    };
}

macro_rules! wire_names {
    ($field:ident) => { &[stringify!($field)] };
    ($field:ident $($name:literal)+) => { &[$($name),+] };
}

/// The shape of a member of a kind.
macro_rules! shape {
    (required) => {
        $crate::shape::Shape::RequiredText
    };
    (text) => {
        $crate::shape::Shape::Text
    };
    (call_id) => {
        $crate::shape::Shape::TextOrCallId
    };
    (optional) => {
        $crate::shape::Shape::OptionalText
    };
    (number) => {
        $crate::shape::Shape::Number
    };
    (count) => {
        $crate::shape::Shape::Count
    };
    (whole) => {
        $crate::shape::Shape::Count
    };
    (seconds) => {
        $crate::shape::Shape::Seconds
    };
    (duration) => {
        $crate::shape::Shape::Seconds
    };
    (flag) => {
        $crate::shape::Shape::By($crate::normalise::flag)
    };
    (json) => {
        $crate::shape::Shape::By($crate::normalise::json_text)
    };
    (status) => {
        $crate::shape::Shape::By($crate::normalise::status)
    };
    (priority) => {
        $crate::shape::Shape::By($crate::normalise::priority)
    };
    (progress) => {
        $crate::shape::Shape::By($crate::normalise::progress)
    };
    (texts) => {
        $crate::shape::TEXTS
    };
    (some_texts) => {
        $crate::shape::TEXTS
    };
    (list $of:ident) => {
        $crate::shape::Shape::List(&$of)
    };
    (object $of:ident) => {
        $of
    };
}

/// The value of a member of a kind: empty if it is missing, or not read.
macro_rules! value {
    ($json:ident) => {
        Default::default()
    };
    ($json:ident $name:literal required) => {
        $crate::answer::text($json, $name)
    };
    ($json:ident $name:literal text) => {
        $crate::answer::text($json, $name)
    };
    ($json:ident $name:literal call_id) => {
        $crate::answer::text($json, $name)
    };
    ($json:ident $name:literal optional) => {
        $json.get($name).to_word()
    };
    ($json:ident $name:literal json) => {
        $json.get($name).to_word()
    };
    ($json:ident $name:literal number) => {
        $crate::number::number($json.get($name)) as _
    };
    ($json:ident $name:literal count) => {
        $crate::answer::count($json.get($name))
    };
    ($json:ident $name:literal whole) => {
        $crate::answer::count($json.get($name)).unwrap_or_default()
    };
    ($json:ident $name:literal seconds) => {
        $crate::number::seconds($json.get($name))
    };
    ($json:ident $name:literal duration) => {
        $crate::number::seconds($json.get($name)).unwrap_or_default()
    };
    ($json:ident $name:literal flag) => {
        matches!($json.get($name), json::Json::Bool(true))
    };
    ($json:ident $name:literal status) => {
        $crate::run_status::RunStatus::of($json.get($name).text().unwrap_or_default())
    };
    ($json:ident $name:literal priority) => {
        $json
            .get($name)
            .text()
            .and_then($crate::priority::Priority::of)
    };
    ($json:ident $name:literal some_texts) => {
        Some($crate::answer::Answer::of($json.get($name)))
            .filter(|texts: &Vec<_>| !texts.is_empty())
    };
    ($json:ident $name:literal $kind:ident) => {
        $crate::answer::Answer::of($json.get($name))
    };
}

pub(super) use {answer, shape, value, wire_names};

/// For answers without data.
impl Answer for () {
    fn of(_: &Json<'_>) -> Self {}
}

impl Answer for String {
    fn of(json: &Json<'_>) -> Self {
        json.to_word().unwrap_or_default()
    }
}

/// `None` for `null`.
impl<T: Answer> Answer for Option<T> {
    fn of(json: &Json<'_>) -> Self {
        (!json.is_null()).then(|| T::of(json))
    }
}

impl<T: Answer> Answer for Vec<T> {
    fn of(json: &Json<'_>) -> Self {
        json.items().iter().map(T::of).collect()
    }
}

pub(super) fn count(json: &Json<'_>) -> Option<u32> {
    match json {
        Json::Number(digits) => digits.parse().ok(),
        _ => None,
    }
}

pub(super) fn text(json: &Json<'_>, name: &str) -> String {
    json.get(name).to_word().unwrap_or_default()
}
