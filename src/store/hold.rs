//! The right to record the progress of a run at an engine instance. No I/O.

/// The epoch of every holder if a store has only one service.
pub const SOLE_EPOCH: u64 = 0;

/// One attempt to execute a run, as the holder of an instance has it. Every write about the attempt takes it, and
/// changes nothing once the run has ended, waits again, or has had another attempt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hold {
    pub run_id: String,
    /// The number of the attempt, from 1.
    pub attempt: u32,
    /// The attempt's id at the instance.
    pub prompt_id: String,
    /// The holder of the instance: writes of an earlier holder change nothing. [`SOLE_EPOCH`] if the store has only one
    /// service.
    pub epoch: u64,
}

/// An attempt that is about to begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    pub run_id: String,
    /// The address of the instance that the run is handed over to.
    pub instance_address: String,
    /// The attempt's id at the instance, which is unique.
    pub prompt_id: String,
    /// The client id that the attempt is submitted with.
    pub client_id: String,
}
