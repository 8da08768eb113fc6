//! The body of a request. It can be sent again.

use bytes::Bytes;
use reqwest::RequestBuilder;
use reqwest::multipart::{Form, Part};
use serde_json::Value;

/// The body of a request.
#[derive(Clone, Debug, Default)]
pub enum Body {
    /// No body.
    #[default]
    Empty,
    /// JSON.
    Json(Value),
    /// A form of these parts.
    Form(Vec<FormPart>),
}

/// One part of a form. Cheap to clone.
#[derive(Clone, Debug)]
pub struct FormPart {
    name: String,
    content: Bytes,
    /// The name of the file, if it is one.
    file_name: Option<String>,
}

impl FormPart {
    /// A text.
    pub fn text(name: &str, text: impl Into<String>) -> Self {
        Self {
            name: name.to_owned(),
            content: text.into().into(),
            file_name: None,
        }
    }

    /// A file, sent under this file name.
    pub fn file(name: &str, file_name: &str, content: impl Into<Bytes>) -> Self {
        Self {
            name: name.to_owned(),
            content: content.into(),
            file_name: Some(file_name.to_owned()),
        }
    }

    fn part(&self) -> Part {
        let length = self.content.len() as u64;
        let part = Part::stream_with_length(self.content.clone(), length);
        match &self.file_name {
            Some(name) => part.file_name(name.clone()),
            None => part,
        }
    }
}

impl Body {
    /// The request with this body.
    pub(super) fn add_to(&self, request: RequestBuilder) -> RequestBuilder {
        match self {
            Self::Empty => request,
            Self::Json(json) => request.json(json),
            Self::Form(parts) => {
                let form = parts.iter().fold(Form::new(), |form, part| {
                    form.part(part.name.clone(), part.part())
                });
                request.multipart(form)
            }
        }
    }
}
