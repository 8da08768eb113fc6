//! Decodes Opus packets, which symphonia only unpacks. Knows nothing about files.

use ropus::{Channels, DecodeMode, Decoder};
use symphonia::core::codecs::audio::AudioCodecParameters;
use symphonia::core::errors::{Error, decode_error, unsupported_error};
use symphonia::core::packet::Packet;

use super::Clip;

/// Decodes one packet to its samples and their sample rate.
pub(super) type PacketDecoder = Box<dyn FnMut(&Packet) -> Result<(Clip, u32), Error>>;

/// Opus always decodes to this rate.
const SAMPLE_RATE: u32 = 48_000;

/// The decoder of a mono or stereo track.
pub(super) fn packet_decoder(parameters: &AudioCodecParameters) -> Result<PacketDecoder, Error> {
    let channels = match parameters
        .channels
        .as_ref()
        .map(|channels| channels.count())
    {
        Some(1) => Channels::Mono,
        Some(2) => Channels::Stereo,
        _ => return unsupported_error("opus: neither mono nor stereo"),
    };
    let Ok(mut decoder) = Decoder::new(SAMPLE_RATE, channels) else {
        return unsupported_error("opus: decoder");
    };
    let mut samples = vec![0.0; decoder.max_frame_samples_per_channel() * channels.count()];
    let mut skipped = pre_skip(parameters);
    Ok(Box::new(move |packet| {
        let Ok(length) = decoder.decode_float(&packet.data, &mut samples, DecodeMode::Normal)
        else {
            return decode_error("opus: damaged packet");
        };
        let end = length.saturating_sub(packet.trim_end.get() as usize);
        let first = skipped.min(end);
        skipped -= first;
        let frames = samples.chunks_exact(channels.count()).take(end).skip(first);
        let clip = (0..channels.count())
            .map(|channel| frames.clone().map(|frame| frame[channel]).collect());
        Ok((clip.collect::<Clip>(), SAMPLE_RATE))
    }))
}

/// The number of samples in each channel to drop at the start, from the track's OpusHead.
fn pre_skip(parameters: &AudioCodecParameters) -> usize {
    let head = parameters.extra_data.as_deref().unwrap_or_default();
    let field = head
        .strip_prefix(b"OpusHead")
        .and_then(|rest| rest.get(2..4));
    field.map_or(0, |bytes| {
        usize::from(bytes[0]) + usize::from(bytes[1]) * 256
    })
}
