//! Whether the caller may deploy: asked once per connection, for every opened file.

use crate::connection::Connection;
use client_web::Client;
use ui::{RwSignal, StoredValue, spawn_local};

/// What a deployment answers.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Permission {
    Granted,
    /// The key lacks the right.
    LacksRight,
    /// The deployment does not let callers deploy, or did not answer.
    NotOffered,
}

impl Permission {
    /// `None` without an answer.
    async fn ask(client: &Client) -> Option<Self> {
        if !client.offers_deploy().await.ok()? {
            return Some(Self::NotOffered);
        }
        Some(match client.may_deploy().await {
            true => Self::Granted,
            false => Self::LacksRight,
        })
    }
}

/// The answer, with the connection that it is of.
#[derive(Clone, Copy)]
pub(crate) struct DeployPermission {
    connection: Connection,
    answer: RwSignal<Option<(u32, Permission)>>,
    asked: StoredValue<Option<u32>>,
}

impl DeployPermission {
    /// Nothing was asked yet.
    pub(crate) fn new(connection: Connection) -> Self {
        Self {
            connection,
            answer: RwSignal::new(None),
            asked: StoredValue::new(None),
        }
    }

    /// The connected deployment's answer, if there is one; tracked.
    pub(super) fn get(self) -> Option<Permission> {
        let epoch = self.connection.epoch.get();
        let answer = self.answer.get();
        answer
            .filter(|(of, _)| *of == epoch)
            .map(|(_, permission)| permission)
    }

    /// Asks, unless this connection was asked before.
    pub(super) fn ask(self) {
        let epoch = self.connection.epoch.get_untracked();
        let client = self.connection.client.get_untracked();
        let Some(client) = client.filter(|_| self.asked.get_value() != Some(epoch)) else {
            return;
        };
        self.asked.set_value(Some(epoch));
        spawn_local(async move {
            self.ask_now(&client).await;
        });
    }

    /// Asks again. `None` if another deployment is connected by then.
    pub(super) async fn ask_now(self, client: &Client) -> Option<Permission> {
        let epoch = self.connection.epoch.try_get_untracked()?;
        let answer = Permission::ask(client).await;
        let is_current = self.connection.epoch.try_get_untracked() == Some(epoch);
        is_current.then(|| {
            if answer.is_none() {
                // The next file asks again.
                self.asked.set_value(None);
            }
            let permission = answer.unwrap_or(Permission::NotOffered);
            self.answer.set(Some((epoch, permission)));
            permission
        })
    }
}
