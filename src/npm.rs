//! What JavaScript sees: convert, call, convert.
