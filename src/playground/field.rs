//! A field of the form: its label, the control for its kind, its help and its errors. Knows nothing about
//! how a form is sent.

mod attributes;
mod capture;
mod choice;
mod color;
pub(crate) mod deferred;
mod file;
mod hint;
mod number;
mod preview;
mod seed;
mod slider;
mod switch;
mod take_output;
mod text;
mod view;

pub(crate) use hint::hint;
pub(crate) use view::field_view;
