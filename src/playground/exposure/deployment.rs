//! The state of deploying an opened workflow. Does not send it.

use super::run_step::Deployed;
use client_web::Client;
use ui::{RwSignal, StoredValue};

/// A deployment that is prepared, under way, or done.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Deployment {
    /// Whether its panel is open.
    pub(super) is_open: RwSignal<bool>,
    /// Whether the connected deployment lets callers deploy.
    pub(super) is_offered: RwSignal<bool>,
    /// Whether it would, but not with this key.
    pub(super) lacks_right: RwSignal<bool>,
    /// Whether that is known.
    pub(super) is_answered: RwSignal<bool>,
    /// The connection that was last asked whether deploying is offered.
    pub(super) asked: StoredValue<Option<u32>>,
    /// Whether it is being sent.
    pub(super) is_sending: RwSignal<bool>,
    /// Why the panel opened by itself.
    pub(super) question: RwSignal<Option<String>>,
    /// Why the last attempt failed.
    pub(super) errors: RwSignal<Vec<String>>,
    /// The id under which the workflow was deployed from here.
    pub(super) deployed: RwSignal<Option<String>>,
    /// What was deployed last, with its id.
    pub(super) known: StoredValue<Option<(String, Deployed)>>,
    /// The message of the last success.
    pub(super) message: RwSignal<Option<String>>,
}

/// Whether the caller may deploy.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Permission {
    Granted,
    /// The key lacks the right.
    LacksRight,
    /// The deployment does not let callers deploy, or does not answer.
    NotOffered,
}

impl Permission {
    /// Asks a deployment.
    pub(super) async fn ask(client: &Client) -> Self {
        if client.offers_deploy().await != Ok(true) {
            return Self::NotOffered;
        }
        match client.may_deploy().await {
            true => Self::Granted,
            false => Self::LacksRight,
        }
    }
}

impl Deployment {
    pub(super) fn set_permission(self, permission: Permission) {
        self.is_offered.set(permission == Permission::Granted);
        self.lacks_right.set(permission == Permission::LacksRight);
        self.is_answered.set(true);
    }

    pub(super) fn new() -> Self {
        Self {
            is_open: RwSignal::new(false),
            is_offered: RwSignal::new(false),
            lacks_right: RwSignal::new(false),
            is_answered: RwSignal::new(false),
            asked: StoredValue::new(None),
            is_sending: RwSignal::new(false),
            question: RwSignal::new(None),
            errors: RwSignal::new(Vec::new()),
            deployed: RwSignal::new(None),
            known: StoredValue::new(None),
            message: RwSignal::new(None),
        }
    }
}
