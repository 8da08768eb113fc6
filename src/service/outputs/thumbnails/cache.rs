//! The pictures that were made last, and the files that cannot be decoded. No I/O.

use std::collections::{HashMap, HashSet};

use super::{ImageFile, Made};

/// The most bytes of all pictures, and of one.
const MAX_BYTES: usize = 32 << 20;
const MAX_BYTES_OF_ONE: usize = 4 << 20;
/// The most pictures.
const MAX_ENTRIES: usize = 4096;

/// The last pictures by file and width.
#[derive(Debug, Default)]
pub(super) struct Cache {
    entries: HashMap<(ImageFile, u32), Entry>,
    bytes: usize,
    /// Counts the uses.
    clock: u64,
}

#[derive(Debug)]
struct Entry {
    made: Made,
    used: u64,
}

impl Cache {
    /// What was made of a file in this width.
    pub(super) fn get(&mut self, file: &ImageFile, width: u32) -> Option<Made> {
        let entry = self.entries.get_mut(&(file.clone(), width))?;
        self.clock += 1;
        entry.used = self.clock;
        Some(entry.made.clone())
    }

    /// Keeps what was made, in place of what was not used for the longest time.
    pub(super) fn insert(&mut self, file: &ImageFile, width: u32, made: Made) {
        let length = length(&made);
        if length > MAX_BYTES_OF_ONE {
            return;
        }
        self.clock += 1;
        let entry = Entry {
            made,
            used: self.clock,
        };
        self.bytes += length;
        if let Some(before) = self.entries.insert((file.clone(), width), entry) {
            self.bytes -= self::length(&before.made);
        }
        while self.bytes > MAX_BYTES || self.entries.len() > MAX_ENTRIES {
            let oldest = self.entries.iter().min_by_key(|(_, entry)| entry.used);
            let Some(oldest) = oldest.map(|(key, _)| key.clone()) else {
                return;
            };
            if let Some(entry) = self.entries.remove(&oldest) {
                self.bytes -= self::length(&entry.made);
            }
        }
    }

    /// Forgets the pictures of the outputs of these runs.
    pub(super) fn forget(&mut self, run_ids: &HashSet<String>) {
        self.entries.retain(|(file, _), entry| {
            let is_gone = run_ids.contains(file.name.group());
            if is_gone {
                self.bytes -= length(&entry.made);
            }
            !is_gone
        });
    }
}

fn length(made: &Made) -> usize {
    made.as_ref().map_or(0, |made| made.bytes.len())
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use blobs::{BlobInfo, BlobName};

    use super::*;
    use crate::outputs::thumbnails::Thumbnail;

    const INFO: BlobInfo = BlobInfo {
        size: 1,
        written: SystemTime::UNIX_EPOCH,
    };

    /// A file of this run with this name.
    fn file_of(run: &str, name: &str) -> ImageFile {
        ImageFile {
            name: BlobName::new(run, name).unwrap(),
            info: INFO,
        }
    }

    fn file(name: &str) -> ImageFile {
        file_of("run", name)
    }

    fn made(length: usize) -> Made {
        Some(Thumbnail {
            bytes: vec![0; length].into(),
            content_type: "image/png",
        })
    }

    #[test]
    fn a_picture_is_found_by_file_and_width() {
        let mut cache = Cache::default();
        cache.insert(&file("a"), 16, made(3));
        cache.insert(&file("b"), 16, None);
        assert_eq!(cache.get(&file("a"), 16), Some(made(3)));
        assert_eq!(cache.get(&file("a"), 17), None);
        assert_eq!(cache.get(&file("b"), 16), Some(None));
        let replaced = ImageFile {
            info: BlobInfo { size: 2, ..INFO },
            ..file("a")
        };
        assert_eq!(cache.get(&replaced, 16), None);
    }

    #[test]
    fn nothing_is_kept_of_runs_that_are_gone() {
        let mut cache = Cache::default();
        for (run, name) in [("gone", "a"), ("gone", "b"), ("kept", "a")] {
            cache.insert(&file_of(run, name), 16, made(3));
        }
        cache.forget(&["gone".into(), "other".into()].into());
        assert_eq!(cache.get(&file_of("gone", "a"), 16), None);
        assert_eq!(cache.get(&file_of("kept", "a"), 16), Some(made(3)));
        assert_eq!((cache.entries.len(), cache.bytes), (1, 3));
    }

    #[test]
    fn memory_is_bounded_and_what_was_used_last_stays() {
        let mut cache = Cache::default();
        cache.insert(&file("large"), 16, made(MAX_BYTES_OF_ONE + 1));
        assert_eq!(cache.get(&file("large"), 16), None);
        cache.insert(&file("kept"), 16, made(MAX_BYTES_OF_ONE));
        for width in 16..40 {
            cache.insert(&file("a"), width, made(MAX_BYTES_OF_ONE));
            cache.insert(&file("a"), width, made(MAX_BYTES_OF_ONE));
            assert!(cache.get(&file("kept"), 16).is_some());
            assert!(cache.bytes <= MAX_BYTES);
        }
        for number in 0..2 * MAX_ENTRIES {
            cache.insert(&file(&number.to_string()), 16, None);
        }
        assert!(cache.entries.len() <= MAX_ENTRIES);
    }
}
