//! Writes an MP4 file. Knows nothing about codecs but how they are described.

use mp4_atom::{
    Avc1, Avcc, Codec, Colr, Dinf, Dref, Encode, FourCC, Ftyp, Hdlr, Mdat, Mdhd, Mdia, Minf, Moov,
    Mvhd, Stbl, Stco, Stsc, StscEntry, Stsd, Stss, Stsz, StszSamples, Stts, SttsEntry, Tkhd, Trak,
    Url, Visual, Vmhd,
};

/// The type of the NAL units of pictures that a player can jump to.
const KEY_PICTURE: u8 = 5;
/// The types of the NAL units that configure the decoder.
const SEQUENCE_PARAMETERS: u8 = 7;
const PICTURE_PARAMETERS: u8 = 8;

/// How long one frame lasts, in units of the timescale: frame rates have three decimals, as in ComfyUI.
const FRAME_DURATION: u32 = 1000;

/// The H.264 stream of a file to write.
pub(crate) struct VideoTrack {
    width: u16,
    height: u16,
    /// Frames in 1000 seconds.
    timescale: u32,
    parameters: [Vec<u8>; 2],
    samples: Vec<Vec<u8>>,
    /// The numbers of the samples that a player can jump to, from 1.
    key_samples: Vec<u32>,
}

impl VideoTrack {
    pub(crate) fn new(width: u16, height: u16, fps: f64) -> Self {
        Self {
            width,
            height,
            timescale: (fps * f64::from(FRAME_DURATION)).round() as u32,
            parameters: [Vec::new(), Vec::new()],
            samples: Vec::new(),
            key_samples: Vec::new(),
        }
    }

    /// Adds the NAL units of one picture.
    pub(crate) fn push(&mut self, units: Vec<Vec<u8>>) {
        let mut sample = Vec::new();
        for unit in units {
            match unit.first().map(|first| first & 0x1f) {
                Some(SEQUENCE_PARAMETERS) => self.parameters[0] = unit,
                Some(PICTURE_PARAMETERS) => self.parameters[1] = unit,
                kind => {
                    if kind == Some(KEY_PICTURE) {
                        self.key_samples.push(self.samples.len() as u32 + 1);
                    }
                    sample.extend((unit.len() as u32).to_be_bytes());
                    sample.extend(unit);
                }
            }
        }
        self.samples.push(sample);
    }

    fn duration(&self) -> u64 {
        self.samples.len() as u64 * u64::from(FRAME_DURATION)
    }

    fn codec(&self) -> mp4_atom::Result<Codec> {
        let [sequence, picture] = &self.parameters;
        let visual = Visual {
            data_reference_index: 1,
            width: self.width,
            height: self.height,
            ..Visual::default()
        };
        Ok(Codec::from(Avc1 {
            visual,
            avcc: Avcc::new(sequence, picture)?,
            // Primaries of BT.709, the transfer function of sRGB, the matrix of BT.709.
            colr: Some(Colr::new(1, 13, 1, false)?),
            ..Avc1::default()
        }))
    }

    /// Its table, with all samples in one chunk at `offset`.
    fn table(&self, offset: u32) -> mp4_atom::Result<Stbl> {
        let samples = self.samples.len() as u32;
        let sizes = self.samples.iter().map(|sample| sample.len() as u32);
        Ok(Stbl {
            stsd: Stsd {
                codecs: vec![self.codec()?],
            },
            stts: Stts {
                entries: vec![SttsEntry {
                    sample_count: samples,
                    sample_delta: FRAME_DURATION,
                }],
            },
            stss: Some(Stss {
                entries: self.key_samples.clone(),
            }),
            stsc: Stsc {
                entries: vec![StscEntry {
                    first_chunk: 1,
                    samples_per_chunk: samples,
                    sample_description_index: 1,
                }],
            },
            stsz: Stsz {
                samples: StszSamples::Different {
                    sizes: sizes.collect(),
                },
            },
            stco: Some(Stco {
                entries: vec![offset],
            }),
            ..Stbl::default()
        })
    }

    fn track(&self, offset: u32) -> mp4_atom::Result<Trak> {
        let minf = Minf {
            vmhd: Some(Vmhd::default()),
            dinf: Dinf {
                dref: Dref {
                    entries: vec![Url::default().into()],
                },
            },
            stbl: self.table(offset)?,
            ..Minf::default()
        };
        Ok(Trak {
            tkhd: Tkhd {
                track_id: 1,
                duration: self.duration(),
                enabled: true,
                in_movie: true,
                width: self.width.into(),
                height: self.height.into(),
                ..Tkhd::default()
            },
            mdia: Mdia {
                mdhd: Mdhd {
                    timescale: self.timescale,
                    duration: self.duration(),
                    language: "und".to_owned(),
                    ..Mdhd::default()
                },
                hdlr: Hdlr {
                    handler: FourCC::new(b"vide"),
                    name: "video".to_owned(),
                },
                minf,
            },
            ..Trak::default()
        })
    }
}

/// The file with this track. Its index comes first, so that a player starts before the file has loaded.
pub(crate) fn write(video: &VideoTrack) -> mp4_atom::Result<Vec<u8>> {
    let mut file = Vec::new();
    Ftyp {
        major_brand: FourCC::new(b"isom"),
        minor_version: 512,
        compatible_brands: [b"isom", b"iso2", b"avc1", b"mp41"]
            .map(FourCC::new)
            .to_vec(),
    }
    .encode(&mut file)?;
    let mut sized = Vec::new();
    index(video, 0)?.encode(&mut sized)?;
    // The header of the media box has 8 bytes.
    let offset = file.len() + sized.len() + 8;
    let offset = u32::try_from(offset).map_err(|_| mp4_atom::Error::InvalidSize)?;
    index(video, offset)?.encode(&mut file)?;
    let data = video.samples.concat();
    Mdat { data }.encode(&mut file)?;
    Ok(file)
}

fn index(video: &VideoTrack, offset: u32) -> mp4_atom::Result<Moov> {
    Ok(Moov {
        mvhd: Mvhd {
            timescale: video.timescale,
            duration: video.duration(),
            rate: 1.into(),
            volume: 1.into(),
            next_track_id: 2,
            ..Mvhd::default()
        },
        trak: vec![video.track(offset)?],
        ..Moov::default()
    })
}
