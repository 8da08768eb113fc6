//! The arguments of `flowdeck keys`.

use std::convert::Infallible;
use std::str::FromStr;

use api::{Rate, Rights};
use clap::{Args, Subcommand};

use super::DeploymentAddress;

#[derive(Args)]
pub(crate) struct Keys {
    #[command(subcommand)]
    pub(crate) command: KeysCommand,
}

#[derive(Subcommand)]
pub(crate) enum KeysCommand {
    /// Make a key and print it. It cannot be shown again.
    New(NamedTerms),
    /// List the keys by name: what they may do and have used, and when they were made, last used and expire.
    List(DeploymentAddress),
    /// Change what a key may do. Options that are left out change nothing.
    Edit(NamedTerms),
    /// Make another key under the same name and print it. Links to outputs and shared results stay.
    Regenerate(RegenerateKey),
    /// Refuse a key from now on, and end its links. Its runs stay.
    Revoke(RevokeKey),
}

#[derive(Args)]
pub(crate) struct NamedTerms {
    /// The name of the key: letters, digits, dots, - and _.
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) terms: KeyTerms,
    #[command(flatten)]
    pub(crate) deployment: DeploymentAddress,
}

#[derive(Args)]
pub(crate) struct KeyTerms {
    /// What it may do, with commas: run, read, deploy, share, metrics, admin [default: run,read,share].
    #[arg(long, value_name = "RIGHTS")]
    pub(crate) may: Option<Rights>,
    /// The IDs of the only workflows that it sees and runs, with commas; none for all workflows.
    #[arg(long, value_name = "IDS", value_parser = or_none::<Ids>)]
    pub(crate) workflows: Option<OrNone<Ids>>,
    /// Its share of the engines' time, relative to the other keys when they have runs, too [default: 1].
    #[arg(long, value_name = "N")]
    pub(crate) share: Option<f64>,
    /// How often it may submit a run, such as 60/min; none for no limit.
    #[arg(long, value_name = "RATE", value_parser = or_none::<Rate>)]
    pub(crate) limit: Option<OrNone<Rate>>,
    /// How many of its runs may be at engines at the same time; the others wait. none for no limit.
    #[arg(long, value_name = "N", value_parser = or_none::<u32>)]
    pub(crate) concurrent: Option<OrNone<u32>>,
    /// How many of its runs are accepted a day, in UTC; none for no limit.
    #[arg(long, value_name = "N", value_parser = or_none::<u32>)]
    pub(crate) per_day: Option<OrNone<u32>>,
    /// After how long it expires, such as 90d; none for a key that does not expire.
    #[arg(long, value_name = "TIME", value_parser = or_none::<humantime::Duration>)]
    pub(crate) expires: Option<OrNone<humantime::Duration>>,
}

/// The ids of workflows, with commas.
#[derive(Clone, Debug)]
pub(crate) struct Ids(pub(crate) Vec<String>);

impl FromStr for Ids {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(
            text.split(',').map(str::trim).map(str::to_owned).collect(),
        ))
    }
}

/// A value, or none.
#[derive(Clone, Copy, Debug)]
pub(crate) enum OrNone<T> {
    Value(T),
    None,
}

fn or_none<T: FromStr<Err: std::fmt::Display>>(text: &str) -> Result<OrNone<T>, String> {
    match text {
        "none" => Ok(OrNone::None),
        text => text
            .parse()
            .map(OrNone::Value)
            .map_err(|why: T::Err| why.to_string()),
    }
}

#[derive(Args)]
pub(crate) struct RegenerateKey {
    /// The name of the key.
    #[arg(required_unless_present = "first", conflicts_with = "first")]
    pub(crate) name: Option<String>,
    /// The first key, which is in the data folder.
    #[arg(long)]
    pub(crate) first: bool,
    /// How long the key of before stays valid, such as 1h.
    #[arg(long, default_value = "0s", value_name = "TIME")]
    pub(crate) grace: humantime::Duration,
    #[command(flatten)]
    pub(crate) deployment: DeploymentAddress,
}

#[derive(Args)]
pub(crate) struct RevokeKey {
    /// The name of the key.
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) deployment: DeploymentAddress,
}
