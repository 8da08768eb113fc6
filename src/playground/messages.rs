//! Every word that the page says, in every language it speaks: English, then German. Values and what
//! a deployment says stand where `{0}`, `{1}`… are; `|` parts one from many.

use super::language::Message;

macro_rules! messages {
    ($($name:ident: $english:literal, $german:literal;)*) => {
        $(pub(crate) const $name: Message = Message([$english, $german]);)*

        #[cfg(test)]
        const ALL: &[(&str, Message)] = &[$((stringify!($name), $name)),*];
    };
}

// One block a region of the page; within it, in the order of the page.
messages! {
    // The page as a whole
    FORM: "Form", "Formular";
    RUNS: "Runs", "Läufe";
    QUEUE: "Queue", "Warteschlange";
    REGIONS: "Regions", "Bereiche";
    CONNECTION: "Connection", "Verbindung";
    NO_DEPLOYMENT: "No deployment", "Kein Deployment";
    LANGUAGE: "Language", "Sprache";
    THEME: "Theme", "Erscheinungsbild";
    THEME_SYSTEM: "Theme of the system", "Erscheinungsbild des Systems";
    THEME_LIGHT: "Light theme", "Helles Erscheinungsbild";
    THEME_DARK: "Dark theme", "Dunkles Erscheinungsbild";
    COPY: "Copy", "Kopieren";
    COPIED: "Copied", "Kopiert";
    NOT_COPIED: "Not copied: select the text", "Nicht kopiert: Text bitte markieren";

    // Connection
    LINK_OFF: "not connected", "nicht verbunden";
    LINK_CONNECTING: "connecting", "verbindet";
    LINK_LIVE: "connected", "verbunden";
    LINK_KEY_REFUSED: "key refused", "Schlüssel abgelehnt";
    LINK_NO_ADDRESS: "no address", "keine Adresse";
    LINK_UNREACHABLE: "unreachable", "nicht erreichbar";
    LINK_FAULTY: "faulty", "gestört";
    DEPLOYMENT: "Deployment", "Deployment";
    DEPLOYMENT_NAME: "Save as", "Speichern als";
    KEY: "Key", "Schlüssel";
    KEEP: "Keep the key", "Schlüssel behalten";
    KEEP_PAGE: "In memory, until this page is left", "Im Speicher, bis diese Seite verlassen wird";
    KEEP_TAB: "Until this tab is closed", "Bis dieser Tab geschlossen wird";
    KEEP_BROWSER: "In this browser, until you forget it", "In diesem Browser, bis er vergessen wird";
    CONNECT: "Connect", "Verbinden";
    FORGET: "Forget", "Vergessen";
    SAVED: "Saved deployments", "Gespeicherte Deployments";
    SAVED_DROP: "Remove {0} and its key", "{0} samt Schlüssel entfernen";
    KEY_HINT: "The link that “flowdeck serve” prints brings its key along. The key is sent to this deployment alone, in the header “X-API-KEY”.", "Der Link, den „flowdeck serve“ ausgibt, bringt seinen Schlüssel mit. Der Schlüssel geht nur an dieses Deployment, im Header „X-API-KEY“.";
    ADVICE_NO_KEY: "{0} wants a key, and this one does not let you in. Enter the key of this deployment; its dashboard shows it, and “flowdeck serve” prints it at its start.", "{0} verlangt einen Schlüssel, und dieser öffnet nicht. Den Schlüssel dieses Deployments eingeben; er steht in seinem Dashboard, und „flowdeck serve“ gibt ihn beim Start aus.";
    ADVICE_KEY_REFUSED: "{0} knows who asks and refuses. Check that the key belongs to this deployment and has not been replaced by a new one.", "{0} erkennt die Anfrage und lehnt ab. Bitte prüfen, ob der Schlüssel zu diesem Deployment gehört und nicht durch einen neuen ersetzt wurde.";
    ADVICE_OTHER: "{0} answers, but it does not speak this API. Check the address: it is what stands before “/api/v1/runs”.", "{0} antwortet, spricht aber nicht diese API. Bitte die Adresse prüfen: Sie ist das, was vor „/api/v1/runs“ steht.";
    ADVICE_FAULTY: "{0} answers with an error. It may be starting or overloaded; flowdeck asks on by itself.", "{0} antwortet mit einem Fehler. Es startet vielleicht noch oder ist überlastet; flowdeck fragt von selbst weiter.";
    ADVICE_CORS: "{0} is there, but does not let this page read its answers (CORS). Ask whoever runs it to allow the origin {1}, or open the page that the service itself serves.", "{0} ist da, lässt diese Seite seine Antworten aber nicht lesen (CORS). Der Betreiber kann die Herkunft {1} erlauben, oder es wird die Seite geöffnet, die der Dienst selbst ausliefert.";
    ADVICE_UNREACHABLE: "Nothing answers at {0}. Check the address, that the service runs, and your network.", "Unter {0} antwortet nichts. Bitte prüfen: die Adresse, ob der Dienst läuft, und das eigene Netz.";
    ADVICE_MIXED: "This page came over https, and a browser lets it ask no address with http. Use the https address of {0}, or open the page that the service itself serves.", "Diese Seite kam über https, und ein Browser lässt sie keine Adresse mit http fragen. Bitte die https-Adresse von {0} benutzen oder die Seite öffnen, die der Dienst selbst ausliefert.";

    // Workflow
    WORKFLOW: "Workflow", "Workflow";
    WORKFLOWS: "Workflows", "Workflows";
    OPEN_WORKFLOW: "Open workflow", "Workflow öffnen";
    BY_HAND: "By hand", "Von Hand";
    BY_HAND_NAME: "Fields by hand", "Felder von Hand";
    BY_HAND_ABOUT: "Enter the workflow’s id, and add the fields that the deployment’s dashboard names.", "Die Id des Workflows eingeben und die Felder hinzufügen, die das Dashboard des Deployments nennt.";
    READY: "ready", "bereit";
    NOT_READY_WORD: "not ready", "nicht bereit";
    LIST_UNASKED: "The workflows are read as soon as the deployment answers. Until then, a workflow’s JSON file can be opened.", "Die Workflows werden gelesen, sobald das Deployment antwortet. Bis dahin lässt sich die JSON-Datei eines Workflows öffnen.";
    LIST_CONNECT: "Connect to a deployment to see its workflows, or open, drop or paste a workflow’s JSON file or a picture made by ComfyUI.", "Mit einem Deployment verbinden, um seine Workflows zu sehen – oder die JSON-Datei eines Workflows oder ein Bild aus ComfyUI öffnen, hierher ziehen oder einfügen.";
    LIST_AWAITED: "Reading the workflows…", "Workflows werden gelesen …";
    LIST_NOT_OFFERED: "This deployment does not list its workflows. Open, drop or paste the workflow’s JSON file, a picture made by ComfyUI or an OpenAPI document, or name the fields by hand.", "Dieses Deployment listet seine Workflows nicht auf. Die JSON-Datei des Workflows, ein Bild aus ComfyUI oder ein OpenAPI-Dokument öffnen, hierher ziehen oder einfügen – oder die Felder von Hand nennen.";
    LIST_EMPTY: "No workflow is deployed. Put one into the service’s workflow folder, or open a file.", "Es ist kein Workflow bereitgestellt. Einen in den Workflow-Ordner des Dienstes legen oder eine Datei öffnen.";
    PASTED: "pasted", "eingefügt";

    // Form
    NOT_READY: "This workflow is not ready:", "Dieser Workflow ist nicht bereit:";
    ASKS_NOTHING: "This workflow asks for nothing: press Run.", "Dieser Workflow fragt nach nichts: Ausführen drücken.";
    WORKFLOW_ID: "Workflow id", "Workflow-Id";
    WORKFLOW_ID_HELP: "What the deployment calls it; the file itself is not sent.", "Wie das Deployment ihn nennt; die Datei selbst wird nicht gesendet.";
    REQUIRED: "required", "nötig";
    RESET: "Reset", "Zurücksetzen";
    RESET_FIELD: "Reset {0}", "{0} zurücksetzen";
    REMOVE: "Remove", "Entfernen";
    REMOVE_FIELD: "Remove the field {0}", "Feld {0} entfernen";
    REMOVE_FILE: "Remove {0}", "{0} entfernen";
    REPLACE: "Replace", "Ersetzen";
    CHARACTERS: "≤ {0} characters", "≤ {0} Zeichen";
    WHOLE_NUMBER: "whole number", "ganze Zahl";
    ON: "on", "an";
    OFF: "off", "aus";
    DROP_IMAGE: "Drop an image, paste, or choose", "Bild hierher ziehen, einfügen oder wählen";
    DROP_VIDEO: "Drop a video, paste, or choose", "Video hierher ziehen, einfügen oder wählen";
    DROP_AUDIO: "Drop an audio file, paste, or choose", "Tondatei hierher ziehen, einfügen oder wählen";
    DROP_FILE: "Drop a file, paste, or choose", "Datei hierher ziehen, einfügen oder wählen";
    SEED_DRAW: "Draw a random {0}", "{0} würfeln";
    SEED_AFTER: "{0} after each run", "{0} nach jedem Lauf";
    SEED_KEEP: "keep", "behalten";
    SEED_RANDOM: "random", "zufällig";
    SEED_NEXT: "+1", "+1";
    LEFTOVER: "Entered before; the workflow has no such field any more:", "Früher eingegeben; der Workflow hat kein solches Feld mehr:";
    DISCARD: "Discard", "Verwerfen";
    VALUES: "Values and presets", "Werte und Vorlagen";
    VALUES_JSON: "Values as JSON", "Werte als JSON";
    VALUES_APPLY: "Apply", "Übernehmen";
    VALUES_NO_JSON: "Not applied, since this is no JSON object: {0}. Write one name and value after the other, in braces.", "Nicht übernommen, denn dies ist kein JSON-Objekt: {0}. Namen und Werte nacheinander in geschweifte Klammern schreiben.";
    COPY_LINK: "Copy link", "Link kopieren";
    LINK_HINT: "The link carries the values, never the key and never files.", "Der Link trägt die Werte, niemals den Schlüssel und niemals Dateien.";
    LINK_NO_VALUES: "the values of the link could not be read: {0}; ask for a new link", "die Werte des Links sind nicht lesbar: {0}; bitte einen neuen Link erbitten";
    RESET_ALL: "Reset all", "Alles zurücksetzen";
    PRESETS: "Presets", "Vorlagen";
    PRESET_NAME: "Name of a preset", "Name einer Vorlage";
    PRESET_SAVE: "Save", "Speichern";
    PRESET_USE: "Use the preset {0}", "Vorlage {0} benutzen";
    PRESET_DROP: "Delete the preset {0}", "Vorlage {0} löschen";
    SWEEP: "Many runs", "Viele Läufe";
    SWEEP_FIELD: "Vary", "Variieren";
    SWEEP_NOTHING: "nothing: one run", "nichts: ein Lauf";
    SWEEP_VALUES: "Values", "Werte";
    SWEEP_LIST: "List", "Liste";
    SWEEP_RANGE: "Range", "Bereich";
    SWEEP_LINES: "One value a line", "Ein Wert je Zeile";
    SWEEP_FROM: "From", "Von";
    SWEEP_TO: "To", "Bis";
    SWEEP_BY: "Step", "Schritt";
    SWEEP_RUNS: "{0} run|{0} runs", "{0} Lauf|{0} Läufe";
    SWEEP_FILES: "{0} file in {1}: a run.|{0} files in {1}: a run each.", "{0} Datei in {1}: ein Lauf.|{0} Dateien in {1}: je ein Lauf.";
    SWEEP_ONE: "Only the first", "Nur die erste";
    SWEEP_NONE: "No value yet.", "Noch kein Wert.";
    SWEEP_TOO_MANY: "Too many runs for one press: at most 499.", "Zu viele Läufe auf einmal: höchstens 499.";
    SWEEP_NO_RANGE: "A range needs three numbers: from, to, step.", "Ein Bereich braucht drei Zahlen: von, bis, Schritt.";
    SWEEP_NO_STEP: "With this step the range never ends.", "Mit diesem Schritt endet der Bereich nie.";
    ADD_FIELD: "Add a field", "Feld hinzufügen";
    ADD_NAME: "Name of the field", "Name des Feldes";
    ADD_KIND: "Kind of the field", "Art des Feldes";
    ADD: "Add", "Hinzufügen";
    ADD_NO_NAME: "A field needs a name: the one that the deployment knows it by.", "Ein Feld braucht einen Namen: den, unter dem das Deployment es kennt.";
    ADD_TAKEN: "There is a field “{0}” already.", "Ein Feld „{0}“ gibt es schon.";
    ADD_HINT: "A deployment takes fields beyond those its workflow declares.", "Ein Deployment nimmt auch Felder an, die sein Workflow nicht nennt.";
    KIND_TEXT: "text", "Text";
    KIND_NUMBER: "number", "Zahl";
    KIND_BOOLEAN: "yes or no", "ja oder nein";
    KIND_IMAGE: "image", "Bild";
    KIND_VIDEO: "video", "Video";
    KIND_AUDIO: "audio", "Ton";
    KIND_FILE: "file", "Datei";
    RUN: "Run", "Ausführen";
    RUN_MANY: "Run {0}|Run {0}", "{0} ausführen|{0} ausführen";
    CTRL: "Ctrl", "Strg";
    ENTER: "Enter", "Eingabe";
    NOT_SENT: "Not sent: one field needs attention.|Not sent: {0} fields need attention.", "Nicht gesendet: Ein Feld stimmt nicht.|Nicht gesendet: {0} Felder stimmen nicht.";
    REFUSED: "The deployment refused one field.|The deployment refused {0} fields.", "Das Deployment hat ein Feld abgelehnt.|Das Deployment hat {0} Felder abgelehnt.";
    SEND_ANYWAY: "Send anyway", "Trotzdem senden";
    NOT_CONNECTED: "not sent: connect to a deployment first", "nicht gesendet: bitte erst mit einem Deployment verbinden";
    NO_WORKFLOW_ID: "not sent: enter the workflow’s id first", "nicht gesendet: bitte erst die Id des Workflows eingeben";

    // For developers
    DEVELOPERS: "Developers", "Für Entwickler";
    DEVELOPERS_CLOSE: "Close the view for developers", "Ansicht für Entwickler schließen";
    DEVELOPERS_NO_FORM: "Choose a workflow: this view shows its call and its schema.", "Einen Workflow wählen: Hier stehen dann sein Aufruf und sein Schema.";
    CODE: "Code", "Code";
    CODE_LANGUAGE: "Language of the code", "Sprache des Codes";
    CODE_KEY: "The call with the values of the form. The key is never part of it.", "Der Aufruf mit den Werten des Formulars. Der Schlüssel steht nie darin.";
    CODE_FAILED: "The code could not be written: {0}. Change the language to try again.", "Der Code ließ sich nicht schreiben: {0}. Für einen neuen Versuch die Sprache wechseln.";
    CALLS: "Last calls", "Letzte Aufrufe";
    CALLS_HINT: "What this page sent and what came back. Kept until the page is left, never with the key; readings of one address are one entry, with the last answer.", "Was diese Seite gesendet hat und was zurückkam. Bleibt, bis die Seite verlassen wird, nie mit dem Schlüssel; Abfragen einer Adresse sind ein Eintrag mit der letzten Antwort.";
    CALLS_NONE: "No call yet.", "Noch kein Aufruf.";
    CALL_REQUEST: "Request", "Anfrage";
    CALL_ANSWER: "Answer", "Antwort";
    CALL_UNANSWERED: "no answer", "keine Antwort";
    CALL_CUT: "Long texts are cut here. The whole body of the answer: {0}.", "Lange Texte sind hier gekürzt. Die ganze Antwort: {0}.";
    SCHEMA: "Schema", "Schema";
    SCHEMA_OURS: "Download schema", "Schema herunterladen";
    SCHEMA_OPENAPI: "Download OpenAPI", "OpenAPI herunterladen";
    SCHEMA_FAILED: "The schema could not be written: {0}. Try again.", "Das Schema ließ sich nicht schreiben: {0}. Bitte noch einmal versuchen.";
    FIELD_NAMES: "Fields", "Felder";
    FIELD_NAMES_COPY: "Copy all names", "Alle Namen kopieren";
    FIELD_NAME: "Name", "Name";
    FIELD_KIND: "Kind", "Art";
    FIELD_LABEL: "Label", "Beschriftung";
}

#[cfg(test)]
mod tests;
