//! Writes an MP4 file from its tracks. Knows nothing about codecs.

use mp4_atom::{
    Codec, Dinf, Dref, Encode, FourCC, Ftyp, Hdlr, Mdat, Mdhd, Mdia, Minf, Moov, Mvhd, Smhd, Stbl,
    Stco, Stsc, StscEntry, Stsd, Stss, Stsz, StszSamples, Stts, SttsEntry, Tkhd, Trak, Url, Vmhd,
};

/// The units of the durations in the file's header, per second.
const TIMESCALE: u32 = 1000;

/// The length of the header of the box with the samples.
const DATA_HEADER: usize = 8;

/// One track to write.
pub(crate) struct Track {
    pub(super) codec: Codec,
    pub(super) media: Media,
    /// The units of the samples' durations, per second.
    pub(super) timescale: u32,
    /// How many samples have which duration, in order.
    pub(super) durations: Vec<SttsEntry>,
    pub(super) samples: Vec<Vec<u8>>,
}

/// What only one kind of track has.
pub(super) enum Media {
    Video {
        width: u16,
        height: u16,
        /// The numbers of the samples that a player can jump to, from 1.
        key_samples: Vec<u32>,
    },
    Sound,
}

impl Track {
    fn duration(&self) -> u64 {
        let entries = self.durations.iter();
        entries
            .map(|entry| u64::from(entry.sample_count) * u64::from(entry.sample_delta))
            .sum()
    }

    /// Its duration in units of the file's header.
    fn presented(&self) -> u64 {
        self.duration() * u64::from(TIMESCALE) / u64::from(self.timescale.max(1))
    }

    fn bytes(&self) -> usize {
        self.samples.iter().map(Vec::len).sum()
    }

    /// Its table, with all samples in one chunk at `offset`.
    fn table(&self, offset: u32) -> Stbl {
        let sizes = self.samples.iter().map(|sample| sample.len() as u32);
        Stbl {
            stsd: Stsd {
                codecs: vec![self.codec.clone()],
            },
            stts: Stts {
                entries: self.durations.clone(),
            },
            stss: match &self.media {
                Media::Video { key_samples, .. } => Some(Stss {
                    entries: key_samples.clone(),
                }),
                Media::Sound => None,
            },
            stsc: Stsc {
                entries: vec![StscEntry {
                    first_chunk: 1,
                    samples_per_chunk: self.samples.len() as u32,
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
        }
    }

    fn header(&self, id: u32) -> Tkhd {
        let header = Tkhd {
            track_id: id,
            duration: self.presented(),
            enabled: true,
            in_movie: true,
            ..Tkhd::default()
        };
        match &self.media {
            Media::Video { width, height, .. } => Tkhd {
                width: (*width).into(),
                height: (*height).into(),
                ..header
            },
            Media::Sound => Tkhd {
                volume: 1.into(),
                ..header
            },
        }
    }

    fn index(&self, id: u32, offset: u32) -> Trak {
        let (handler, name, vmhd, smhd) = match self.media {
            Media::Video { .. } => (b"vide", "video", Some(Vmhd::default()), None),
            Media::Sound => (b"soun", "sound", None, Some(Smhd::default())),
        };
        let dref = Dref {
            entries: vec![Url::default().into()],
        };
        let mdia = Mdia {
            mdhd: Mdhd {
                timescale: self.timescale,
                duration: self.duration(),
                language: "und".to_owned(),
                ..Mdhd::default()
            },
            hdlr: Hdlr {
                handler: FourCC::new(handler),
                name: name.to_owned(),
            },
            minf: Minf {
                vmhd,
                smhd,
                dinf: Dinf { dref },
                stbl: self.table(offset),
                ..Minf::default()
            },
        };
        Trak {
            tkhd: self.header(id),
            mdia,
            ..Trak::default()
        }
    }
}

/// The file with these tracks. Its index comes first, so that a player starts before the file has loaded.
pub(crate) fn write(tracks: &[Track]) -> mp4_atom::Result<Vec<u8>> {
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
    index(tracks, 0)?.encode(&mut sized)?;
    index(tracks, file.len() + sized.len() + DATA_HEADER)?.encode(&mut file)?;
    let samples = tracks.iter().flat_map(|track| &track.samples);
    let data = samples.flatten().copied().collect();
    Mdat { data }.encode(&mut file)?;
    Ok(file)
}

/// The index of a file whose samples start at `offset`.
fn index(tracks: &[Track], mut offset: usize) -> mp4_atom::Result<Moov> {
    let mut trak = Vec::new();
    for (id, track) in (1..).zip(tracks) {
        let start = u32::try_from(offset).map_err(|_| mp4_atom::Error::InvalidSize)?;
        trak.push(track.index(id, start));
        offset += track.bytes();
    }
    Ok(Moov {
        mvhd: Mvhd {
            timescale: TIMESCALE,
            duration: tracks.iter().map(Track::presented).max().unwrap_or(0),
            rate: 1.into(),
            volume: 1.into(),
            next_track_id: tracks.len() as u32 + 1,
            ..Mvhd::default()
        },
        trak,
        ..Moov::default()
    })
}
