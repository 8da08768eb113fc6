//! The two pages: a shared result, and a link that opens nothing.

use super::document::document;
use super::html::{escaped, escaped_name};
use super::inputs::{self, SharedInput};
use super::outputs::{self, Content, SharedOutput};
use super::texts::Texts;
use super::time::time;

/// A shared result, as the page shows it.
#[derive(Debug)]
pub(crate) struct SharedPage {
    /// The name of the workflow.
    pub(crate) workflow: String,
    /// When the result was made, as it is stored.
    pub(crate) made_at: String,
    /// When the link expires, as it is stored.
    pub(crate) expires_at: String,
    /// The absolute address of the page, for previews in chats; `None` if the service does not know it.
    pub(crate) address: Option<String>,
    pub(crate) token: String,
    pub(crate) outputs: Vec<SharedOutput>,
    pub(crate) inputs: Vec<SharedInput>,
}

impl SharedPage {
    /// The page as HTML.
    pub(crate) fn html(&self, texts: &Texts) -> String {
        let body = format!(
            "<header>\n<h1 dir=\"auto\">{}</h1>\n<p class=\"hint\">{} {}</p>\n</header>\n\
             <main>\n{}{}</main>\n<footer class=\"hint\">\n<p>{} {}</p>\n</footer>\n",
            escaped_name(&self.workflow),
            texts.made,
            time(&self.made_at, texts),
            outputs::list(&self.outputs, &self.token, texts),
            inputs::list(&self.inputs, texts),
            texts.expires,
            time(&self.expires_at, texts),
        );
        document(texts, &self.workflow, &self.preview(), &body)
    }

    /// What chats show of the link.
    fn preview(&self) -> String {
        let mut tags = vec![
            ("property", "og:type", "website".to_owned()),
            ("property", "og:site_name", "flowdeck".to_owned()),
            ("property", "og:title", self.workflow.clone()),
        ];
        let image = |output: &&SharedOutput| matches!(output.content, Content::Image);
        let image = self.outputs.iter().find(image);
        // Chats accept only absolute addresses.
        let folder = self.address.as_deref().and_then(|url| url.rsplit_once('/'));
        if let Some((image, (folder, _))) = image.zip(folder) {
            let address = format!("{folder}/{}", image.address(&self.token));
            tags.push(("property", "og:image", address));
            tags.push(("name", "twitter:card", "summary_large_image".to_owned()));
        }
        let tags = tags.iter().map(|(attribute, name, content)| {
            let content = escaped(content);
            format!("<meta {attribute}=\"{name}\" content=\"{content}\">\n")
        });
        tags.collect()
    }
}

/// The page of a link that opens nothing, whatever the reason is.
pub(crate) fn missing_page(texts: &Texts) -> String {
    let (title, advice) = (texts.missing_title, texts.missing_advice);
    let body = format!("<main class=\"missing\">\n<h1>{title}</h1>\n<p>{advice}</p>\n</main>\n");
    document(texts, title, "", &body)
}
