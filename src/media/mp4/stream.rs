//! The video stream of an MP4 file. Does not know how it was found.

use std::ops::Range;

/// The video stream of an MP4 file, not yet decoded.
#[derive(Clone, Debug)]
pub struct Mp4Video {
    /// The whole file.
    pub bytes: Vec<u8>,
    /// The size of the stored pictures, before `quarter_turns`.
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// How often a picture is to be turned clockwise by 90°, up to 3.
    pub(crate) quarter_turns: u8,
    /// Frames per second, on average.
    pub(crate) fps: f64,
    pub(crate) matrix: ColorMatrix,
    /// Whether the file also has sound.
    pub(crate) has_sound: bool,
    /// The NAL units that configure the decoder.
    pub(crate) parameter_sets: Vec<Vec<u8>>,
    /// How many bytes state the length of a NAL unit in a sample.
    pub(crate) length_size: usize,
    /// Where each sample is in `bytes`, in decoding order.
    pub(crate) samples: Vec<Range<usize>>,
}

impl Mp4Video {
    /// The width and height of its pictures in pixels, as a player shows them.
    pub fn dimensions(&self) -> (u32, u32) {
        match self.quarter_turns % 2 {
            0 => (self.width, self.height),
            _ => (self.height, self.width),
        }
    }

    /// The NAL units of a sample; `None` if a unit is longer than its sample.
    pub(crate) fn units(&self, sample: &Range<usize>) -> Option<Vec<&[u8]>> {
        let mut rest = self.bytes.get(sample.clone())?;
        let mut units = Vec::new();
        while !rest.is_empty() {
            let (length, after) = rest.split_at_checked(self.length_size)?;
            let length = length
                .iter()
                .fold(0, |length, byte| length << 8 | usize::from(*byte));
            let (unit, after) = after.split_at_checked(length)?;
            units.push(unit);
            rest = after;
        }
        Some(units)
    }
}

/// How YCbCr values become red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ColorMatrix {
    /// The weight of red in luma.
    pub(crate) red: f32,
    /// The weight of blue in luma.
    pub(crate) blue: f32,
    /// Whether luma uses the levels 0 to 255 instead of 16 to 235.
    pub(crate) full_range: bool,
}

impl ColorMatrix {
    /// BT.709, the matrix of HD video.
    pub(crate) const BT709: Self = Self {
        red: 0.2126,
        blue: 0.0722,
        full_range: false,
    };

    /// BT.601, the matrix of SD video and of files that name none.
    const BT601: Self = Self {
        red: 0.299,
        blue: 0.114,
        full_range: false,
    };

    /// BT.2020, the matrix of UHD video.
    const BT2020: Self = Self {
        red: 0.2627,
        blue: 0.0593,
        full_range: false,
    };

    /// The weight of green in luma.
    pub(crate) fn green(self) -> f32 {
        1.0 - self.red - self.blue
    }

    /// The matrix with this number in ITU-T H.273.
    pub(super) fn numbered(number: u16, full_range: bool) -> Self {
        let matrix = match number {
            1 => Self::BT709,
            9 | 10 => Self::BT2020,
            _ => Self::BT601,
        };
        Self {
            full_range,
            ..matrix
        }
    }
}
