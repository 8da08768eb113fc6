//! The keys: making, editing, regenerating and revoking named keys, and regenerating the first key.

mod entry;
mod regeneration;
mod terms;

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value, json};

pub use entry::KeyEntry;
pub use regeneration::REGENERATE_FIRST_KEY;
pub use terms::schema as terms_schema;

use super::access::{Access, Needs};
use super::detached::to_the_end;
use super::error::DomainError;
use super::parts::Parts;
use super::usage::UsageOperations;
use crate::auth::{ApiKeyHash, Caller, Keys, random_key, random_link_id};
use crate::catalog::SharedCatalog;
use crate::outputs::Outputs;
use crate::runs::Runs;
use api::Right;
use store::{AuditAction, AuditStore, Author, KeyRecord, KeyRefusal, KeyStore, KeyTerms, MAX_KEYS};

/// To see, make, edit and revoke keys.
pub const MANAGE_KEYS: Needs = Needs::right(Right::Admin);
/// To read what is known of the key itself.
pub const READ_OWN_KEY: Needs = Needs::ANY_KEY;

/// The longest name, in characters.
const MAX_NAME: usize = 64;

/// The use cases of keys.
#[derive(Clone)]
pub struct KeyOperations {
    access: Access,
    keys: Arc<Keys>,
    catalog: Arc<SharedCatalog>,
    outputs: Arc<Outputs>,
    runs: Arc<Runs>,
    usage: UsageOperations,
    store: Arc<dyn KeyStore>,
    audit: Arc<dyn AuditStore>,
    has_key_file: bool,
}

/// The key that a caller has.
#[derive(Debug, Serialize)]
pub struct OwnKey {
    is_first: bool,
    /// The rights, limits and dates of a named key.
    #[serde(flatten)]
    named: Option<KeyEntry>,
}

/// A new key. It is shown only once.
#[derive(Debug, Serialize)]
pub struct CreatedKey {
    #[serde(flatten)]
    entry: KeyEntry,
    key: String,
}

impl KeyOperations {
    /// The keys of a service.
    pub(super) fn new(parts: &Parts, usage: UsageOperations) -> Self {
        Self {
            access: Access::new(parts),
            keys: parts.auth.keys.clone(),
            catalog: parts.catalog.clone(),
            outputs: parts.outputs.clone(),
            runs: parts.runs.clone(),
            usage,
            store: parts.store.clone(),
            audit: parts.store.clone(),
            has_key_file: parts.has_key_file,
        }
    }

    /// The caller's own key, with its usage.
    pub async fn own(&self, caller: &Caller) -> Result<OwnKey, DomainError> {
        self.access.require(caller, READ_OWN_KEY)?;
        let named = match self.keys.get(&caller.name) {
            Some(key) => {
                let used = self.usage.recent(Some(&caller.name)).await?;
                Some(KeyEntry::from(key).with_usage(&used))
            }
            None => None,
        };
        Ok(OwnKey {
            is_first: caller.is_first(),
            named,
        })
    }

    /// The named keys, with their usage.
    pub async fn list(&self, caller: &Caller) -> Result<Vec<KeyEntry>, DomainError> {
        self.access.require(caller, MANAGE_KEYS)?;
        let used = self.usage.recent(None).await?;
        let keys = self.keys.list().into_iter().map(KeyEntry::from);
        Ok(keys.map(|key| key.with_usage(&used)).collect())
    }

    /// Makes a key with these members: its name, rights and limits.
    pub async fn create(
        &self,
        caller: &Caller,
        mut members: Map<String, Value>,
    ) -> Result<CreatedKey, DomainError> {
        self.access.require(caller, MANAGE_KEYS)?;
        let name = name(members.remove("name"))?;
        let mut terms = KeyTerms::default();
        terms::apply(members, &mut terms)?;
        self.ensure_deployed(&terms).await?;
        let key = random_key();
        let record = KeyRecord {
            name,
            hash: *ApiKeyHash::of(key.as_bytes()).bytes(),
            earlier: None,
            terms,
            link_id: random_link_id(),
            created_at: None,
            last_used_at: None,
        };
        let entry = to_the_end(self.clone().add(record, caller.author())).await?;
        Ok(CreatedKey { entry, key })
    }

    async fn add(self, record: KeyRecord, by: Author) -> Result<KeyEntry, DomainError> {
        let _changing = self.keys.change().await;
        let name = record.name.clone();
        let line = by.does(AuditAction::CreateKey, &name);
        let added = self.store.add_key(record, line).await?;
        let added = added.map_err(|why| {
            DomainError::Conflict(match why {
                KeyRefusal::TooMany => {
                    format!("making a key: there are {MAX_KEYS} already; revoke one first")
                }
                KeyRefusal::NameIsTaken => format!(
                    "making a key: there is a key “{name}” already; choose another name, or revoke that key first"
                ),
            })
        })?;
        tracing::info!("made the key {name}");
        Ok(self.accept(added))
    }

    /// Changes the rights and limits of a key. Members that are left out do not change.
    pub async fn edit(
        &self,
        caller: &Caller,
        name: String,
        members: Map<String, Value>,
    ) -> Result<KeyEntry, DomainError> {
        self.access.require(caller, MANAGE_KEYS)?;
        let (own, by) = (self.clone(), caller.author());
        to_the_end(async move {
            let _changing = own.keys.change().await;
            let mut record = own.known(&name)?;
            let limited_before = record.terms.workflows.clone();
            terms::apply(members, &mut record.terms)?;
            if record.terms.workflows != limited_before {
                own.ensure_deployed(&record.terms).await?;
            }
            let line = by.does(AuditAction::EditKey, &name);
            let changed = own.store.change_key(record, line).await?;
            tracing::info!("changed the key {name}");
            let entry = own.accept(changed.ok_or_else(|| unknown(&name))?);
            let used = own.usage.recent(Some(&name)).await?;
            Ok::<_, DomainError>(entry.with_usage(&used))
        })
        .await
    }

    /// Revokes a key. Its runs stay.
    pub async fn revoke(&self, caller: &Caller, name: String) -> Result<(), DomainError> {
        self.access.require(caller, MANAGE_KEYS)?;
        to_the_end(self.clone().remove(name, caller.author())).await
    }

    async fn remove(self, name: String, by: Author) -> Result<(), DomainError> {
        let _changing = self.keys.change().await;
        let line = by.does(AuditAction::RevokeKey, &name);
        let was_known = self.store.remove_key(&name, line).await;
        self.keys.remove(&name);
        if !was_known? {
            return Err(unknown(&name));
        }
        self.runs.waiting.set_terms(&name, &KeyTerms::default());
        // Its shares ended with it.
        self.outputs.clean_plain_copies().await;
        tracing::info!("revoked the key {name}");
        Ok(())
    }

    /// Ensures that the workflows of a key exist, so that a misspelled one is noticed. A key that may deploy can be
    /// made before its workflows.
    async fn ensure_deployed(&self, terms: &KeyTerms) -> Result<(), DomainError> {
        let Some(workflows) = terms.workflows.as_ref() else {
            return Ok(());
        };
        let ids = self.catalog.ids().await;
        let unknown = |id: &&str| !ids.iter().any(|known| known == id);
        match workflows.iter().find(unknown) {
            Some(id) if !terms.rights.allow(Right::Deploy) => {
                let why =
                    format!("there is no workflow “{id}”; list the workflows to see their IDs");
                Err(DomainError::invalid(
                    "body",
                    "workflows",
                    why,
                    "unknown_workflow",
                ))
            }
            _ => Ok(()),
        }
    }

    /// Applies a stored key from now on.
    fn accept(&self, key: KeyRecord) -> KeyEntry {
        self.runs.waiting.set_terms(&key.name, &key.terms);
        let name = key.name.clone();
        self.keys.put(key.clone());
        // With its last use, which is not stored yet.
        KeyEntry::from(self.keys.get(&name).unwrap_or(key))
    }

    fn known(&self, name: &str) -> Result<KeyRecord, DomainError> {
        self.keys.get(name).ok_or_else(|| unknown(name))
    }
}

fn unknown(name: &str) -> DomainError {
    DomainError::NotFound(format!(
        "there is no key “{name}”; list the keys to see their names"
    ))
}

/// The schema of the members with which a key is made.
pub fn new_key_schema() -> Value {
    let pattern = format!("^(?!\\.+$)[A-Za-z0-9._-]{{1,{MAX_NAME}}}$");
    let mut schema = terms::schema();
    schema["required"] = json!(["name"]);
    schema["properties"]["name"] = json!({ "type": "string", "pattern": pattern });
    schema
}

/// A name that can be part of an address.
fn name(given: Option<Value>) -> Result<String, DomainError> {
    let invalid = |why: String| DomainError::invalid("body", "name", why, "value_error");
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let name = match given {
        Some(Value::String(name)) => name,
        _ => return Err(invalid("required: enter a name".to_owned())),
    };
    if !(1..=MAX_NAME).contains(&name.len()) || !name.bytes().all(is_allowed) {
        return Err(invalid(format!(
            "the name must have 1 to {MAX_NAME} letters, digits, dots, - or _"
        )));
    }
    match name.bytes().all(|byte| byte == b'.') {
        true => Err(invalid(
            "a name of dots only cannot be part of an address; add a letter".to_owned(),
        )),
        false => Ok(name),
    }
}
