//! The places of a track's samples in its file. Trusts none of the counts that the file states.

use std::ops::Range;

use mp4_atom::{Stbl, StscEntry, StszSamples};

const DAMAGED: &str = "its table of samples is damaged; upload it again";

/// Where each sample is, in decoding order; all are within a file of `length` bytes.
pub(super) fn samples(table: &Stbl, length: usize) -> Result<Vec<Range<usize>>, String> {
    let mut sizes = sizes(table, length)?;
    let mut samples = Vec::new();
    let mut runs = table.stsc.entries.iter().peekable();
    let mut per_chunk = 0;
    for (number, offset) in (1..).zip(offsets(table)) {
        if let Some(StscEntry {
            samples_per_chunk, ..
        }) = runs.next_if(|run| run.first_chunk <= number)
        {
            per_chunk = *samples_per_chunk as usize;
        }
        let mut start = offset;
        for size in sizes.by_ref().take(per_chunk) {
            let end = start.checked_add(size).filter(|end| *end <= length as u64);
            let end = end.ok_or("its table of samples points past its end; upload it again")?;
            samples.push(start as usize..end as usize);
            start = end;
        }
    }
    if sizes.next().is_some() {
        return Err(DAMAGED.to_owned());
    }
    Ok(samples)
}

/// The size of each sample.
fn sizes(table: &Stbl, length: usize) -> Result<Box<dyn Iterator<Item = u64> + '_>, String> {
    match &table.stsz.samples {
        StszSamples::Different { sizes } => Ok(Box::new(sizes.iter().copied().map(u64::from))),
        StszSamples::Identical { count, size } => {
            if u64::from(*count) * u64::from(*size) > length as u64 {
                return Err(DAMAGED.to_owned());
            }
            Ok(Box::new((0..*count).map(|_| u64::from(*size))))
        }
    }
}

/// The offset of each chunk.
fn offsets(table: &Stbl) -> Box<dyn Iterator<Item = u64> + '_> {
    match (&table.co64, &table.stco) {
        (Some(long), _) => Box::new(long.entries.iter().copied()),
        (None, Some(short)) => Box::new(short.entries.iter().copied().map(u64::from)),
        (None, None) => Box::new(std::iter::empty()),
    }
}

/// The average number of samples per second.
pub(super) fn average_rate(table: &Stbl, timescale: u32) -> Option<f64> {
    let entries = table.stts.entries.iter();
    let (count, duration) = entries.fold((0_u128, 0_u128), |(count, duration), entry| {
        let (samples, delta) = (
            u128::from(entry.sample_count),
            u128::from(entry.sample_delta),
        );
        (count + samples, duration + samples * delta)
    });
    let rate = (count * u128::from(timescale)) as f64 / duration as f64;
    rate.is_normal().then_some(rate)
}
