//! The runs of the connected deployment: a row each, and the result of the chosen one.

mod differ;
mod follow;
mod group;
mod kept;
mod lines;
mod list;
mod look;
mod offers;
mod ours;
mod record;
mod region;
mod row;
mod rows;
mod standing;
mod store;
mod tabs;
mod track;
mod upload;

pub(crate) use differ::differing;
pub(crate) use follow::round as follow_round;
pub(crate) use record::{Group, Record, RunRow};
pub(crate) use region::{announcer, content, runs_region};
pub(crate) use standing::{bar, id, name, sign_of, standing, step, tone};
pub(crate) use store::{Begin, Runs};
pub(crate) use tabs::{hear, restore};
pub(crate) use track::{Place, RunState};
