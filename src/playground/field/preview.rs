//! The chosen files of a field: a preview, name and size of each, and buttons to replace and remove it.
//! In the deferred chunk.

use web_sys::File;

use crate::file_url::FileUrl;
use crate::form::{FieldState, FormState, Undoable};
use crate::icon::{Shape, icon};
use crate::image_editor::image_editor;
use crate::language::bytes;
use crate::messages as say;
use ui::{El, RwSignal, button, el, in_body, untrack};

/// The files of a field.
pub(super) fn chosen_files(form: FormState, field: FieldState, files: Vec<File>) -> El {
    let entry = move |(index, file)| chosen_file(form, field, index, file);
    el("div", "file-list").children(files.into_iter().enumerate().map(entry))
}

fn chosen_file(form: FormState, field: FieldState, index: usize, file: File) -> El {
    let name = file.name();
    let removed = name.clone();
    let remove = move || {
        let message = say::FILE_REMOVED.with(&[&removed]);
        Undoable::new(form).change(message, move || {
            field.remove_file(index);
            field.focus();
        });
    };
    let replace_label = el("label", "button small")
        .attr("for", field.id())
        .attr("aria-hidden", "true")
        .text(say::REPLACE);
    // An icon, since three words have no room on one line in every language.
    let remove_button = button("button small icon-button", remove)
        .attr(
            "aria-label",
            say::REMOVE_FILE.with(&[&name, &field.label()]),
        )
        .attr("title", say::REMOVE)
        .child(icon(Shape::Cross));
    let name_line = el("span", "file-name")
        .attr("dir", "auto")
        .text(name.clone());
    let about = el("div", "file-about")
        .child(name_line)
        .child(el("span", "file-size").text(bytes(file.size())))
        .child(replace_label)
        .children(edit_button(form, field, &file))
        .child(remove_button);
    el("div", "file-chosen")
        .children(preview(&file, name))
        .child(about)
}

/// Opens an image in the editor, and takes the edited one. A field with several files keeps them as they are.
fn edit_button(form: FormState, field: FieldState, file: &File) -> Option<El> {
    let is_editable =
        file.type_().starts_with("image/") && field.files.with_untracked(Vec::len) == 1;
    let (file, name) = (file.clone(), file.name());
    let is_open = RwSignal::new(false);
    let editor = move || {
        let undoable = Undoable::new(form);
        let message = say::EDITED.with(&[&file.name()]);
        let done = move |edited: Option<File>| {
            let _ = is_open.try_set(false);
            if let Some(edited) = edited {
                let message = message.clone();
                undoable.change(message, move || form.set_files(field, vec![edited]));
            }
        };
        is_open
            .get()
            .then(|| untrack(|| in_body(image_editor(file.clone(), done))))
    };
    let place = el("span", "file-edit")
        .child(
            button("button small", move || is_open.set(true))
                .attr("aria-label", say::EDIT_FILE.with(&[&name, &field.label()]))
                .text(say::EDIT),
        )
        .live(editor);
    is_editable.then_some(place)
}

/// A preview by the file's type. An SVG is shown as an image, so its scripts do not run.
fn preview(file: &File, name: String) -> Option<El> {
    let object_url = FileUrl::new(file)?;
    let url = object_url.0.clone();
    let content_type = file.type_();
    let element = match content_type.split('/').next()? {
        "image" => return Some(image(url).keep(object_url)),
        "video" => player("video", name).attr("muted", true),
        "audio" => player("audio", name),
        _ => return Some(extension(&name)),
    };
    Some(element.attr("src", url).keep(object_url))
}

fn player(tag: &'static str, name: String) -> El {
    el(tag, "file-player")
        .attr("aria-label", name)
        .attr("controls", true)
}

/// The file's extension, for a type without a preview.
fn extension(name: &str) -> El {
    let extension = name
        .rsplit_once('.')
        .map(|(_, extension)| extension.to_uppercase());
    let short = extension.filter(|extension| extension.chars().count() <= 8);
    el("div", "file-thumbnail")
        .attr("aria-hidden", "true")
        .text(short)
}

/// An image, or a text if the browser cannot show it.
fn image(url: String) -> El {
    let is_broken = RwSignal::new(false);
    let image = el("img", "file-preview")
        .attr("alt", "")
        .attr("hidden", move || is_broken.get())
        .on("error", move |_| is_broken.set(true))
        .attr("src", url);
    let text = move || is_broken.get().then(|| say::NO_PREVIEW.now());
    el("div", "file-thumbnail")
        .child(image)
        .child(el("span", "").text(text))
}
