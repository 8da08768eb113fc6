//! Multipart forms as HTTP clients send them: how one is opened, and the names of its parts. Knows no fields.

mod boundary;
mod disposition;
mod encoded_name;

pub use boundary::{NotAForm, open};
pub use disposition::{Disposition, names, parameter};
