//! The arguments of `flowdeck webhooks`.

use clap::{Args, Subcommand};

use super::DeploymentAddress;

#[derive(Args)]
pub(crate) struct Webhooks {
    #[command(subcommand)]
    pub(crate) command: WebhooksCommand,
}

#[derive(Subcommand)]
pub(crate) enum WebhooksCommand {
    /// Add a webhook, or change the events of the one with this address. Prints the secret if the key had none.
    Add(AddWebhook),
    /// List the webhooks of the key.
    List(DeploymentAddress),
    /// Remove a webhook, with its pending deliveries.
    Remove(RemoveWebhook),
    /// Make the secret that signs deliveries, and print it. It cannot be shown again.
    Secret(MakeSecret),
    /// Send a test event to an address now, and show the answer.
    Test(TestWebhook),
    /// List the newest deliveries.
    Deliveries(ListDeliveries),
    /// Send a delivery again, or all that failed.
    Replay(Replay),
}

#[derive(Args)]
pub(crate) struct AddWebhook {
    /// The address to call, such as https://example.com/hooks.
    #[arg(value_name = "URL")]
    pub(crate) target: String,
    /// The events, with commas: run.started, run.completed, run.failed, run.cancelled [default: all].
    #[arg(long, value_name = "EVENTS", value_delimiter = ',')]
    pub(crate) on: Vec<String>,
    #[command(flatten)]
    pub(crate) deployment: DeploymentAddress,
}

#[derive(Args)]
pub(crate) struct RemoveWebhook {
    /// The webhook's ID.
    pub(crate) id: String,
    #[command(flatten)]
    pub(crate) deployment: DeploymentAddress,
}

#[derive(Args)]
pub(crate) struct MakeSecret {
    /// Replace the secret that there is.
    #[arg(long)]
    pub(crate) rotate: bool,
    /// How long the earlier secret signs, too, such as 1h.
    #[arg(long, default_value = "1d", value_name = "TIME", requires = "rotate")]
    pub(crate) grace: humantime::Duration,
    #[command(flatten)]
    pub(crate) deployment: DeploymentAddress,
}

#[derive(Args)]
pub(crate) struct TestWebhook {
    /// The address to call, such as https://example.com/hooks.
    #[arg(value_name = "URL")]
    pub(crate) target: String,
    #[command(flatten)]
    pub(crate) deployment: DeploymentAddress,
}

#[derive(Args)]
pub(crate) struct ListDeliveries {
    /// Only those that failed.
    #[arg(long)]
    pub(crate) failed: bool,
    #[command(flatten)]
    pub(crate) deployment: DeploymentAddress,
}

#[derive(Args)]
pub(crate) struct Replay {
    /// The delivery's ID.
    #[arg(required_unless_present = "failed", conflicts_with = "failed")]
    pub(crate) id: Option<String>,
    /// All that failed.
    #[arg(long)]
    pub(crate) failed: bool,
    #[command(flatten)]
    pub(crate) deployment: DeploymentAddress,
}
