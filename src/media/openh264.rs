//! H.264 with Cisco's OpenH264. Knows nothing about containers.

use openh264::OpenH264API;
use openh264::decoder::{DecodedYUV, Decoder, DecoderConfig, Flush};
use openh264::encoder::{
    Encoder, EncoderConfig, FrameRate, IntraFramePeriod, MatrixCoefficients, QpRange,
    RateControlMode, TransferCharacteristics, VuiConfig,
};
use openh264::formats::YUVSource;

use super::video_codec::{Picture, VideoCodec, VideoDecoder, VideoEncoder};

/// OpenH264.
pub struct OpenH264;

/// The quantizer of every picture: about what x264 uses by default.
const QUANTIZER: QpRange = QpRange::new(22, 22);

/// The time between two pictures that a player can jump to, in seconds.
const SEEK_INTERVAL: f64 = 2.0;

/// OpenH264's shortest side.
const MIN_SIDE: usize = 16;

/// OpenH264's largest picture in landscape format.
const MAX_SIZE: (usize, usize) = (3840, 2160);

impl VideoCodec for OpenH264 {
    fn encoder(&self, fps: f64) -> Result<Box<dyn VideoEncoder>, String> {
        let color = VuiConfig::bt709()
            .transfer_characteristics(TransferCharacteristics::Srgb)
            .matrix_coefficients(MatrixCoefficients::Bt709);
        let config = EncoderConfig::new()
            .max_frame_rate(FrameRate::from_hz(fps as f32))
            .intra_frame_period(IntraFramePeriod::from_num_frames(
                (fps * SEEK_INTERVAL).round() as u32,
            ))
            .rate_control_mode(RateControlMode::Off)
            .qp(QUANTIZER)
            // Every picture of the workflow is in the file.
            .skip_frames(false)
            .num_threads(1)
            .vui(color);
        let encoder = Encoder::with_api_config(OpenH264API::from_source(), config);
        Ok(Box::new(encoder.map_err(|error| reason(&error))?))
    }

    fn decoder(&self) -> Result<Box<dyn VideoDecoder>, String> {
        // A flush after each sample would return pictures before earlier ones that arrive later.
        let config = DecoderConfig::new().flush_after_decode(Flush::NoFlush);
        let decoder = Decoder::with_api_config(OpenH264API::from_source(), config);
        Ok(Box::new(decoder.map_err(|error| reason(&error))?))
    }
}

impl VideoEncoder for Encoder {
    fn encode(&mut self, picture: &Picture) -> Result<Vec<Vec<u8>>, String> {
        check_size(picture)?;
        let stream = Encoder::encode(self, picture).map_err(|error| reason(&error))?;
        let layers = (0..stream.num_layers()).filter_map(|layer| stream.layer(layer));
        let units = layers.flat_map(|layer| {
            (0..layer.nal_count())
                .filter_map(|unit| layer.nal_unit(unit).map(without_start_code))
                .collect::<Vec<_>>()
        });
        Ok(units.collect())
    }
}

impl VideoDecoder for Decoder {
    fn decode(&mut self, units: &[&[u8]]) -> Result<Option<Picture>, String> {
        let mut stream = Vec::new();
        for unit in units {
            stream.extend([0, 0, 0, 1]);
            stream.extend_from_slice(unit);
        }
        let picture = Decoder::decode(self, &stream).map_err(|error| reason(&error))?;
        Ok(picture.map(|picture| copy(&picture)))
    }

    fn finish(&mut self) -> Result<Vec<Picture>, String> {
        let rest = self.flush_remaining().map_err(|error| reason(&error))?;
        Ok(rest.iter().map(copy).collect())
    }
}

impl YUVSource for Picture {
    fn dimensions(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    fn strides(&self) -> (usize, usize, usize) {
        (self.width, self.width / 2, self.width / 2)
    }

    fn y(&self) -> &[u8] {
        &self.luma
    }

    fn u(&self) -> &[u8] {
        &self.chroma_blue
    }

    fn v(&self) -> &[u8] {
        &self.chroma_red
    }
}

/// OpenH264 itself reports a wrong size with a number only.
fn check_size(picture: &Picture) -> Result<(), String> {
    let long = picture.width.max(picture.height);
    let short = picture.width.min(picture.height);
    if short >= MIN_SIDE && long <= MAX_SIZE.0 && short <= MAX_SIZE.1 {
        return Ok(());
    }
    let (width, height) = MAX_SIZE;
    Err(format!(
        "the encoder takes {MIN_SIDE} × {MIN_SIDE} to {width} × {height} pixels; scale the images"
    ))
}

fn without_start_code(unit: &[u8]) -> Vec<u8> {
    let zeros = unit.iter().take_while(|byte| **byte == 0).count();
    unit.get(zeros + 1..).unwrap_or_default().to_vec()
}

fn copy(picture: &DecodedYUV) -> Picture {
    let (width, height) = picture.dimensions();
    let strides = picture.strides();
    Picture {
        width,
        height,
        luma: without_padding(picture.y(), strides.0, width, height),
        chroma_blue: without_padding(picture.u(), strides.1, width / 2, height / 2),
        chroma_red: without_padding(picture.v(), strides.2, width / 2, height / 2),
    }
}

fn without_padding(plane: &[u8], stride: usize, width: usize, height: usize) -> Vec<u8> {
    let rows = plane.chunks(stride.max(1)).take(height);
    rows.flat_map(|row| row.iter().take(width).copied())
        .collect()
}

/// OpenH264's errors are numbers.
fn reason(error: &openh264::Error) -> String {
    format!("OpenH264 failed with code {}", error.native_code())
}
