//! The stream of a camera or microphone, and the devices to choose from. A stream ends when it is dropped, so that the
//! device's light never stays on.

use js_sys::{Array, JSON};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{MediaDeviceInfo, MediaDevices, MediaStream, MediaStreamTrack};

use super::failure::Failure;
use super::medium::Medium;
use ui::window;

/// A stream whose tracks stop when it is dropped.
pub(super) struct LiveStream {
    pub(super) stream: MediaStream,
    ended: Closure<dyn FnMut()>,
}

/// A camera or microphone.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Device {
    pub(super) id: String,
    pub(super) label: String,
}

impl LiveStream {
    /// Opens a device, or the one with this id.
    ///
    /// # Errors
    /// Why the browser refused it.
    pub(super) async fn open(medium: Medium, device: Option<&str>) -> Result<Self, Failure> {
        match Self::request(&constraints(medium, device, true)).await {
            // A video without a microphone is silent.
            Err(Failure::Missing) if medium == Medium::Video => {
                Self::request(&constraints(medium, device, false)).await
            }
            opened => opened,
        }
    }

    async fn request(constraints: &str) -> Result<Self, Failure> {
        let refused = |error: JsValue| Failure::of(&error);
        let constraints = JSON::parse(constraints).map_err(refused)?;
        let promise = devices()?
            .get_user_media_with_constraints(constraints.unchecked_ref())
            .map_err(refused)?;
        let stream = JsFuture::from(promise).await.map_err(refused)?;
        Ok(Self {
            stream: stream.unchecked_into(),
            ended: Closure::new(|| {}),
        })
    }

    /// Calls `ended` if the device is disconnected or its use revoked; not when the page stops it.
    pub(super) fn on_ended(&mut self, ended: impl FnMut() + 'static) {
        self.ended = Closure::new(ended);
        for track in self.tracks() {
            track.set_onended(Some(self.ended.as_ref().unchecked_ref()));
        }
    }

    /// The id of the device that it comes from.
    pub(super) fn device_id(&self) -> Option<String> {
        let settings = self.tracks().next()?.get_settings();
        let id = js_sys::Reflect::get(&settings, &"deviceId".into()).ok()?;
        id.as_string()
    }

    /// Its tracks, those of a camera first.
    fn tracks(&self) -> impl Iterator<Item = MediaStreamTrack> {
        let (video, audio) = (
            self.stream.get_video_tracks(),
            self.stream.get_audio_tracks(),
        );
        let tracks = video.iter().chain(audio.iter()).collect::<Vec<JsValue>>();
        tracks.into_iter().map(JsCast::unchecked_into)
    }
}

impl Drop for LiveStream {
    fn drop(&mut self) {
        for track in self.tracks() {
            track.set_onended(None);
            track.stop();
        }
    }
}

/// The browser's devices.
fn devices() -> Result<MediaDevices, Failure> {
    if !window().is_secure_context() {
        return Err(Failure::Insecure);
    }
    let devices = window().navigator().media_devices().ok();
    // Old browsers have none.
    let devices = devices.filter(|devices| devices.is_object());
    devices.ok_or(Failure::Unsupported)
}

/// The devices for a medium. The browser names them only after it allowed one.
pub(super) async fn list(medium: Medium) -> Vec<Device> {
    let promise = devices()
        .ok()
        .and_then(|devices| devices.enumerate_devices().ok());
    let Some(promise) = promise else {
        return Vec::new();
    };
    let found = JsFuture::from(promise).await.unwrap_or_default();
    let is_wanted = |device: &MediaDeviceInfo| {
        let kind = js_sys::Reflect::get(device, &"kind".into()).ok();
        kind.and_then(|kind| kind.as_string()).as_deref() == Some(medium.device_kind())
    };
    let device = |device: MediaDeviceInfo| Device {
        id: device.device_id(),
        label: device.label(),
    };
    let found = Array::from(&found);
    let all = found.iter().map(JsCast::unchecked_into);
    let mut devices: Vec<Device> = all.filter(is_wanted).map(device).collect();
    devices.retain(|device| !device.id.is_empty() && !device.label.is_empty());
    devices
}

/// The JSON of the constraints: a camera that looks away from the person, if there is one, and Full HD at most.
fn constraints(medium: Medium, device: Option<&str>, with_sound: bool) -> String {
    let chosen = device.map(|id| {
        let mut text = String::from("\"deviceId\":{\"exact\":");
        json::write_text(id, &mut text);
        text + "}"
    });
    if medium == Medium::Audio {
        let device = chosen.map_or_else(|| "true".to_owned(), |chosen| format!("{{{chosen}}}"));
        return format!("{{\"audio\":{device}}}");
    }
    let device = chosen.unwrap_or_else(|| "\"facingMode\":\"environment\"".to_owned());
    let size = "\"width\":{\"ideal\":1920},\"height\":{\"ideal\":1080}";
    let audio = medium == Medium::Video && with_sound;
    format!("{{\"audio\":{audio},\"video\":{{{device},{size}}}}}")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(medium: Medium, device: Option<&str>) -> Value {
        serde_json::from_str(&constraints(medium, device, true)).unwrap()
    }

    #[test]
    fn a_device_is_asked_for_what_a_medium_needs() {
        assert_eq!(read(Medium::Audio, None), json!({"audio": true}));
        let exact = json!({"deviceId": {"exact": "a\"b"}});
        assert_eq!(read(Medium::Audio, Some("a\"b")), json!({"audio": exact}));
        let photo = read(Medium::Photo, None);
        assert_eq!(
            (&photo["audio"], &photo["video"]["facingMode"]),
            (&json!(false), &json!("environment"))
        );
        let video = read(Medium::Video, Some("2"));
        assert_eq!(video["audio"], json!(true));
        assert_eq!(video["video"]["deviceId"]["exact"], json!("2"));
        let silent: Value = serde_json::from_str(&constraints(Medium::Video, None, false)).unwrap();
        assert_eq!(silent["audio"], json!(false));
    }
}
