//! Images in files that anybody may have made: they are decoded only if that takes no more pixels and memory than
//! allowed. The limits of the decoders themselves do not bind for every format, so the memory is estimated from the
//! headers, at its worst, before anything is decoded; what the headers do not tell is counted while it is decoded. Does
//! not know where files come from.

mod decoding;
mod memory;
mod metered;
mod thread_memory;
mod webp;

pub use decoding::{ImageLimits, ImageRefused, open};
