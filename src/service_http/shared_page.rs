//! The page of a shared result, as HTML without scripts: the outputs, the inputs and the times. Also the page of a
//! link that opens nothing. Knows neither the store nor HTTP.

mod document;
mod html;
mod inputs;
mod outputs;
mod page;
mod texts;
mod time;

pub(crate) use document::security_policy;
pub(crate) use inputs::shared_inputs;
pub(crate) use outputs::{Content, SharedOutput};
pub(crate) use page::{SharedPage, missing_page};
pub(crate) use texts::Texts;

#[cfg(test)]
mod tests;
