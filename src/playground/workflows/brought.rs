//! Forms that a person brings: from a file, or field by field.

use web_sys::File;

use super::unopened::{self, Unopened};
use super::{Listing, Workflows, listing};
use crate::playground::deferred::Deferred;
use crate::playground::form::Source;
use crate::playground::messages as say;
use crate::playground::source::{Named, Reading};
use crate::playground::text::stem;
use crate::schema::InputSchema;

/// [`Workflows::open`], which is deferred.
pub(crate) static OPEN: Deferred<fn(Workflows, File, bool)> = Deferred::new();

impl Workflows {
    /// Opens a file that a person has: a workflow, a picture that carries one, or another description
    /// of its fields, of which the first counts. With `fills`, a file that is none of it goes to the
    /// field of the form that takes it.
    pub(crate) async fn open(self, file: File, fills: bool) {
        let Reading { schemas, problems } = self.reader.read(&file).await;
        if schemas.is_empty() {
            let form = self.form.get_untracked().filter(|_| fills);
            if let Some(field) = form.and_then(|form| form.field_for(&file)) {
                // What was said of a file before is not of this one.
                self.unopened.set(None);
                return field.set_files(vec![file]);
            }
        }
        let name = file.name();
        let named = schemas.into_iter().next();
        if unopened::is_nothing(named.as_ref(), &problems) {
            return self.unopened.set(Some(Unopened::new(name, problems)));
        }
        let Named {
            workflow_id,
            schema,
        } = named.unwrap_or_default();
        let id = workflow_id.or_else(|| {
            self.listing.with_untracked(|listing| match listing {
                Listing::Offered(entries) => listing::alike(entries, &schema),
                _ => None,
            })
        });
        let id = id.unwrap_or_else(|| stem(&name).to_owned());
        self.show(Source {
            deployment: self.connection.deployment(),
            id,
            name,
            about: None,
            schema,
            problems,
            listed: false,
        });
    }

    /// A form without fields, to which a person adds those the deployment's dashboard names.
    pub(crate) fn by_hand(self, id: &str) {
        self.show(Source {
            deployment: self.connection.deployment(),
            id: id.to_owned(),
            name: say::MANUAL_FORM.now().to_owned(),
            about: Some(say::MANUAL_FORM_HELP.now().to_owned()),
            schema: InputSchema::default(),
            problems: Vec::new(),
            listed: false,
        });
    }
}
