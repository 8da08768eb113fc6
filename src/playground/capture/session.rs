//! The state of a dialog: the stream, the recording and the captured file. Everything ends with its owner.

use web_sys::{File, HtmlVideoElement, MediaStream};

use super::clock::Stopwatch;
use super::failure::Failure;
use super::medium::Medium;
use super::photo;
use super::recorder::Recorder;
use super::stream::{Device, LiveStream, list};
use ui::{RwSignal, StoredValue, on_cleanup, spawn_local};

/// What the dialog shows.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Stage {
    /// The browser asks the person, or starts the device.
    Opening,
    /// The device is on.
    Live,
    /// It is being recorded.
    Recording,
    /// A file to use or to retake.
    Taken(File),
    /// The device cannot be used.
    Failed(Failure),
}

/// The state of a dialog.
#[derive(Clone, Copy)]
pub(super) struct Session {
    pub(super) medium: Medium,
    pub(super) stage: RwSignal<Stage>,
    /// The devices to choose from, and the id of the one in use.
    pub(super) devices: RwSignal<Vec<Device>>,
    pub(super) device: RwSignal<Option<String>>,
    pub(super) watch: Stopwatch,
    /// The stream in use.
    stream: StoredValue<Option<LiveStream>>,
    recorder: StoredValue<Option<Recorder>>,
    /// Counts the attempts to open a device, so that a late answer is ignored.
    attempt: StoredValue<u32>,
}

impl Session {
    /// A session that opens the device at once.
    pub(super) fn start(medium: Medium) -> Self {
        let session = Self {
            medium,
            stage: RwSignal::new(Stage::Opening),
            devices: RwSignal::new(Vec::new()),
            device: RwSignal::new(None),
            watch: Stopwatch::new(),
            stream: StoredValue::new(None),
            recorder: StoredValue::new(None),
            attempt: StoredValue::new(0),
        };
        on_cleanup(move || session.close());
        session.open();
        session
    }

    /// Opens the chosen device.
    pub(super) fn open(self) {
        self.close();
        self.stage.set(Stage::Opening);
        let attempt = self.attempt.get_value() + 1;
        self.attempt.set_value(attempt);
        let device = self.device.get_untracked();
        spawn_local(async move {
            let opened = LiveStream::open(self.medium, device.as_deref()).await;
            // A stream that comes too late ends here.
            if self.attempt.try_with_value(|last| *last == attempt) != Some(true) {
                return;
            }
            match opened {
                Ok(stream) => self.show(stream).await,
                Err(failure) => self.stage.set(Stage::Failed(failure)),
            }
        });
    }

    async fn show(self, mut stream: LiveStream) {
        stream.on_ended(move || self.end());
        let id = stream.device_id();
        self.stream.set_value(Some(stream));
        self.stage.set(Stage::Live);
        let devices = list(self.medium).await;
        if self.devices.try_set(devices).is_none() {
            self.device.set(id);
        }
    }

    /// Uses another device.
    pub(super) fn choose(self, device: String) {
        self.device.set(Some(device));
        self.open();
    }

    /// The stream to show, while the device is on.
    pub(super) fn stream(self) -> Option<MediaStream> {
        let stream = |live: &Option<LiveStream>| live.as_ref().map(|live| live.stream.clone());
        self.stream.try_with_value(stream).flatten()
    }

    /// Takes the picture that a video element shows.
    pub(super) fn take_photo(self, video: &HtmlVideoElement) {
        photo::take(video, move |file| self.finish(file));
    }

    /// Starts recording.
    pub(super) fn record(self) {
        let Some(stream) = self.stream() else { return };
        match Recorder::start(&stream, self.medium, move |file| self.finish(file)) {
            Ok(recorder) => {
                self.recorder.set_value(Some(recorder));
                self.watch.start();
                self.stage.set(Stage::Recording);
            }
            Err(failure) => self.fail(failure),
        }
    }

    /// Ends the recording. The file follows.
    pub(super) fn stop_recording(self) {
        self.watch.stop();
        self.recorder.with_value(|recorder| {
            if let Some(recorder) = recorder {
                recorder.stop();
            }
        });
    }

    /// Shows the file, and turns the device off.
    fn finish(self, file: Option<File>) {
        match file {
            Some(file) => {
                self.watch.stop();
                // The recorder may be what calls this.
                self.stream.set_value(None);
                let _ = self.stage.try_set(Stage::Taken(file));
            }
            None => self.fail(Failure::Unknown),
        }
    }

    /// The device was disconnected. What was recorded until then is kept.
    fn end(self) {
        let stage = self.stage.try_get_untracked();
        match stage {
            Some(Stage::Recording) => self.stop_recording(),
            Some(Stage::Live | Stage::Opening) => self.fail(Failure::Ended),
            _ => {}
        }
    }

    fn fail(self, failure: Failure) {
        self.watch.stop();
        self.stream.set_value(None);
        let _ = self.stage.try_set(Stage::Failed(failure));
    }

    /// Turns everything off.
    pub(super) fn close(self) {
        self.watch.stop();
        self.recorder.set_value(None);
        self.stream.set_value(None);
    }
}
