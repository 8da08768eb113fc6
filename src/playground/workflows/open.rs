//! Forms for workflows that the deployment does not list: from an opened file, or built by hand.

use web_sys::File;

use super::exposures::is_exposure;
use super::kept_file;
use super::open_error::{OpenError, is_unusable};
use super::state::{ReusedInputs, Then, Workflows};
use crate::deferred::Deferred;
use crate::exposure::{self, Opened};
use crate::file_reader::{FileContent, ImageRun, WorkflowContent};
use crate::form::{FormSource, Undoable};
use crate::messages as say;
use crate::runs::Runs;
use crate::text::stem;
use schema::{InputSchema, Problem};
use ui::expect_context;

/// [`Workflows::open`], which is deferred. The flag is `fill_field`.
pub(super) static OPEN: Deferred<fn(Workflows, File, bool)> = Deferred::new();

impl Workflows {
    /// Opens a file: a workflow, an image that contains one, or another description of its fields. With
    /// `fill_field`, any other file goes to the first field that takes it.
    pub(super) async fn open(self, file: File, fill_field: bool) {
        if let Some(opened) = self.shown_file().filter(|_| is_exposure(&file.name())) {
            return self.apply_exposure(opened.file(), file).await;
        }
        self.load_classes().await;
        let content = self.file_reader.read(&file, None).await;
        if content.schemas.is_empty() {
            let form = self.form.get_untracked().filter(|_| fill_field);
            if let Some((form, field)) = form.and_then(|form| Some((form, form.field_for(&file)?)))
            {
                // The error belongs to an earlier file.
                self.open_error.set(None);
                let root = self.root.get_value();
                return root.make(|| Undoable::new(form).put_files(field, vec![file]));
            }
        }
        let name = file.name();
        let is_alone = content.workflow.is_none() && is_exposure(&name);
        if is_alone || is_unusable(content.schemas.first(), &content.problems) {
            let problems = match is_alone {
                true => vec![Problem::whole(say::EXPOSURE_WITHOUT_WORKFLOW.now())],
                false => content.problems,
            };
            return self.open_error.set(Some(OpenError::new(name, problems)));
        }
        let fingerprint = exposure::file_fingerprint(&file).await;
        let (content, is_kept) = self.with_kept_choice(&file, &fingerprint, content).await;
        self.show_content(file, fingerprint, content, !is_kept);
    }

    /// The id of the workflow in a file: the one in it, or else the file's name; or else the id under which this tab
    /// deployed the same file.
    fn id_of(self, content: &FileContent, name: &str, fingerprint: &str) -> String {
        let first = content.schemas.first();
        let own = first.and_then(|first| first.workflow_id.clone());
        let own = own.or(content.run.as_ref().map(|run| run.workflow_id.clone()));
        own.unwrap_or_else(|| {
            let id = exposure::valid_id(stem(name));
            exposure::deployed_id(self.listing, &id, fingerprint).unwrap_or(id)
        })
    }

    /// Shows the form of a file with this fingerprint; `choose` shows what to choose its fields from.
    pub(super) fn show_content(
        self,
        file: File,
        fingerprint: String,
        content: FileContent,
        choose: bool,
    ) {
        let id = self.id_of(&content, &file.name(), &fingerprint);
        self.close_list();
        // A file with several schemas opens its first.
        let schema = content
            .schemas
            .into_iter()
            .next()
            .unwrap_or_default()
            .schema;
        let is_listed = self.listing.entry(&id).is_some();
        let (name, run) = (file.name(), content.run);
        let workflow = content.workflow.as_ref();
        let missing = workflow.map_or(&[][..], |workflow| &workflow.missing);
        if !missing.is_empty() {
            // The engines may have it when the file is opened again.
            self.classes_epoch.set_value(None);
        }
        let problems = content.problems.iter().chain(missing).cloned();
        let (warnings, problems) = problems.partition(Problem::is_note);
        // The run of an image has the same values in the form that the deployment lists.
        if run.is_none() || !is_listed {
            self.show(FormSource {
                deployment: self.connection.deployment(),
                id,
                name: name.clone(),
                about: None,
                schema,
                problems,
                warnings,
                is_refused: false,
                examples: Vec::new(),
                file: Some(fingerprint.clone()),
                listed: false,
            });
            kept_file::keep(&file);
            self.open_workflow(file, fingerprint, content.workflow, choose);
        }
        if let Some(run) = run {
            let root = self.root.get_value();
            root.make(|| self.restore(&name, run));
        }
    }

    /// Keeps the workflow of the shown form, which came from a file, so that Run can deploy it.
    fn open_workflow(
        self,
        file: File,
        fingerprint: String,
        workflow: Option<WorkflowContent>,
        choose: bool,
    ) {
        let form = self.form.get_untracked();
        if let Some(form) = form {
            // It may be the form of a file that was opened before, with the answer to its last run.
            form.before_run.set(None);
            form.errors.hide();
        }
        let root = self.root.get_value();
        let opened = form.zip(workflow).map(|(form, workflow)| {
            let opened = || {
                let selection = self.selection();
                Opened::new(selection, (file, fingerprint), form, workflow, choose)
            };
            root.make(opened)
        });
        if let Some(opened) = opened {
            opened.deploy_before_runs(self.opened);
        }
        self.opened.set(opened);
    }

    /// Fills in the inputs of the run that made an image. Its files come back if this browser still has them.
    fn restore(self, image: &str, run: ImageRun) {
        self.open_error.set(None);
        let runs: Runs = expect_context();
        let reused = ReusedInputs {
            inputs: runs.rows.inputs_of(&run.run_id).unwrap_or(run.values),
            workflow_id: run.workflow_id,
            then: Then::Edit,
        };
        self.fill_in_from_image(image, reused);
    }

    /// Shows a form without fields, to which a person adds those of the deployment's dashboard.
    pub(super) fn show_manual_form(self, id: &str) {
        self.show(FormSource {
            deployment: self.connection.deployment(),
            id: id.to_owned(),
            name: say::MANUAL_FORM.now().to_owned(),
            about: Some(say::MANUAL_FORM_HELP.now().to_owned()),
            schema: InputSchema::default(),
            problems: Vec::new(),
            warnings: Vec::new(),
            is_refused: false,
            examples: Vec::new(),
            file: None,
            listed: false,
        });
    }
}
