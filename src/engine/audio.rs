//! Audio as it flows along the links of a running graph. Knows nothing about files or codecs.

/// The largest number of samples of all channels in one batch: 400 MB in memory.
pub(crate) const MAX_SAMPLES: u64 = 100_000_000;

/// The samples of one clip: a list per channel, all of one length. Full scale is from -1 to 1.
pub(crate) type Clip = Vec<Vec<f32>>;

/// A batch of clips with the same number of channels and samples: ComfyUI's AUDIO.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Audio {
    pub(crate) clips: Vec<Clip>,
    /// Samples per second in each channel; never 0.
    pub(crate) sample_rate: u32,
}

impl Audio {
    /// A batch of one clip.
    pub(crate) fn of_clip(clip: Clip, sample_rate: u32) -> Self {
        Self {
            clips: vec![clip],
            sample_rate,
        }
    }

    /// The number of channels of each clip.
    pub(crate) fn channels(&self) -> usize {
        self.clips.first().map_or(0, Vec::len)
    }

    /// The number of samples in each channel.
    pub(crate) fn length(&self) -> usize {
        let channel = self.clips.first().and_then(|clip| clip.first());
        channel.map_or(0, Vec::len)
    }

    /// The duration of each clip in seconds.
    pub(crate) fn duration(&self) -> f64 {
        self.length() as f64 / f64::from(self.sample_rate)
    }

    /// The number of samples of all channels of all clips.
    pub(crate) fn samples(&self) -> u64 {
        self.clips.len() as u64 * self.channels() as u64 * self.length() as u64
    }
}
