//! The head of a chunk.

/// What the head of a chunk says about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkHead {
    /// Its type: four letters, unless the file is damaged.
    pub kind: [u8; 4],
    /// The length of its data, in bytes. The file may end before.
    pub length: u32,
}
