//! Reads the video stream of an MP4 file. Decodes no picture.

use mp4_atom::{Avc1, Avc3, Avcc, Codec, Colr, FourCC, Matrix, Moov, Trak, Visual};

use super::container;
use super::sample_table::{average_rate, samples};
use super::stream::{ColorMatrix, Mp4Video};

/// The video stream of a file.
///
/// # Errors
/// Why the file cannot be read, and what to do about it.
pub fn read(bytes: Vec<u8>) -> Result<Mp4Video, String> {
    let index = container::index(&bytes)?;
    let track = track(&index, b"vide").ok_or("it has no video track; upload a video")?;
    let table = &track.mdia.minf.stbl;
    let (visual, configuration, color) = h264(track)?;
    check_profile(configuration)?;
    let samples = samples(table, bytes.len())?;
    if samples.is_empty() {
        return Err("its video track has no pictures; upload it again".to_owned());
    }
    let sets = &configuration.sequence_parameter_sets;
    let sets = sets.iter().chain(&configuration.picture_parameter_sets);
    Ok(Mp4Video {
        width: u32::from(visual.width),
        height: u32::from(visual.height),
        quarter_turns: quarter_turns(&track.tkhd.matrix),
        // ComfyUI's frame rate for a stream that states none.
        fps: average_rate(table, track.mdia.mdhd.timescale).unwrap_or(1.0),
        matrix: color_matrix(color),
        has_sound: self::track(&index, b"soun").is_some(),
        parameter_sets: sets.cloned().collect(),
        length_size: usize::from(configuration.length_size),
        samples,
        bytes,
    })
}

/// The first track of this kind.
fn track<'a>(index: &'a Moov, handler: &[u8; 4]) -> Option<&'a Trak> {
    let mut tracks = index.trak.iter();
    tracks.find(|track| track.mdia.hdlr.handler == FourCC::new(handler))
}

/// The description of the track's H.264 stream.
fn h264(track: &Trak) -> Result<(&Visual, &Avcc, Option<&Colr>), String> {
    match track.mdia.minf.stbl.stsd.codecs.as_slice() {
        [
            Codec::Avc1(Avc1 {
                visual, avcc, colr, ..
            })
            | Codec::Avc3(Avc3 {
                visual, avcc, colr, ..
            }),
        ] => Ok((visual, avcc, colr.as_ref())),
        [other] => {
            let name = codec_name(other);
            Err(format!("its video is {name}; convert it to H.264"))
        }
        _ => Err("its video changes its format; convert it to H.264".to_owned()),
    }
}

fn codec_name(codec: &Codec) -> String {
    let name = match codec {
        Codec::Hev1(_) | Codec::Hvc1(_) => "HEVC (H.265)",
        Codec::Vp08(_) => "VP8",
        Codec::Vp09(_) => "VP9",
        Codec::Av01(_) => "AV1",
        Codec::Jpeg(_) => "Motion JPEG",
        Codec::Unknown(name, _) => return format!("in the unknown format `{name}`"),
        _ => "in an unknown format",
    };
    name.to_owned()
}

/// Rejects profiles with more than 8 bits or with finer chroma than 4:2:0.
fn check_profile(configuration: &Avcc) -> Result<(), String> {
    let unsupported = match configuration.avc_profile_indication {
        66 | 77 | 88 | 100 => return Ok(()),
        110 => "10-bit H.264",
        122 | 244 | 44 => "H.264 with 4:2:2 or 4:4:4 chroma",
        _ => "an unusual kind of H.264",
    };
    Err(format!(
        "its video is {unsupported}; convert it to 8-bit H.264, for example with \
         `ffmpeg -i IN -pix_fmt yuv420p OUT.mp4`"
    ))
}

/// How often a player turns each picture clockwise by 90°.
fn quarter_turns(matrix: &Matrix) -> u8 {
    match (matrix.a.signum(), matrix.b.signum()) {
        (0, 1) => 1,
        (-1, 0) => 2,
        (0, -1) => 3,
        _ => 0,
    }
}

fn color_matrix(color: Option<&Colr>) -> ColorMatrix {
    match color {
        Some(Colr::Nclx {
            matrix_coefficients,
            full_range_flag,
            ..
        }) => ColorMatrix::numbered(*matrix_coefficients, *full_range_flag),
        Some(Colr::Nclc {
            matrix_coefficients,
            ..
        }) => ColorMatrix::numbered(*matrix_coefficients, false),
        _ => ColorMatrix::numbered(0, false),
    }
}
