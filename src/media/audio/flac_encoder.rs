//! Encodes a clip as FLAC with 16 bits, as ComfyUI does. Knows nothing about files.

use std::fmt::Display;
use std::io;

use flacenc::bitsink::ByteSink;
use flacenc::component::{BitRepr, MetadataBlockData, Stream};
use flacenc::config::Encoder;
use flacenc::error::{OutputError, SourceError, Verify};
use flacenc::source::{Fill, Source};

use super::Clip;
use super::vorbis_comment::vorbis_comment;
use crate::media_error::MediaError;
use crate::monitor::Monitor;
use crate::mp4::FlacStream;

/// FLAC's number of the metadata block that holds a Vorbis comment.
const VORBIS_COMMENT: u8 = 4;

/// The samples in a block of each channel.
const BLOCK: usize = 4096;

const BITS: usize = 16;

const MAX_CHANNELS: usize = 8;

/// The highest sample rate that the encoder takes.
const MAX_RATE: u32 = 96_000;

/// The number of steps that encoding a clip of this length takes.
pub fn steps(length: usize) -> usize {
    length.div_ceil(BLOCK)
}

/// A FLAC file with this clip, which has at least one sample, and this metadata, keys and texts.
///
/// # Errors
/// FLAC cannot hold the clip, or the monitor interrupts.
pub fn encode(
    clip: &Clip,
    sample_rate: u32,
    metadata: &[(String, String)],
    monitor: &dyn Monitor,
) -> Result<Vec<u8>, MediaError> {
    let failed = |why: &dyn Display| failure(clip, sample_rate, why);
    let mut stream = encode_blocks(clip, sample_rate, monitor)?;
    let comment = vorbis_comment(metadata);
    let comment = MetadataBlockData::new_unknown(VORBIS_COMMENT, &comment);
    stream.add_metadata_block(comment.map_err(|error| failed(&error))?);
    bytes(&stream).map_err(|error| failed(&error))
}

/// The blocks of this clip and their description, to be put into another kind of file.
pub(crate) fn encode_stream(
    clip: &Clip,
    sample_rate: u32,
    monitor: &dyn Monitor,
) -> Result<FlacStream, MediaError> {
    let stream = encode_blocks(clip, sample_rate, monitor)?;
    let blocks = (0..stream.frame_count()).filter_map(|number| stream.frame(number));
    let blocks = blocks.map(bytes).collect::<Result<_, _>>();
    Ok(FlacStream {
        channels: clip.len() as u8,
        sample_rate,
        bits_per_sample: BITS as u8,
        length: clip.first().map_or(0, Vec::len) as u64,
        block: BLOCK as u16,
        md5: *stream.stream_info().md5_digest(),
        frames: blocks.map_err(|error| failure(clip, sample_rate, &error))?,
    })
}

fn bytes<T: BitRepr>(component: &T) -> Result<Vec<u8>, OutputError<ByteSink>> {
    let mut sink = ByteSink::new();
    component.write(&mut sink)?;
    Ok(sink.into_inner())
}

fn failure(clip: &Clip, sample_rate: u32, why: &dyn Display) -> MediaError {
    MediaError::new(format!(
        "encoding a FLAC with {} channels at {sample_rate} Hz: {why}",
        clip.len()
    ))
}

fn encode_blocks(
    clip: &Clip,
    sample_rate: u32,
    monitor: &dyn Monitor,
) -> Result<Stream, MediaError> {
    let failed = |why: &dyn Display| failure(clip, sample_rate, why);
    if clip.len() > MAX_CHANNELS || sample_rate > MAX_RATE {
        return Err(failed(&format!(
            "at most {MAX_CHANNELS} channels at {MAX_RATE} Hz are possible; save as Opus instead"
        )));
    }
    let config = Encoder::default();
    let config = config
        .into_verified()
        .map_err(|(_, error)| failed(&error))?;
    let source = ClipSource {
        clip,
        sample_rate,
        monitor,
        position: 0,
    };
    let encoded = flacenc::encode_with_fixed_block_size(&config, source, BLOCK);
    monitor.check_interrupted()?;
    let mut stream = encoded.map_err(|error| failed(&error))?;
    // The header leaves out the last block, which may be shorter than FLAC otherwise allows.
    let sizes = stream.stream_info_mut().set_block_sizes(BLOCK, BLOCK);
    sizes.map_err(|error| failed(&error))?;
    Ok(stream)
}

/// Hands the samples to the encoder block by block; each block is a step.
struct ClipSource<'a> {
    clip: &'a Clip,
    sample_rate: u32,
    monitor: &'a dyn Monitor,
    position: usize,
}

impl Source for ClipSource<'_> {
    fn channels(&self) -> usize {
        self.clip.len()
    }

    fn bits_per_sample(&self) -> usize {
        BITS
    }

    fn sample_rate(&self) -> usize {
        self.sample_rate as usize
    }

    fn read_samples<F: Fill>(
        &mut self,
        block_size: usize,
        destination: &mut F,
    ) -> Result<usize, SourceError> {
        let length = self.clip.first().map_or(0, Vec::len);
        let end = (self.position + block_size).min(length);
        if end > self.position && self.monitor.step().is_err() {
            return Err(SourceError::from_io_error(io::Error::from(
                io::ErrorKind::Interrupted,
            )));
        }
        let frames = self.position..end;
        let samples: Vec<i32> = frames
            .clone()
            .flat_map(|frame| self.clip.iter().map(move |channel| level(channel[frame])))
            .collect();
        destination.fill_interleaved(&samples)?;
        self.position = end;
        Ok(frames.len())
    }

    fn len_hint(&self) -> Option<usize> {
        self.clip.first().map(Vec::len)
    }
}

/// A sample as a 16-bit level; what is not a number becomes silence.
fn level(sample: f32) -> i32 {
    let level = (sample * 32768.0).round_ties_even();
    level.clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i32
}
