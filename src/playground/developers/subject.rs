//! The subject of the code and the schema documents: a deployment and one of its workflows.

use super::json::Object;
use crate::connection::Connection;
use crate::form::FormState;
use ui::expect_context;

/// The deployment and the workflow of a form as a JSON object that callers extend; tracks both.
pub(super) fn described(form: FormState) -> Object {
    of_workflow(&form.id.get(), &form.name())
}

/// The connected deployment and the workflow with this id and name; tracks the deployment.
pub(super) fn of_workflow(id: &str, name: &str) -> Object {
    let connection: Connection = expect_context();
    let base_url = connection
        .client
        .with(|client| client.as_ref().map(|client| client.base_url().to_owned()));
    let mut object = Object::default();
    object.text(
        "baseUrl",
        &base_url.unwrap_or_else(|| connection.base_url()),
    );
    object.text("workflowId", id);
    object.text("name", name);
    object
}
