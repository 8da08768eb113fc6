//! A short sound, made by the browser. In the deferred chunk.

use wasm_bindgen::JsValue;
use web_sys::{AudioContext, OscillatorType};

use super::deferred::Deferred;

/// Plays a sound for the end of a run.
pub(crate) static CHIME: Deferred<fn()> = Deferred::new();

/// Two rising tones: their frequency in hertz, and when they start, in seconds.
const TONES: [(f32, f64); 2] = [(659.3, 0.0), (880.0, 0.14)];
const LENGTH: f64 = 0.3;
const VOLUME: f32 = 0.12;

/// Provides it.
pub(crate) fn fill_deferred() {
    // A browser without sound, or one that forbids it, stays silent.
    CHIME.fill(|| {
        let _ = chime();
    });
}

fn chime() -> Result<(), JsValue> {
    let context = AudioContext::new()?;
    let now = context.current_time();
    for (frequency, start) in TONES {
        let (tone, gain) = (context.create_oscillator()?, context.create_gain()?);
        tone.set_type(OscillatorType::Sine);
        tone.frequency().set_value(frequency);
        let volume = gain.gain();
        volume.set_value_at_time(VOLUME, now + start)?;
        volume.exponential_ramp_to_value_at_time(0.001, now + start + LENGTH)?;
        tone.connect_with_audio_node(&gain)?;
        gain.connect_with_audio_node(&context.destination())?;
        tone.start_with_when(now + start)?;
        tone.stop_with_when(now + start + LENGTH)?;
    }
    Ok(())
}
