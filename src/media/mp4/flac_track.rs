//! The FLAC track of a file to write. Knows nothing about encoders.

use mp4_atom::{Audio, Codec, Dfla, Flac, FlacMetadataBlock, SttsEntry};

use super::writer::{Media, Track};

/// An encoded FLAC stream.
pub(crate) struct FlacStream {
    /// At most 8.
    pub(crate) channels: u8,
    pub(crate) sample_rate: u32,
    pub(crate) bits_per_sample: u8,
    /// The number of samples in each channel.
    pub(crate) length: u64,
    /// The number of samples of each frame but the last, in each channel.
    pub(crate) block: u16,
    pub(crate) md5: [u8; 16],
    pub(crate) frames: Vec<Vec<u8>>,
}

impl FlacStream {
    /// The track with this stream.
    pub(crate) fn track(self) -> Track {
        let description = FlacMetadataBlock::StreamInfo {
            minimum_block_size: self.block,
            maximum_block_size: self.block,
            // Zero is "unknown".
            minimum_frame_size: [0; 3].into(),
            maximum_frame_size: [0; 3].into(),
            sample_rate: self.sample_rate,
            num_channels_minus_one: self.channels.saturating_sub(1),
            bits_per_sample_minus_one: self.bits_per_sample.saturating_sub(1),
            number_of_interchannel_samples: self.length,
            md5_checksum: self.md5.to_vec(),
        };
        let audio = Audio {
            data_reference_index: 1,
            channel_count: u16::from(self.channels),
            sample_size: u16::from(self.bits_per_sample),
            // Players read a higher rate from the description.
            sample_rate: u16::try_from(self.sample_rate).unwrap_or(0).into(),
        };
        let full = self.frames.len().saturating_sub(1);
        let rest = self.length - self.length.min(full as u64 * u64::from(self.block));
        let durations = [(full as u32, u32::from(self.block)), (1, rest as u32)];
        Track {
            codec: Codec::from(Flac {
                audio,
                dfla: Dfla {
                    blocks: vec![description],
                },
            }),
            media: Media::Sound,
            timescale: self.sample_rate,
            durations: durations
                .map(|(sample_count, sample_delta)| SttsEntry {
                    sample_count,
                    sample_delta,
                })
                .to_vec(),
            samples: self.frames,
        }
    }
}
