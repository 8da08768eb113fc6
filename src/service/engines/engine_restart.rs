//! How an engine instance is restarted. Only the operator can say so, in the configuration file.

/// How an engine instance is restarted, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineRestart {
    /// The program, and its arguments. No shell reads them.
    pub command: Vec<String>,
    /// How many bytes of memory may be in use at it.
    pub max_memory: Option<u64>,
}
