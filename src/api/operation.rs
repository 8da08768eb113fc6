//! The operations of a deployment's API: their paths, their names in messages, and how their answers
//! are read. Knows no transport.

mod definition;
mod encode;
mod table;

pub use definition::Operation;
pub use table::{
    ADD_ENGINE, CANCEL, DELETE_RUN, DELETE_RUNS, DELIVERIES, DEPLOY, ENGINES, EVENTS, EXAMPLE_FILE,
    FOUND_ENGINES, GET_RUN, HEALTH, MONITORING, OBJECT_INFO, OPENAPI, OUTPUT, OWN_KEY, QUEUE,
    REGENERATE, REPLAY, REVOKE_SHARE, RUN, RUN_EVENTS, RUN_TOKEN, RUNS, SHARE, SHARES, WORKFLOWS,
};

#[cfg(test)]
mod tests;
