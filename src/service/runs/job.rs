//! What is needed to execute a run: the workflow and the values that it was accepted with, and the graphs made of
//! them. Knows no engine instance and no store.

mod accepted;
mod prepared;
mod run_job;

pub(crate) use accepted::Accepted;
pub(crate) use prepared::Prepared;
pub(crate) use run_job::Job;

#[cfg(test)]
mod tests;
