//! A line of the audit log: who has changed what, and from where. Contains no values and no keys. No I/O.

use std::net::IpAddr;

use chrono::{DateTime, Utc};

/// The actor of changes that callers with the first key make.
pub const FIRST_KEY: &str = "first key";

/// What somebody has done.
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

/// The holder of the key with this name, which is empty for the first one.
pub fn holder(key: &str) -> &str {
    if key.is_empty() { FIRST_KEY } else { key }
}

/// Who makes a change, and from where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Author {
    /// The name of a key, or [`FIRST_KEY`], which no key can have as its name.
    actor: String,
    /// The address of the client.
    address: Option<IpAddr>,
}

impl Author {
    /// The holder of the key with this name, which is empty for the first one, at this address.
    pub fn caller(name: &str, address: IpAddr) -> Self {
        Self {
            actor: holder(name).to_owned(),
            address: Some(address.to_canonical()),
        }
    }

    /// The service itself, which has no address: a key may have this name, too.
    pub fn service() -> Self {
        Self {
            actor: "service".to_owned(),
            address: None,
        }
    }

    /// The line for what this author does.
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
    /// `None` for what the service does by itself.
    pub address: Option<String>,
    pub action: String,
    pub subject: String,
}

/// Which lines to read.
#[derive(Clone, Debug, Default)]
pub struct AuditFilter {
    /// The earliest time.
    pub since: Option<DateTime<Utc>>,
    /// The time before which they are.
    pub until: Option<DateTime<Utc>>,
    pub actor: Option<String>,
    pub action: Option<AuditAction>,
    /// How many lines to return, after leaving out so many.
    pub limit: u32,
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
