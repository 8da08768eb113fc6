//! A batch of sound, and what decodes, changes and encodes it.

mod decoder;
pub mod flac_encoder;
mod opus_decoder;
pub mod opus_encoder;
mod resample;
mod sample_limit;
mod vorbis_comment;

pub use decoder::decode;
pub use resample::resample;
pub use sample_limit::check_samples;

/// The samples of one clip: a list per channel, all of one length. Full scale is from -1 to 1.
pub type Clip = Vec<Vec<f32>>;

/// A batch of clips with the same number of channels and samples: ComfyUI's AUDIO.
#[derive(Clone, Debug, PartialEq)]
pub struct Audio {
    /// At least one.
    pub clips: Vec<Clip>,
    /// Samples per second in each channel; never 0.
    pub sample_rate: u32,
}

impl Audio {
    /// A batch of one clip.
    pub fn of_clip(clip: Clip, sample_rate: u32) -> Self {
        Self {
            clips: vec![clip],
            sample_rate,
        }
    }

    /// The number of channels of each clip.
    pub fn channels(&self) -> usize {
        self.clips.first().map_or(0, Vec::len)
    }

    /// The number of samples in each channel.
    pub fn length(&self) -> usize {
        let channel = self.clips.first().and_then(|clip| clip.first());
        channel.map_or(0, Vec::len)
    }

    /// The duration of each clip in seconds.
    pub fn duration(&self) -> f64 {
        self.length() as f64 / f64::from(self.sample_rate)
    }

    /// The number of samples of all channels of all clips.
    pub fn samples(&self) -> u64 {
        self.clips.len() as u64 * self.channels() as u64 * self.length() as u64
    }
}
