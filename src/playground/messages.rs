//! Every text that the page shows, in every language it speaks: English, then German. One file per
//! region, in the order of the page. `{0}`, `{1}`… are placeholders; `|` separates singular from plural.

macro_rules! messages {
    ($list:ident; $($name:ident: $english:literal, $german:literal;)*) => {
        $(pub(crate) const $name: Message = Message(&[$english, $german]);)*

        #[cfg(test)]
        pub(super) const $list: &[(&str, Message)] = &[$((stringify!($name), $name)),*];
    };
}

/// Messages of `www/first.js`: `scripts/first-words.mjs` copies them, Rust only tests them.
macro_rules! first_paint_messages {
    ($list:ident; $($name:ident: $english:literal, $german:literal;)*) => {
        #[cfg(test)]
        pub(super) const $list: &[(&str, Message)] =
            &[$((stringify!($name), Message(&[$english, $german]))),*];
    };
}

macro_rules! coded_messages {
    ($(#[$about:meta])* $name:ident; $($code:literal: $german:literal;)*) => {
        $(#[$about])*
        pub(crate) static $name: Coded = Coded(&[$(($code, [$german])),*]);
    };
}

mod batch;
mod capture;
mod connection;
mod developers;
mod exposure;
mod first_paint;
mod first_visit;
mod form;
mod image_editor;
mod monitoring;
mod page;
mod palette;
mod problems;
mod queue;
mod reasons;
mod result;
mod runs;
mod share;
mod workflows;

pub(crate) use batch::*;
pub(crate) use capture::*;
pub(crate) use connection::*;
pub(crate) use developers::*;
pub(crate) use exposure::*;
pub(crate) use first_visit::*;
pub(crate) use form::*;
pub(crate) use image_editor::*;
pub(crate) use monitoring::*;
pub(crate) use page::*;
pub(crate) use palette::*;
pub(crate) use problems::PROBLEMS;
pub(crate) use queue::*;
pub(crate) use reasons::REASONS;
pub(crate) use result::*;
pub(crate) use runs::*;
pub(crate) use share::*;
pub(crate) use workflows::*;

#[cfg(test)]
mod tests;
