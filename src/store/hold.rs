//! The right to write what becomes of a run at an engine instance. No I/O.

/// What the holder of an instance has of a run: one attempt to execute it. Every write about the attempt takes it, and
/// changes nothing once the run has ended, waits again, or has had another attempt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hold {
    pub run_id: String,
    /// Which attempt of the run it is, from 1.
    pub attempt: u32,
    /// The attempt's id at the instance.
    pub prompt_id: String,
    /// Which holder of the instance it is: writes of an earlier one change nothing. Constant where a store has only one
    /// service.
    pub epoch: u64,
}

/// An attempt that is about to begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    pub run_id: String,
    /// The address of the instance that the run is handed over to.
    pub instance_address: String,
    /// The attempt's id at the instance, which nothing else has.
    pub prompt_id: String,
    /// The client id that it is submitted with.
    pub client_id: String,
}
