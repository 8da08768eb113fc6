//! The waveform of a sound, above its player: what has been played is in the accent's colour, and a press jumps there.

use ui::{El, RwSignal, el, spawn_local, window};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AudioBuffer, Event, HtmlElement, HtmlMediaElement, MouseEvent, OfflineAudioContext, Response,
};

/// The number of bars.
const BARS: u32 = 160;
/// The distance of two bars, in units of the drawing.
const STEP: u32 = 3;
/// Half of the height.
const HALF: u32 = 32;
/// The number of samples that are read for each bar: enough for its height, also of an hour.
const SAMPLES: usize = 2048;
/// Larger files, in bytes, are not drawn: decoded, they need ten times the memory.
const MAX_BYTES: f64 = 32_000_000.0;

/// A player with the waveform of what it plays, which is drawn when the sound is decoded.
pub(super) fn sound(player: El, url: String) -> El {
    let path = RwSignal::new(None::<String>);
    spawn_local(async move {
        let drawn = read(&url).await.map(|heights| path_of(&heights));
        let _ = path.try_set(drawn);
    });
    let media: HtmlMediaElement = player.node().clone().unchecked_into();
    let jumping = media.clone();
    let waveform = el("div", "waveform")
        .child(drawing("waveform-all", path))
        .child(drawing("waveform-played", path))
        .on("click", move |event| jump(&jumping, &event));
    let node: HtmlElement = waveform.node().clone().unchecked_into();
    let player = player.on("timeupdate", move |_| show_played(&node, &media));
    el("div", "sound").child(waveform).child(player)
}

fn drawing(class: &'static str, path: RwSignal<Option<String>>) -> El {
    let [width, height] = [BARS * STEP, 2 * HALF].map(|side| side.to_string());
    el("svg", class)
        .attr("viewBox", ["0 0 ", &width, " ", &height].concat())
        .attr("preserveAspectRatio", "none")
        .attr("aria-hidden", "true")
        .child(el("path", "").attr("d", move || path.get()))
}

fn show_played(waveform: &HtmlElement, player: &HtmlMediaElement) {
    let percent = player.current_time() / player.duration() * 100.0;
    let percent = [&percent.to_string(), "%"].concat();
    let _ = HtmlElement::style(waveform).set_property("--played", &percent);
}

/// Plays from where the waveform was pressed.
fn jump(player: &HtmlMediaElement, event: &Event) {
    let Some(event) = event.dyn_ref::<MouseEvent>() else {
        return;
    };
    let Some(place) = event
        .current_target()
        .and_then(|target| target.dyn_into::<HtmlElement>().ok())
    else {
        return;
    };
    let frame = place.get_bounding_client_rect();
    let share = (f64::from(event.client_x()) - frame.left()) / frame.width().max(1.0);
    let duration = player.duration();
    if duration.is_finite() {
        player.set_current_time(share.clamp(0.0, 1.0) * duration);
    }
}

/// The height of each bar, 0 to 1; `None` if the sound cannot be read or decoded, or is too large.
async fn read(url: &str) -> Option<Vec<f32>> {
    let answer = JsFuture::from(window().fetch_with_str(url)).await.ok()?;
    let answer: Response = answer.unchecked_into();
    let size = answer.headers().get("content-length").ok().flatten();
    let is_small = size.and_then(|size| size.parse::<f64>().ok());
    if !answer.ok() || is_small.is_some_and(|size| size > MAX_BYTES) {
        return None;
    }
    let data = JsFuture::from(answer.array_buffer().ok()?).await.ok()?;
    let context =
        OfflineAudioContext::new_with_number_of_channels_and_length_and_sample_rate(1, 1, 44_100.0)
            .ok()?;
    let decoded = context.decode_audio_data(data.unchecked_ref()).ok()?;
    let sound: AudioBuffer = JsFuture::from(decoded).await.ok()?.unchecked_into();
    heights(&sound)
}

/// The loudest of some samples for each bar, relative to the loudest of all.
fn heights(sound: &AudioBuffer) -> Option<Vec<f32>> {
    let per_bar = f64::from(sound.length()) / f64::from(BARS);
    let mut samples = vec![0.0; SAMPLES.min(per_bar.ceil() as usize).max(1)];
    let mut heights = Vec::new();
    for bar in 0..BARS {
        let start = (f64::from(bar) * per_bar) as u32;
        sound
            .copy_from_channel_with_start_in_channel(&mut samples, 0, start)
            .ok()?;
        heights.push(
            samples
                .iter()
                .fold(0.0, |peak: f32, level| peak.max(level.abs())),
        );
    }
    Some(relative(heights))
}

/// The heights relative to the largest one.
fn relative(mut heights: Vec<f32>) -> Vec<f32> {
    let largest = heights.iter().copied().fold(0.0, f32::max);
    if largest > 0.0 {
        for height in &mut heights {
            *height /= largest;
        }
    }
    heights
}

/// The bars as a path. Silence is a thin line.
fn path_of(heights: &[f32]) -> String {
    let mut path = String::new();
    for (bar, height) in (0..).zip(heights) {
        let half = (height * HALF as f32).round().max(1.0) as u32;
        let x: u32 = bar * STEP + 1;
        let [x, top, length] = [x, HALF.saturating_sub(half), 2 * half].map(|n| n.to_string());
        path.push_str(&["M", &x, " ", &top, "v", &length].concat());
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_relative_to_the_loudest_one() {
        assert_eq!(relative(vec![0.1, 0.2, 0.0]), [0.5, 1.0, 0.0]);
        assert_eq!(relative(vec![0.0, 0.0]), [0.0, 0.0]);
    }

    #[test]
    fn each_bar_is_a_line_around_the_middle() {
        assert_eq!(path_of(&[1.0, 0.5, 0.0]), "M1 0v64M4 16v32M7 31v2");
    }
}
