//! Decodes audio files in memory.

use std::fmt::Display;
use std::io::Cursor;

use symphonia::core::codecs::audio::well_known::CODEC_ID_OPUS;
use symphonia::core::codecs::audio::{AudioCodecParameters, AudioDecoderOptions};
use symphonia::core::errors::Error;
use symphonia::core::formats::probe::Hint;
use symphonia::core::formats::{FormatReader, TrackType};
use symphonia::core::io::MediaSourceStream;
use symphonia::default::{get_codecs, get_probe};

use super::opus_decoder::{self, PacketDecoder};
use super::sample_limit::check_samples;
use super::{Audio, Clip};
use crate::media_error::MediaError;
use crate::monitor::Monitor;

/// The audio of a file. `describe` turns the reason of a failure into its message. Damaged packets are
/// skipped, and a file that was cut off yields the audio up to there.
///
/// # Errors
/// The file cannot be decoded or has too many samples, or the monitor interrupts.
pub fn decode(
    bytes: Vec<u8>,
    describe: &dyn Fn(&dyn Display) -> String,
    monitor: &dyn Monitor,
) -> Result<Audio, MediaError> {
    let failed = |why: &dyn Display| MediaError::new(describe(why));
    if bytes.is_empty() {
        return Err(failed(&"the file is empty"));
    }
    let mut format = open(bytes).map_err(|error| failed(&reason(&error)))?;
    let (track, mut decoder) = audio_track(&*format).map_err(|why| failed(&why))?;
    let mut audio = Audio::of_clip(Vec::new(), 0);
    let mut problem = "it contains no audio".to_owned();
    while let Ok(Some(packet)) = format.next_packet() {
        if packet.track_id != track {
            continue;
        }
        monitor.check_interrupted()?;
        match decoder(&packet) {
            Ok((clip, sample_rate)) => append(&mut audio, clip, sample_rate)?,
            Err(error) => problem = reason(&error),
        }
    }
    if audio.length() == 0 {
        return Err(failed(&problem));
    }
    Ok(audio)
}

fn open(bytes: Vec<u8>) -> Result<Box<dyn FormatReader>, Error> {
    let stream = MediaSourceStream::new(Box::new(Cursor::new(bytes)), Default::default());
    let (format_options, metadata_options) = Default::default();
    get_probe().probe(&Hint::new(), stream, format_options, metadata_options)
}

/// The id of the first audio track and its decoder, or why there is none.
fn audio_track(format: &dyn FormatReader) -> Result<(u32, PacketDecoder), String> {
    let track = format
        .default_track(TrackType::Audio)
        .ok_or("it has no audio track")?;
    let parameters = track.codec_params.as_ref().and_then(|codec| codec.audio());
    let parameters = parameters.ok_or("its codec is unknown")?;
    let decoder = packet_decoder(parameters).map_err(|error| reason(&error))?;
    Ok((track.id, decoder))
}

fn packet_decoder(parameters: &AudioCodecParameters) -> Result<PacketDecoder, Error> {
    if parameters.codec == CODEC_ID_OPUS {
        return opus_decoder::packet_decoder(parameters);
    }
    let options = AudioDecoderOptions::default();
    let mut decoder = get_codecs().make_audio_decoder(parameters, &options)?;
    Ok(Box::new(move |packet| {
        let decoded = decoder.decode(packet)?;
        let mut clip = Clip::new();
        decoded.copy_to_vecs_planar(&mut clip);
        Ok((clip, decoded.spec().rate()))
    }))
}

/// Adds the samples of a packet. Ignores those whose format differs from the first one.
fn append(audio: &mut Audio, packet: Clip, sample_rate: u32) -> Result<(), MediaError> {
    let Some(clip) = audio.clips.first_mut() else {
        return Ok(());
    };
    if clip.is_empty() && sample_rate > 0 {
        *clip = vec![Vec::new(); packet.len()];
        audio.sample_rate = sample_rate;
    }
    if clip.len() != packet.len() || audio.sample_rate != sample_rate {
        return Ok(());
    }
    for (channel, samples) in clip.iter_mut().zip(&packet) {
        channel.extend_from_slice(samples);
    }
    check_samples(1, audio.channels(), audio.length() as f64, sample_rate)
}

fn reason(error: &Error) -> String {
    match error {
        Error::Unsupported(_) => "its format or codec is unknown".to_owned(),
        Error::IoError(_) => "it is cut off".to_owned(),
        other => other.to_string(),
    }
}
