//! WebP: a RIFF file whose chunks may hold chunks of their own. Source: the container format of WebP.

mod walk;

pub use walk::Chunks;

/// The length of the file's header, in bytes: `RIFF`, a length, `WEBP`.
pub(crate) const HEADER: usize = 12;

/// Whether a file starts like a WebP. Its first 12 bytes are enough.
pub fn is_webp(head: &[u8]) -> bool {
    head.starts_with(b"RIFF") && head.get(8..HEADER) == Some(b"WEBP")
}

/// The length of a file as its first 8 bytes give it, in bytes; `None` if there are fewer.
pub fn stated_length(head: &[u8]) -> Option<u64> {
    let [_, _, _, _, a, b, c, d] = *head.first_chunk::<8>()?;
    // What follows the length counts.
    Some(u64::from(u32::from_le_bytes([a, b, c, d])) + 8)
}
