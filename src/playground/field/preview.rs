//! A chosen file: what is in it, its name, its size, and the ways to replace or remove it.

use web_sys::{File, Url};

use crate::playground::element::{El, button, el};
use crate::playground::form::FieldState;
use crate::playground::language::bytes;
use crate::playground::messages as say;
use crate::playground::signal::RwSignal;

/// A file that a field holds, at this place among its files.
pub(super) fn chosen(field: FieldState, index: usize, file: File) -> El {
    let name = file.name();
    let remove = move || {
        field.drop_file(index);
        field.focus();
    };
    let about = el("div", "file-about")
        .child(
            el("span", "file-name")
                .attr("dir", "auto")
                .text(name.clone()),
        )
        .child(el("span", "file-size").text(bytes(file.size())))
        .child(
            el("label", "button small")
                .attr("for", field.id())
                .attr("aria-hidden", "true")
                .text(say::REPLACE),
        )
        .child(
            button("button small", remove)
                .attr("aria-label", say::REMOVE_FILE.with(&[&name]))
                .text(say::REMOVE),
        );
    el("div", "file-chosen")
        .children(preview(&file, name))
        .child(about)
}

/// A picture is shown as a picture: what an SVG would do as a document, it does not do here.
fn preview(file: &File, name: String) -> Option<El> {
    let address = Address::of(file)?;
    let url = address.0.clone();
    let kind = file.type_();
    let element = match kind.split('/').next()? {
        "image" => return Some(picture(url).keep(address)),
        "video" => el("video", "file-preview")
            .attr("muted", true)
            .attr("aria-label", name)
            .attr("controls", true),
        "audio" => el("audio", "file-sound")
            .attr("aria-label", name)
            .attr("controls", true),
        _ => return Some(ending(&name)),
    };
    Some(element.attr("src", url).keep(address))
}

/// In the place of a picture, where there is nothing to see: what the name says it is.
fn ending(name: &str) -> El {
    let ending = name
        .rsplit_once('.')
        .map(|(_, ending)| ending.to_uppercase());
    let short = ending.filter(|ending| ending.chars().count() <= 8);
    el("div", "file-picture")
        .attr("aria-hidden", "true")
        .text(short)
}

/// A picture, or in its place that it is none.
fn picture(url: String) -> El {
    let broken = RwSignal::new(false);
    let shown = el("img", "file-preview")
        .attr("alt", "")
        .attr("hidden", move || broken.get())
        .on("error", move |_| broken.set(true))
        .attr("src", url);
    el("div", "file-picture")
        .child(shown)
        .child(el("span", "").text(move || broken.get().then(|| say::NO_PREVIEW.now())))
}

/// The address of a file in this page, for as long as it is shown.
struct Address(String);

impl Address {
    fn of(file: &File) -> Option<Self> {
        Url::create_object_url_with_blob(file).ok().map(Self)
    }
}

impl Drop for Address {
    fn drop(&mut self) {
        let _ = Url::revoke_object_url(&self.0);
    }
}
