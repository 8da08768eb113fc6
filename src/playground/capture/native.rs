//! The phone's own camera. It focuses, zooms and uses the flash, which a web page's camera cannot, and it needs neither
//! https nor a permission. Browsers offer no recorder of sound this way.

use wasm_bindgen::JsCast;
use web_sys::{File, HtmlInputElement};

use super::file::named;
use super::medium::Medium;
use crate::media_query::COARSE;
use ui::{El, el};

/// A hidden input; a click on it opens the camera. `None` on machines without touch, and for sound.
pub(crate) fn native_camera(medium: Medium, done: impl Fn(File) + 'static) -> Option<El> {
    let accept = match medium {
        Medium::Photo => "image/*",
        Medium::Video => "video/*",
        Medium::Audio => return None,
    };
    let take = move |input: HtmlInputElement| {
        let file = input.files().and_then(|files| files.get(0));
        // Otherwise taking another photo with the same name would fire no event.
        input.set_value("");
        if let Some(file) = file {
            // Phones call every photo the same.
            done(named(&file, medium, &file.type_()).unwrap_or(file));
        }
    };
    COARSE.matches().then(|| {
        el("input", "")
            .attr("type", "file")
            .attr("accept", accept)
            .attr("capture", "environment")
            .attr("hidden", true)
            .on("change", move |event| {
                let input = event.target().and_then(|target| target.dyn_into().ok());
                if let Some(input) = input {
                    take(input);
                }
            })
    })
}
