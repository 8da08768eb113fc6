//! The outputs of a shared result: each one as what it is, with a link to download it.

use super::html::escaped;
use super::texts::Texts;
use service::percent_encoded;

/// One output.
#[derive(Debug)]
pub(crate) struct SharedOutput {
    /// The name of its file.
    pub(crate) name: String,
    pub(crate) content: Content,
}

/// What an output is.
#[derive(Debug)]
pub(crate) enum Content {
    Image,
    Video,
    Audio,
    Text {
        text: String,
        /// Whether the file has more text.
        is_cut: bool,
    },
    File,
}

impl SharedOutput {
    /// Its address, relative to the page, so that it works below every path of a proxy.
    pub(super) fn address(&self, token: &str) -> String {
        format!("{token}/files/{}", percent_encoded(&self.name))
    }
}

/// The outputs as HTML.
pub(super) fn list(outputs: &[SharedOutput], token: &str, texts: &Texts) -> String {
    if outputs.is_empty() {
        return format!("<p class=\"hint\">{}</p>\n", texts.no_outputs);
    }
    let label = texts.result;
    let figures = outputs.iter().map(|output| figure(output, token, texts));
    let figures: String = figures.collect();
    format!("<section class=\"outputs\" aria-label=\"{label}\">\n{figures}</section>\n")
}

fn figure(output: &SharedOutput, token: &str, texts: &Texts) -> String {
    let name = escaped(&output.name);
    let address = escaped(&output.address(token));
    let shown = shown(output, &name, &address, texts);
    let download = texts.download;
    let class = match output.content {
        Content::Image | Content::Video => " class=\"picture\"",
        _ => "",
    };
    format!(
        "<figure{class}>\n{shown}<figcaption><bdi>{name}</bdi> \
         <a class=\"button\" href=\"{address}\" download=\"{name}\" aria-label=\"{download}: {name}\">{download}</a>\
         </figcaption>\n</figure>\n"
    )
}

/// The output itself; nothing for a file that browsers cannot show. The name and the address are escaped.
fn shown(output: &SharedOutput, name: &str, address: &str, texts: &Texts) -> String {
    match &output.content {
        Content::Image => format!(
            "<a href=\"{address}\"><img src=\"{address}\" alt=\"{}: {name}\" decoding=\"async\"></a>\n",
            texts.image
        ),
        Content::Video => format!(
            "<video controls playsinline preload=\"metadata\" src=\"{address}\" aria-label=\"{name}\"></video>\n"
        ),
        Content::Audio => {
            format!(
                "<audio controls preload=\"metadata\" src=\"{address}\" aria-label=\"{name}\"></audio>\n"
            )
        }
        Content::Text { text, is_cut } => {
            let text = escaped(text);
            let more = match is_cut {
                true => format!("<p class=\"hint more\">{}</p>\n", texts.cut),
                false => String::new(),
            };
            // HTML drops the first line break.
            format!(
                "<pre dir=\"auto\" tabindex=\"0\" role=\"group\" aria-label=\"{name}\">\n{text}</pre>\n{more}"
            )
        }
        Content::File => String::new(),
    }
}
