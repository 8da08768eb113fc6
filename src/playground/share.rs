//! Sharing of results by links that need no key: the button of a result, its dialog, and the list of links. Does not
//! know how a result is shown.

mod button;
mod calls;
mod dialog;
mod form;
mod link;
mod link_list;
mod state;

pub(crate) use button::share_button;
