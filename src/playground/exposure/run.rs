//! Prepares an opened workflow for Run, and says before the press what that will be.

use std::rc::Rc;

use super::deploy::{deploy_now, lines, success};
use super::deploy_view::list;
use super::focus_soon::focus_soon;
use super::opened::Opened;
use super::permission::Permission;
use super::run_step::{Facts, RunStep};
use super::{deploy_view, deployed};
use crate::form::BeforeRun;
use crate::messages as say;
use client_web::Client;
use ui::{RwSignal, untrack};

impl Opened {
    /// What Run will do, in one line; tracked. `None` until that is known.
    fn run_hint(self) -> Option<String> {
        let deployment = self.deployment;
        if deployment.is_sending.get() {
            return Some(say::DEPLOY_SENDING.now().to_owned());
        }
        let id = self.run_id();
        let permission = self.selection.permission.get();
        let is_known = permission.is_some() && self.selection.listing.is_answered();
        let lacks_right = permission == Some(Permission::LacksRight);
        let step = RunStep::of(&self.facts(&id));
        let message = match step {
            RunStep::SendValues if lacks_right => say::RUN_KEY_SENDS_VALUES,
            RunStep::Refuse if lacks_right => say::RUN_KEY_MAY_NOT,
            step => step.message(),
        };
        // The panel asks already.
        let is_asking = step == RunStep::Ask && deployment.question.with(Option::is_some);
        (is_known && !id.is_empty() && !is_asking).then(|| message.with(&[&id]))
    }

    /// Makes Run deploy the workflow first, as far as that is needed and allowed, and say so while `last` is this one.
    pub(crate) fn deploy_before_runs(self, last: RwSignal<Option<Self>>) {
        let is_last = move |opened: &Self| opened.form == self.form;
        let before_run = BeforeRun {
            deploy: Rc::new(move |client| Box::pin(async move { self.before_run(&client).await })),
            hint: Rc::new(move || {
                let opened = last.get().filter(is_last);
                opened?.run_hint()
            }),
        };
        self.form.before_run.set(Some(before_run));
    }

    /// Deploys the workflow if that is needed and allowed. The error says why Run cannot follow; it is empty if the
    /// panel says so.
    ///
    /// # Errors
    /// Why the workflow cannot run, in sentences.
    async fn before_run(self, client: &Client) -> Result<(), Vec<String>> {
        let deployment = self.deployment;
        if deployment.is_sending.get_untracked() {
            return Err(Vec::new());
        }
        let permission = match untrack(|| self.selection.permission.get()) {
            Some(permission) => permission,
            // The page asked when the file was opened, and the person was faster than the answer.
            None => {
                let asked = self.selection.permission.ask_now(client).await;
                asked.ok_or_else(Vec::new)?
            }
        };
        let lacks_right = permission == Permission::LacksRight;
        let id = untrack(|| self.run_id());
        let facts = untrack(|| self.facts(&id));
        let step = RunStep::of(&facts);
        match step {
            RunStep::Run => Ok(()),
            RunStep::SendValues => self.ensure_known_fields(&id),
            RunStep::Refuse if lacks_right => Err(vec![say::RUN_KEY_MAY_NOT.with(&[&id])]),
            RunStep::Refuse => Err(vec![say::RUN_NOT_DEPLOYED.with(&[&id])]),
            RunStep::LacksEngine => Err(vec![say::RUN_LACKS_ENGINE.now().to_owned()]),
            RunStep::Ask => {
                self.ask(&id);
                Err(Vec::new())
            }
            RunStep::Deploy | RunStep::Update if untrack(|| self.is_empty()) => {
                Err(vec![say::CHOOSE_NONE.now().to_owned()])
            }
            RunStep::Deploy | RunStep::Update => self.deploy_for_run(client, &id).await,
        }
    }

    /// Ensures that the deployed workflow with this ID has every field of the form: it would ignore the value of another
    /// one.
    fn ensure_known_fields(self, id: &str) -> Result<(), Vec<String>> {
        let Some((_, known)) = untrack(|| self.selection.listing.deployed(id)) else {
            return Ok(());
        };
        let mut fields = self.form.current_fields();
        fields.retain(|field| !field.additional && !known.contains(&field.name()));
        let labels: Vec<String> = fields.iter().map(|field| field.label()).collect();
        match labels.is_empty() {
            true => Ok(()),
            false => Err(vec![
                say::RUN_FIELDS_UNKNOWN.with(&[id, &list(labels.iter())]),
            ]),
        }
    }

    /// Opens the panel in which the person chooses another ID, or a new version.
    fn ask(self, id: &str) {
        let deployment = self.deployment;
        deployment.message.set(None);
        deployment.errors.set(Vec::new());
        deployment.question.set(Some(say::RUN_ID_TAKEN.with(&[id])));
        deployment.is_open.set(true);
        focus_soon(deploy_view::ID);
    }

    async fn deploy_for_run(self, client: &Client, id: &str) -> Result<(), Vec<String>> {
        let listing = self.selection.listing;
        let before = untrack(|| listing.deployed(id)).and_then(|(version, _)| version);
        self.deployment.is_sending.set(true);
        let sent = deploy_now(self, client, id).await;
        if self.deployment.is_sending.try_set(false).is_some() {
            return Err(Vec::new());
        }
        if let Ok(Some(version)) = sent
            && before.is_some_and(|before| before != version)
        {
            let message = success(&listing.connection.deployment(), id, before, Some(version));
            self.deployment.message.set(Some(message));
        }
        let failed = |error| {
            let mut lines = lines(&error);
            lines.insert(0, say::DEPLOY_FAILED.now().to_owned());
            lines
        };
        sent.map(|_| ()).map_err(failed)
    }

    /// Whether this file with this choice is what is deployed under an ID; tracked.
    pub(super) fn is_deployed_as(self, id: &str) -> bool {
        RunStep::of(&self.facts(id)) == RunStep::Run
    }

    /// Whether this file is what is deployed under an ID, maybe with another choice; tracked.
    pub(super) fn is_deployed_from(self, id: &str) -> bool {
        let step = RunStep::of(&self.facts(id));
        matches!(step, RunStep::Run | RunStep::Update)
    }

    /// The ID that Run uses; tracked.
    fn run_id(self) -> String {
        self.form.id.get().trim().to_owned()
    }

    fn facts(self, id: &str) -> Facts {
        let listing = self.selection.listing;
        let entry = listing.deployed(id);
        Facts {
            has_listing: listing.is_loaded(),
            is_listed: entry.is_some(),
            version: entry.and_then(|(version, _)| version),
            can_deploy: self.can_deploy(),
            lacks_engine: self.lacks_engine.get_value(),
            deployed: deployed::of(self, id),
            content: self.content(),
        }
    }
}
