//! Appends pieces of code.

/// Appends these pieces. Never inlined: it has so many callers that inlining would make up most of
/// the module's bytes.
#[inline(never)]
pub(super) fn append(out: &mut String, pieces: &[&str]) {
    for piece in pieces {
        out.push_str(piece);
    }
}
