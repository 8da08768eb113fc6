//! Messages of choosing the fields of an opened workflow, and of deploying it.

use crate::language::Message;

messages! { EXPOSURES;
    OPENED_FILE: "File {0}", "Datei {0}";
    CHOOSE_FIELDS: "Choose fields", "Felder auswählen";
    CHOOSE_TITLE: "Workflow title", "Titel des Workflows";
    CHOOSE_NONE: "Tick at least one input to keep, deploy or download the choice.", "Mindestens eine Eingabe ankreuzen, um die Auswahl zu behalten, bereitzustellen oder herunterzuladen.";
    MAP: "Graph of the workflow", "Graph des Workflows";
    MAP_LEGEND: "Filled nodes have ticked inputs. Outlined nodes have inputs that people often change.", "Gefüllte Knoten haben angekreuzte Eingaben. Umrandete haben Eingaben, die oft geändert werden.";
    INPUTS: "Inputs", "Eingaben";
    INPUTS_FIND: "Find inputs", "Eingaben suchen";
    INPUTS_FOUND: "{0} input · {1} ticked|{0} inputs · {1} ticked", "{0} Eingabe · {1} angekreuzt|{0} Eingaben · {1} angekreuzt";
    INPUTS_MORE: "and {0} more: search to narrow the list|and {0} more: search to narrow the list", "und {0} weitere: mit der Suche eingrenzen|und {0} weitere: mit der Suche eingrenzen";
    INPUTS_SUGGESTED: "Suggested", "Vorgeschlagen";
    USE_AS_FORM: "Done choosing", "Auswahl fertig";
    DOWNLOAD_EXPOSURE: "Download exposure", "Auswahl herunterladen";
    EXPOSURE_WITHOUT_WORKFLOW: "it only says which inputs of a workflow are fields. Open the workflow first", "darin steht nur, welche Eingaben eines Workflows Felder sind. Zuerst den Workflow öffnen";
    DEPLOY_OPEN: "Deploy…", "Bereitstellen …";
    DEPLOY: "Deploy", "Bereitstellen";
    DEPLOY_AS: "Deploy as", "Bereitstellen als";
    DEPLOY_ID_MISSING: "Enter an ID.", "Bitte eine ID eingeben.";
    DEPLOY_NEW: "New workflow.", "Neuer Workflow.";
    DEPLOY_VERSION: "“{0}” is already deployed. Changes become version {1}.", "„{0}“ ist schon bereitgestellt. Änderungen werden Version {1}.";
    DEPLOY_REPLACES: "“{0}” is already deployed. This replaces it.", "„{0}“ ist schon bereitgestellt und wird ersetzt.";
    DEPLOY_ADDS: "New fields: {0}.", "Neue Felder: {0}.";
    DEPLOY_REMOVES: "Removed fields: {0}.", "Entfallende Felder: {0}.";
    DEPLOY_SENDING: "Deploying…", "Wird bereitgestellt …";
    DEPLOY_FAILED: "Couldn’t deploy:", "Nicht bereitgestellt:";
    RUN_DEPLOYS: "Run deploys this file as “{0}”, then runs it.", "„Ausführen“ stellt diese Datei als „{0}“ bereit und führt sie dann aus.";
    RUN_UPDATES: "Run deploys your changes to “{0}”, then runs it.", "„Ausführen“ stellt die Änderungen an „{0}“ bereit und führt ihn dann aus.";
    RUN_DEPLOYED: "Run uses “{0}” as you deployed it.", "„Ausführen“ verwendet „{0}“, wie von hier bereitgestellt.";
    RUN_ASKS: "“{0}” is already deployed. Run asks before it changes that.", "„{0}“ ist schon bereitgestellt. „Ausführen“ fragt, bevor es das ändert.";
    RUN_SENDS_VALUES: "Run sends your values to “{0}”, not this file.", "„Ausführen“ sendet die Werte an „{0}“, nicht diese Datei.";
    RUN_REFUSES: "“{0}” isn’t deployed here, and you can’t deploy it.", "„{0}“ ist hier nicht bereitgestellt, und Bereitstellen ist nicht erlaubt.";
    DEPLOY_SAME: "“{0}” is already deployed with this file and these fields.", "„{0}“ ist mit dieser Datei und diesen Feldern schon bereitgestellt.";
    DEPLOY_LACKS_ENGINE: "No connected engine can run this workflow yet, so nobody else can either.", "Noch kann keine verbundene Engine diesen Workflow ausführen, auch für andere nicht.";
    USE_AS_FORM_HINT: "Keeps this form in your browser.", "Behält dieses Formular in diesem Browser.";
    DEPLOY_HINT: "Makes this form available to everyone with a key.", "Macht dieses Formular für alle mit einem Schlüssel verfügbar.";
    DEPLOYED_LINK: "Copy link to this form", "Link zu diesem Formular kopieren";
    RUN_LACKS_ENGINE: "No connected engine can run this workflow: see the problems above its fields. Open the file again when the engines have changed.", "Keine verbundene Engine kann diesen Workflow ausführen: siehe die Probleme über seinen Feldern. Wenn sich die Engines geändert haben, die Datei erneut öffnen.";
    RUN_NOT_DEPLOYED: "“{0}” isn’t deployed here, and this deployment doesn’t let you deploy it. Enter the ID of a deployed workflow, or ask whoever runs the deployment.", "„{0}“ ist hier nicht bereitgestellt, und dieses Deployment erlaubt das Bereitstellen nicht. Bitte die ID eines bereitgestellten Workflows eingeben oder den Betreiber fragen.";
    RUN_ID_TAKEN: "“{0}” is already deployed. Choose another ID or deploy a new version, then run.", "„{0}“ ist schon bereitgestellt. Bitte eine andere ID wählen oder eine neue Version bereitstellen, dann ausführen.";
    DEPLOYED: "Deployed “{0}”.", "„{0}“ ist bereitgestellt.";
    DEPLOYED_UNCHANGED: "“{0}” is still version {1}: nothing has changed.", "„{0}“ ist weiterhin Version {1}: Nichts hat sich geändert.";
    DEPLOYED_VERSION: "Deployed “{0}”, version {1}.", "„{0}“ ist bereitgestellt, Version {1}.";
}
