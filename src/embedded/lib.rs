//! Files that are compiled into the program: how they are kept, read and served. Does not know which files there are;
//! the program's build script writes their list.

mod file;
mod served;
mod site;

pub use file::{EmbeddedFile, EmbeddedFiles};
pub use served::{ServedFile, ServedMetadata};
pub use site::Site;

#[cfg(test)]
mod tests;
