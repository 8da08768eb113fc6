//! What a run is made of, and what became of it: the workflow that it was accepted with, its values, the graphs for
//! engines with certain node classes, what engines say about them, and the outputs in an engine's history. No I/O: it
//! knows neither engines nor a store, and compiles to WebAssembly.

mod accepted;
mod conversion;
mod engine_file;
mod engine_text;
pub mod filename_prefix;
mod history_entry;
mod history_files;
mod inputs;
mod job;
pub mod listing;
mod needs;
mod prepared;
pub mod prompt_errors;
mod run_metadata;
mod runnable_workflow;
pub mod task_outcome;
mod task_report;
mod value_check;
mod verdict_cache;

pub use accepted::Accepted;
pub use conversion::Conversion;
pub use engine_file::EngineFile;
pub use engine_text::{MAX_TEXT, clip};
pub use history_entry::HistoryEntry;
pub use inputs::{StoredFile, StoredInput};
pub use job::Job;
pub use listing::OutputSource;
pub use needs::{Missing, Needs, Verdict, Verdicts};
pub use prepared::{Prepared, UnsafePrefix};
pub use run_metadata::RunMetadata;
pub use runnable_workflow::{RunnableWorkflow, StoredCopy};
pub use task_outcome::TaskOutcome;
pub use task_report::{TaskEvent, TaskReport};
pub use value_check::{images_for_comfyui, missing_model};
