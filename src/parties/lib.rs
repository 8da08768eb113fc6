//! Whom work is done for, and how what there is little of is divided among them: turns, and memory. Knows nothing of what
//! they ask for.

mod fair_memory;
pub mod on_behalf;
mod party;
mod turns;

pub use fair_memory::{FairMemory, Taken};
pub use party::Party;
pub use turns::{Turn, Turns};
