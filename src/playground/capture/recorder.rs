//! Records a stream.

use js_sys::{Array, Reflect};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Blob, BlobEvent, File, MediaRecorder, MediaRecorderOptions, MediaStream};

use super::failure::Failure;
use super::file::named;
use super::medium::Medium;
use ui::window;

/// A recording in progress. It is discarded when it is dropped.
pub(super) struct Recorder {
    recorder: MediaRecorder,
    // The browser calls them as long as it records.
    _data: Closure<dyn FnMut(BlobEvent)>,
    _stop: Closure<dyn FnMut()>,
}

impl Recorder {
    /// Starts. `done` gets the file when the recording has ended; `None` if nothing was recorded.
    ///
    /// # Errors
    /// The browser cannot record this stream.
    pub(super) fn start(
        stream: &MediaStream,
        medium: Medium,
        done: impl Fn(Option<File>) + 'static,
    ) -> Result<Self, Failure> {
        let format = format(medium).ok_or(Failure::Unsupported)?;
        let options = MediaRecorderOptions::new();
        options.set_mime_type(format);
        let recorder =
            MediaRecorder::new_with_media_stream_and_media_recorder_options(stream, &options)
                .map_err(|error| Failure::of(&error))?;
        let chunks = Array::new();
        let all = chunks.clone();
        let data = Closure::<dyn FnMut(BlobEvent)>::new(move |event: BlobEvent| {
            if let Some(blob) = event.data() {
                chunks.push(&blob);
            }
        });
        let stop = Closure::<dyn FnMut()>::new(move || {
            let recorded = Blob::new_with_blob_sequence(&all).ok();
            let recorded = recorded.filter(|blob| blob.size() > 0.0);
            done(recorded.and_then(|blob| named(&blob, medium, format)));
        });
        recorder.set_ondataavailable(Some(data.as_ref().unchecked_ref()));
        recorder.set_onstop(Some(stop.as_ref().unchecked_ref()));
        recorder.start().map_err(|error| Failure::of(&error))?;
        Ok(Self {
            recorder,
            _data: data,
            _stop: stop,
        })
    }

    /// Ends the recording.
    pub(super) fn stop(&self) {
        // It has ended already if the device was disconnected.
        let _ = self.recorder.stop();
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.recorder.set_ondataavailable(None);
        self.recorder.set_onstop(None);
        let _ = self.recorder.stop();
    }
}

/// The best format that the browser can write; `None` if it cannot record.
fn format(medium: Medium) -> Option<&'static str> {
    let has_recorder = Reflect::has(&window(), &"MediaRecorder".into());
    let formats = medium.formats().iter().copied();
    let mut supported = formats.filter(|format| MediaRecorder::is_type_supported(format));
    has_recorder
        .is_ok_and(|has| has)
        .then(|| supported.next())?
}
