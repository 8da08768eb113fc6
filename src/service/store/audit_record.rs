//! A line of the audit log: who has changed what, and from where. Contains no values and no keys. No I/O.

use std::net::IpAddr;

use chrono::{DateTime, Utc};

/// The actor of changes that callers with the first key make.
pub(crate) const FIRST_KEY: &str = "first key";

/// What somebody has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AuditAction {
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
    pub(crate) const ALL: [Self; 19] = [
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
    pub(crate) fn name(self) -> &'static str {
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
pub(crate) fn holder(key: &str) -> &str {
    if key.is_empty() { FIRST_KEY } else { key }
}

/// Who makes a change, and from where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Author {
    /// The name of a key, or [`FIRST_KEY`], which no key can have as its name.
    actor: String,
    /// The address of the client.
    address: Option<IpAddr>,
}

impl Author {
    /// The holder of the key with this name, which is empty for the first one, at this address.
    pub(crate) fn caller(name: &str, address: IpAddr) -> Self {
        Self {
            actor: holder(name).to_owned(),
            address: Some(address.to_canonical()),
        }
    }

    /// The service itself, which has no address: a key may have this name, too.
    pub(crate) fn service() -> Self {
        Self {
            actor: "service".to_owned(),
            address: None,
        }
    }

    /// The line for what this author does.
    pub(crate) fn does(&self, action: AuditAction, subject: impl Into<String>) -> AuditRecord {
        AuditRecord {
            author: self.clone(),
            action,
            subject: subject.into(),
        }
    }
}

/// A line to add.
#[derive(Clone, Debug)]
pub(crate) struct AuditRecord {
    author: Author,
    pub(crate) action: AuditAction,
    /// What was changed: a name, an id or an address.
    pub(crate) subject: String,
}

impl AuditRecord {
    pub(crate) fn actor(&self) -> &str {
        &self.author.actor
    }

    pub(crate) fn address(&self) -> Option<String> {
        self.author.address.map(|address| address.to_string())
    }
}

/// A line as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AuditEntry {
    pub(crate) id: i64,
    pub(crate) at: String,
    pub(crate) actor: String,
    /// `None` for what the service does by itself.
    pub(crate) address: Option<String>,
    pub(crate) action: String,
    pub(crate) subject: String,
}

/// Which lines to read.
#[derive(Clone, Debug, Default)]
pub(crate) struct AuditFilter {
    /// The earliest time.
    pub(crate) since: Option<DateTime<Utc>>,
    /// The time before which they are.
    pub(crate) until: Option<DateTime<Utc>>,
    pub(crate) actor: Option<String>,
    pub(crate) action: Option<AuditAction>,
    /// How many lines to return, after leaving out so many.
    pub(crate) limit: u32,
    pub(crate) offset: u32,
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
