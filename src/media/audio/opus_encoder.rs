//! Encodes a clip as Opus in an Ogg file. Knows nothing about files on disk.
//! Source: RFC 7845, <https://www.rfc-editor.org/rfc/rfc7845>.

use std::fmt::Display;

use ogg::{PacketWriteEndInfo, PacketWriter};
use ropus::{Application, Bitrate, Channels, Encoder};

use super::Clip;
use super::vorbis_comment::vorbis_comment;
use crate::media_error::MediaError;
use crate::monitor::Monitor;

/// The sample rates that Opus encodes.
const RATES: [u32; 5] = [8_000, 12_000, 16_000, 24_000, 48_000];

/// The rate in which an Ogg file counts samples.
const GRANULE_RATE: u64 = 48_000;

/// Packets per second; each has 20 ms.
const PACKETS: u32 = 50;

/// The number that identifies the only stream of the file.
const SERIAL: u32 = 1;

const MAX_PACKET: usize = 4000;

/// The lowest rate that Opus encodes and that loses nothing, or the highest one.
pub fn encodable_rate(sample_rate: u32) -> u32 {
    let rate = RATES.into_iter().find(|rate| *rate >= sample_rate);
    rate.unwrap_or(RATES[RATES.len() - 1])
}

/// The number of steps that encoding a clip of this length takes.
pub fn steps(length: usize, sample_rate: u32) -> usize {
    length.div_ceil((sample_rate / PACKETS) as usize) + 1
}

/// An Ogg file with this clip and this metadata, keys and texts. `sample_rate` is an [`encodable_rate`];
/// `bitrate` is in bits per second.
///
/// # Errors
/// Opus cannot hold the clip, or the monitor interrupts.
pub fn encode(
    clip: &Clip,
    sample_rate: u32,
    bitrate: u32,
    metadata: &[(String, String)],
    monitor: &dyn Monitor,
) -> Result<Vec<u8>, MediaError> {
    let failed = |why: &dyn Display| {
        let channels = clip.len();
        MediaError::new(format!("encoding Opus with {channels} channels: {why}"))
    };
    let channels = match clip.len() {
        1 => Channels::Mono,
        2 => Channels::Stereo,
        _ => {
            return Err(failed(
                &"only mono and stereo can be encoded; save as FLAC instead",
            ));
        }
    };
    let mut encoder = Encoder::builder(sample_rate, channels, Application::Audio)
        .bitrate(Bitrate::Bits(bitrate))
        .build()
        .map_err(|error| failed(&error))?;
    let granule = |samples: usize| samples as u64 * GRANULE_RATE / u64::from(sample_rate);
    let delay = encoder.lookahead() as usize;
    let length = clip.first().map_or(0, Vec::len);
    let packet_length = (sample_rate / PACKETS) as usize;
    let packets = (length + delay).div_ceil(packet_length);
    let mut file = PacketWriter::new(Vec::new());
    let mut write = |packet: Vec<u8>, end, granule| {
        let written = file.write_packet(packet, SERIAL, end, granule);
        written.map_err(|error| failed(&error))
    };
    write(
        head(channels, sample_rate, granule(delay)),
        PacketWriteEndInfo::EndPage,
        0,
    )?;
    write(tags(metadata), PacketWriteEndInfo::EndPage, 0)?;
    let mut buffer = vec![0; MAX_PACKET];
    for index in 0..packets {
        monitor.step()?;
        let samples = interleaved(clip, index * packet_length, packet_length);
        let size = encoder
            .encode_float(&samples, &mut buffer)
            .map_err(|error| failed(&error))?;
        let end = granule(((index + 1) * packet_length).min(length + delay));
        write(buffer[..size].to_vec(), page_end(index, packets), end)?;
    }
    Ok(file.into_inner())
}

/// Pages of one second let players seek.
fn page_end(index: usize, packets: usize) -> PacketWriteEndInfo {
    if index + 1 == packets {
        PacketWriteEndInfo::EndStream
    } else if (index + 1).is_multiple_of(PACKETS as usize) {
        PacketWriteEndInfo::EndPage
    } else {
        PacketWriteEndInfo::NormalPacket
    }
}

/// The samples of one packet; silence follows the clip.
fn interleaved(clip: &Clip, start: usize, length: usize) -> Vec<f32> {
    let frames = start..start + length;
    let sample = |channel: &Vec<f32>, frame| {
        let sample: f32 = channel.get(frame).copied().unwrap_or_default();
        if sample.is_nan() {
            0.0
        } else {
            sample.clamp(-1.0, 1.0)
        }
    };
    frames
        .flat_map(|frame| clip.iter().map(move |channel| sample(channel, frame)))
        .collect()
}

/// The OpusHead packet. `pre_skip` is the number of samples that players drop at the start.
fn head(channels: Channels, sample_rate: u32, pre_skip: u64) -> Vec<u8> {
    const VERSION: u8 = 1;
    const GAIN: [u8; 2] = [0, 0];
    const MAPPING: u8 = 0;
    let mut head = b"OpusHead".to_vec();
    head.extend([VERSION, channels.count() as u8]);
    head.extend((pre_skip as u16).to_le_bytes());
    head.extend(sample_rate.to_le_bytes());
    head.extend(GAIN);
    head.push(MAPPING);
    head
}

/// The OpusTags packet.
fn tags(metadata: &[(String, String)]) -> Vec<u8> {
    [b"OpusTags".to_vec(), vorbis_comment(metadata)].concat()
}
