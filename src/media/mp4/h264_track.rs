//! The H.264 track of a file to write. Knows nothing about encoders.

use mp4_atom::{Avc1, Avcc, Codec, Colr, SttsEntry, Visual};

use super::writer::{Media, Track};

/// The type of the NAL units of pictures that a player can jump to.
const KEY_PICTURE: u8 = 5;
/// The types of the NAL units that configure the decoder.
const SEQUENCE_PARAMETERS: u8 = 7;
const PICTURE_PARAMETERS: u8 = 8;

/// How long a frame lasts, in units of the timescale: frame rates have three decimals, as in ComfyUI.
const FRAME_DURATION: u32 = 1000;

/// The pictures of an H.264 track.
#[derive(Default)]
pub(crate) struct H264Samples {
    sequence_parameters: Vec<u8>,
    picture_parameters: Vec<u8>,
    samples: Vec<Vec<u8>>,
    key_samples: Vec<u32>,
}

impl H264Samples {
    /// Adds the NAL units of one picture.
    pub(crate) fn push(&mut self, units: Vec<Vec<u8>>) {
        let mut sample = Vec::new();
        let mut is_key = false;
        for unit in units {
            match unit.first().map(|first| first & 0x1f) {
                Some(SEQUENCE_PARAMETERS) => self.sequence_parameters = unit,
                Some(PICTURE_PARAMETERS) => self.picture_parameters = unit,
                kind => {
                    is_key |= kind == Some(KEY_PICTURE);
                    sample.extend((unit.len() as u32).to_be_bytes());
                    sample.extend(unit);
                }
            }
        }
        self.samples.push(sample);
        if is_key {
            self.key_samples.push(self.samples.len() as u32);
        }
    }

    /// The track with these pictures.
    pub(crate) fn track(self, width: u16, height: u16, fps: f64) -> mp4_atom::Result<Track> {
        let visual = Visual {
            data_reference_index: 1,
            width,
            height,
            ..Visual::default()
        };
        let codec = Codec::from(Avc1 {
            visual,
            avcc: Avcc::new(&self.sequence_parameters, &self.picture_parameters)?,
            // Primaries of BT.709, the transfer function of sRGB, the matrix of BT.709.
            colr: Some(Colr::new(1, 13, 1, false)?),
            ..Avc1::default()
        });
        Ok(Track {
            codec,
            media: Media::Video {
                width,
                height,
                key_samples: self.key_samples,
            },
            timescale: (fps * f64::from(FRAME_DURATION)).round() as u32,
            durations: vec![SttsEntry {
                sample_count: self.samples.len() as u32,
                sample_delta: FRAME_DURATION,
            }],
            samples: self.samples,
        })
    }
}
