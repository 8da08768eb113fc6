//! A face of the service without HTTP.

use std::net::{IpAddr, Ipv4Addr};

use serde_json::{Map, Value, json};

use super::world::World;
use crate::auth::Caller;
use crate::operations::submissions::{Admission, NewRun};
use crate::operations::{DomainError, Operations};
use crate::runs::RunRules;

const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7));

/// A service whose use cases are called without HTTP.
pub(crate) struct Face {
    pub(crate) world: World,
    pub(crate) first: Caller,
}

impl Face {
    pub(crate) async fn start() -> Self {
        let world = World::start(RunRules::default()).await;
        Self {
            first: world
                .parts
                .auth
                .caller(World::KEY.as_bytes(), ADDRESS)
                .unwrap(),
            world,
        }
    }

    pub(crate) fn operations(&self) -> &Operations {
        &self.world.operations
    }

    /// The holder of a new key with this name and these members.
    pub(crate) async fn caller(&self, name: &str, members: Value) -> Caller {
        let mut members: Map<String, Value> = serde_json::from_value(members).unwrap();
        members.insert("name".to_owned(), json!(name));
        let created = self.operations().keys.create(&self.first, members);
        let created = serde_json::to_value(created.await.unwrap()).unwrap();
        self.holder(created["key"].as_str().unwrap())
    }

    /// The holder of a token for a run.
    pub(crate) async fn holder_of_token(&self, run: &str) -> Caller {
        let made = self.operations().runs.make_token(&self.first, run, 60);
        self.holder(&made.await.unwrap().token)
    }

    fn holder(&self, key: &str) -> Caller {
        let auth = &self.world.parts.auth;
        auth.caller(key.as_bytes(), ADDRESS).unwrap()
    }

    pub(crate) async fn submit(&self, caller: &Caller) -> Result<Admission, DomainError> {
        let new = NewRun {
            workflow_id: Some("w".to_owned()),
            ..NewRun::default()
        };
        self.operations().submissions.admit(caller, new).await
    }
}
