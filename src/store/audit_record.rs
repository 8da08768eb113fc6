//! A line of the audit log: who changed what, and from which address. Contains neither values nor keys. No I/O.

use std::net::IpAddr;

use chrono::{DateTime, Utc};

/// The actor of changes made with the first key.
pub const FIRST_KEY: &str = "first key";

/// An action that the log records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditAction {
    DeployWorkflow,
    DeleteWorkflow,
    DeleteRun,
    CreateShare,
    RevokeShare,
    CreateKey,
    EditKey,
    RegenerateKey,
    RevokeKey,
    AddEngine,
    DrainEngine,
    RemoveEngine,
    FreeEngine,
    RestartEngine,
    AddWebhook,
    RemoveWebhook,
    SetWebhookSecret,
    DisableWebhook,
    ReplayDeliveries,
}

impl AuditAction {
    /// Every action.
    pub const ALL: [Self; 19] = [
        Self::DeployWorkflow,
        Self::DeleteWorkflow,
        Self::DeleteRun,
        Self::CreateShare,
        Self::RevokeShare,
        Self::CreateKey,
        Self::EditKey,
        Self::RegenerateKey,
        Self::RevokeKey,
        Self::AddEngine,
        Self::DrainEngine,
        Self::RemoveEngine,
        Self::FreeEngine,
        Self::RestartEngine,
        Self::AddWebhook,
        Self::RemoveWebhook,
        Self::SetWebhookSecret,
        Self::DisableWebhook,
        Self::ReplayDeliveries,
    ];

    /// Its name in the log.
    pub fn name(self) -> &'static str {
        match self {
            Self::DeployWorkflow => "workflow.deploy",
            Self::DeleteWorkflow => "workflow.delete",
            Self::DeleteRun => "run.delete",
            Self::CreateShare => "share.create",
            Self::RevokeShare => "share.revoke",
            Self::CreateKey => "key.create",
            Self::EditKey => "key.edit",
            Self::RegenerateKey => "key.regenerate",
            Self::RevokeKey => "key.revoke",
            Self::AddEngine => "engine.add",
            Self::DrainEngine => "engine.drain",
            Self::RemoveEngine => "engine.remove",
            Self::FreeEngine => "engine.free",
            Self::RestartEngine => "engine.restart",
            Self::AddWebhook => "webhook.add",
            Self::RemoveWebhook => "webhook.remove",
            Self::SetWebhookSecret => "webhook.secret",
            Self::DisableWebhook => "webhook.disable",
            Self::ReplayDeliveries => "webhook.replay",
        }
    }
}

/// The holder of the key with this name. The first key has an empty name.
pub fn holder(key: &str) -> &str {
    if key.is_empty() { FIRST_KEY } else { key }
}

/// The author of a change, and the address of the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Author {
    /// The name of a key, or [`FIRST_KEY`], which no key can have as its name.
    actor: String,
    /// The address of the client.
    address: Option<IpAddr>,
}

impl Author {
    /// The holder of the key with this name, at this address. The first key has an empty name.
    pub fn caller(name: &str, address: IpAddr) -> Self {
        Self {
            actor: holder(name).to_owned(),
            address: Some(address.to_canonical()),
        }
    }

    /// The service itself. A key may have the same name, but the service has no address.
    pub fn service() -> Self {
        Self {
            actor: "service".to_owned(),
            address: None,
        }
    }

    /// The line for an action of this author.
    pub fn does(&self, action: AuditAction, subject: impl Into<String>) -> AuditRecord {
        AuditRecord {
            author: self.clone(),
            action,
            subject: subject.into(),
        }
    }
}

/// A line to add.
#[derive(Clone, Debug)]
pub struct AuditRecord {
    author: Author,
    pub action: AuditAction,
    /// What was changed: a name, an id or an address.
    pub subject: String,
}

impl AuditRecord {
    pub fn actor(&self) -> &str {
        &self.author.actor
    }

    pub fn address(&self) -> Option<String> {
        self.author.address.map(|address| address.to_string())
    }
}

/// A line as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    pub id: i64,
    pub at: DateTime<Utc>,
    pub actor: String,
    /// `None` for actions of the service itself.
    pub address: Option<String>,
    pub action: String,
    pub subject: String,
}

/// Which lines to read.
#[derive(Clone, Debug, Default)]
pub struct AuditFilter {
    /// The time of the oldest line.
    pub since: Option<DateTime<Utc>>,
    /// The lines are older than this time.
    pub until: Option<DateTime<Utc>>,
    pub actor: Option<String>,
    pub action: Option<AuditAction>,
    /// The maximum number of lines.
    pub limit: u32,
    /// The number of lines to skip.
    pub offset: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_author_is_named_by_key_and_plain_address() {
        let address = "::ffff:192.0.2.7".parse().unwrap();
        for (name, actor) in [("ann", "ann"), ("", FIRST_KEY)] {
            let line = Author::caller(name, address).does(AuditAction::EditKey, "bob");
            assert_eq!((line.actor(), line.subject.as_str()), (actor, "bob"));
            assert_eq!(line.address().unwrap(), "192.0.2.7");
        }
    }

    #[test]
    fn every_action_has_its_own_name() {
        let names = AuditAction::ALL.map(AuditAction::name);
        let unique: std::collections::BTreeSet<_> = names.into_iter().collect();
        assert_eq!(unique.len(), names.len());
    }
}
