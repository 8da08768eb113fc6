//! Messages of the workflow list and of opening a workflow file.

use crate::language::Message;

messages! { WORKFLOW_LIST;
    WORKFLOW: "Workflow", "Workflow";
    WORKFLOWS: "Workflows", "Workflows";
    WORKFLOW_FIND: "Find workflows", "Workflows suchen";
    OPEN_WORKFLOW: "Open workflow", "Workflow öffnen";
    MANUAL_FORM: "Form by workflow ID", "Formular zu einer Workflow-ID";
    MANUAL_FORM_HELP: "Enter the workflow ID and add the fields shown in the deployment’s dashboard.", "Die Workflow-ID eingeben und die Felder hinzufügen, die das Dashboard des Deployments zeigt.";
    READY: "ready", "bereit";
    NOT_READY: "not ready", "nicht bereit";
    PROBLEM_ONE_OF: "1 of {0} problems: ", "1 von {0} Problemen: ";
    WORKFLOW_NOT_READY: "This workflow is not ready:", "Dieser Workflow ist nicht bereit:";
    OUTPUTS_LEFT_OUT: "Runs go on without some outputs:", "Läufe gehen ohne einige Ausgaben weiter:";
    FILE_NOTES: "Check how this file was read:", "Bitte prüfen, wie diese Datei gelesen wurde:";
    WORKFLOWS_NOT_CONNECTED: "Connect to a deployment to see its workflows, or open, drop or paste a workflow’s JSON file or an image made by ComfyUI.", "Mit einem Deployment verbinden, um seine Workflows zu sehen – oder die JSON-Datei eines Workflows oder ein Bild aus ComfyUI öffnen, hierher ziehen oder einfügen.";
    WORKFLOWS_NO_RESPONSE: "Workflows load once the deployment responds. Until then, you can open a workflow’s JSON file.", "Die Workflows werden geladen, sobald das Deployment antwortet. Bis dahin lässt sich die JSON-Datei eines Workflows öffnen.";
    WORKFLOWS_LOADING: "Loading workflows…", "Workflows werden geladen …";
    WORKFLOWS_UNAVAILABLE: "This deployment doesn’t list its workflows. Open a workflow file, or add the fields yourself.", "Dieses Deployment listet seine Workflows nicht auf. Eine Workflow-Datei öffnen oder die Felder selbst hinzufügen.";
    WORKFLOWS_EMPTY: "No workflows yet.", "Noch keine Workflows.";
    LINK_WAITING: "This link opens “{0}”. Enter the key to see its form.", "Dieser Link öffnet „{0}“. Das Formular erscheint, sobald der Schlüssel eingegeben ist.";
    LINK_VALUES_INVALID: "The link’s values couldn’t be read. Ask for a new link.", "Die Werte des Links sind nicht lesbar. Bitte einen neuen Link anfordern.";
    INPUTS_FILLED_IN: "Inputs of the run filled in.", "Eingaben des Laufs eingesetzt.";
    IMAGE_FILLED_IN: "Values from {0} filled in.", "Werte aus {0} eingesetzt.";
    IMAGE_FILLED_IN_WITHOUT: "Values from {0} filled in. Choose {1} again: the file isn’t in this browser.", "Werte aus {0} eingesetzt. {1} bitte erneut auswählen: Die Datei ist nicht in diesem Browser.";
    OPEN_FAILED: "Couldn’t open “{0}”.", "„{0}“ konnte nicht geöffnet werden.";
    OPEN_FAILED_EMPTY: "Couldn’t open “{0}”: it has no inputs to fill in.", "„{0}“ konnte nicht geöffnet werden: Es gibt darin nichts auszufüllen.";
    OPENABLE_FILES: "You can open: a workflow’s JSON file, an image (PNG, WebP, JPEG) saved by ComfyUI, an OpenAPI document (JSON), or a schema exported from the Code panel.", "Öffnen lassen sich: die JSON-Datei eines Workflows, ein von ComfyUI gespeichertes Bild (PNG, WebP, JPEG), ein OpenAPI-Dokument (JSON) oder ein Schema aus dem Bereich „Code“.";
    PASTED: "pasted", "eingefügt";
}
