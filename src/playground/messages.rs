//! Every word that the page says, in every language it speaks: English, then German. Values and what
//! a deployment says stand where `{0}`, `{1}`… are; `|` parts one from many.

use super::language::{Coded, Message};

macro_rules! messages {
    ($($name:ident: $english:literal, $german:literal;)*) => {
        $(pub(crate) const $name: Message = Message(&[$english, $german]);)*

        #[cfg(test)]
        const ALL: &[(&str, Message)] = &[$((stringify!($name), $name)),*];
    };
}

/// Said by `www/first.js`, into which the build takes them from here.
macro_rules! before_the_page {
    ($($name:ident: $english:literal, $german:literal;)*) => {
        #[cfg(test)]
        const BEFORE: &[(&str, Message)] = &[$((stringify!($name), Message(&[$english, $german]))),*];
    };
}

macro_rules! coded {
    ($(#[$about:meta])* $name:ident: $($code:literal: $german:literal;)*) => {
        $(#[$about])*
        pub(crate) static $name: Coded = Coded(&[$(($code, [$german])),*]);
    };
}

before_the_page! {
    LOADING: "Loading flowdeck…", "flowdeck wird geladen …";
    NOT_STARTED: "flowdeck could not start: {0}. Load the page again. If it stays so, this browser may not allow WebAssembly, or the page’s server may not have all of its files.", "flowdeck konnte nicht starten: {0}. Bitte die Seite neu laden. Bleibt es dabei, erlaubt dieser Browser vielleicht kein WebAssembly, oder dem Server der Seite fehlen Dateien.";
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
    LATER_MISSED: "A part of this page could not be loaded. Check the network and that the page’s server still runs, then try again: what you pressed is done then. If that server was renewed, load the page again.", "Ein Teil dieser Seite ließ sich nicht laden. Netzwerk und Server der Seite prüfen, dann noch einmal versuchen: Was gedrückt wurde, geschieht dann. Wurde der Server erneuert, die Seite neu laden.";
    LATER_AWAITED: "Loading…", "Wird geladen …";
    LATER_AGAIN: "Try again", "Noch einmal versuchen";
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
    KEY_MISSING: "this deployment asks for a key: enter it", "Dieses Deployment verlangt einen Schlüssel: bitte eingeben";
    KEEP: "Keep the key", "Schlüssel behalten";
    KEEP_PAGE: "In memory, until this page is left", "Nur, solange die Seite offen ist";
    KEEP_TAB: "Until this tab is closed", "Bis dieser Tab geschlossen wird";
    KEEP_BROWSER: "In this browser, until you forget it", "In diesem Browser, bis er vergessen wird";
    CONNECT: "Connect", "Verbinden";
    FORGET: "Forget", "Vergessen";
    SAVED: "Saved deployments", "Gespeicherte Deployments";
    SAVED_DROP: "Remove {0} and its key", "{0} samt Schlüssel entfernen";
    KEY_HINT: "A deployment’s dashboard shows its key; the link that “flowdeck serve” prints brings it along. It is sent to this deployment alone, in the header “X-API-KEY”.", "Der Schlüssel steht im Dashboard des Deployments; der Link, den „flowdeck serve“ ausgibt, bringt ihn mit. Er geht nur an dieses Deployment, im Header „X-API-KEY“.";
    ADVICE_OTHER: "{0} answers, but it does not speak this API. Check the address: it is what stands before “/api/v1/runs”.", "{0} antwortet, spricht aber nicht diese API. Bitte die Adresse prüfen: Sie ist das, was vor „/api/v1/runs“ steht.";
    ADVICE_FAULTY: "{0} answers with an error. It may be starting or overloaded; flowdeck asks on by itself.", "{0} antwortet mit einem Fehler. Es startet vielleicht noch oder ist überlastet; flowdeck fragt von selbst weiter.";
    ADVICE_CORS: "{0} is there, but does not let this page read its answers (CORS). If it is the deployment, ask whoever runs it to allow the origin {1}, or open the page that the service itself serves; if it may be another program, check the address.", "{0} ist da, lässt diese Seite seine Antworten aber nicht lesen (CORS). Ist es das Deployment, kann sein Betreiber die Herkunft {1} erlauben, oder es wird die Seite geöffnet, die der Dienst selbst ausliefert; ist es vielleicht ein anderes Programm, bitte die Adresse prüfen.";
    ADVICE_UNREACHABLE: "Nothing answers at {0}. Check the address, that the service runs, and your network.", "Unter {0} antwortet nichts. Bitte prüfen: die Adresse, ob der Dienst läuft, und das eigene Netz.";
    ADVICE_LOCAL: "Nothing answers at {0}, or the browser does not let this page reach programs of this machine. Check the address and that the service runs, and allow the local network in the browser’s settings for this site.", "Unter {0} antwortet nichts, oder der Browser lässt diese Seite keine Programme dieses Rechners erreichen. Bitte prüfen: die Adresse und ob der Dienst läuft; und in den Einstellungen des Browsers für diese Website das lokale Netz erlauben.";
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
    LIST_CARRIED: "The link that opened this page carries values. They are filled in as soon as the deployment is connected: enter its key.", "Der Link, der diese Seite geöffnet hat, trägt Werte. Sie werden eingetragen, sobald das Deployment verbunden ist: bitte dessen Schlüssel eingeben.";
    LIST_AWAITED: "Reading the workflows…", "Workflows werden gelesen …";
    LIST_NOT_OFFERED: "This deployment does not list its workflows. Open, drop or paste the workflow’s JSON file, a picture made by ComfyUI or an OpenAPI document, or name the fields by hand.", "Dieses Deployment listet seine Workflows nicht auf. Die JSON-Datei des Workflows, ein Bild aus ComfyUI oder ein OpenAPI-Dokument öffnen, hierher ziehen oder einfügen – oder die Felder von Hand nennen.";
    LIST_EMPTY: "No workflow is deployed. Put one into the service’s workflow folder, or open a file.", "Es ist kein Workflow bereitgestellt. Einen in den Workflow-Ordner des Dienstes legen oder eine Datei öffnen.";
    UNOPENED: "“{0}” was not opened:", "„{0}“ wurde nicht geöffnet:";
    UNOPENED_EMPTY: "“{0}” was not opened: nothing to fill in was found in it.", "„{0}“ wurde nicht geöffnet: Darin fand sich nichts auszufüllen.";
    OPENABLE: "What can be opened: a workflow’s JSON file, a picture (PNG, WebP, JPEG) that ComfyUI saved, an OpenAPI document (JSON), or a schema from the view for developers.", "Öffnen lassen sich: die JSON-Datei eines Workflows, ein Bild (PNG, WebP, JPEG) aus ComfyUI, ein OpenAPI-Dokument (JSON) oder ein Schema aus der Ansicht für Entwickler.";
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
    NO_PICTURE: "cannot be shown as a picture", "nicht als Bild darstellbar";
    SEED_DRAW: "Draw a random {0}", "{0} würfeln";
    SEED_AFTER: "{0} after each run", "{0} nach jedem Lauf";
    SEED_KEEP: "keep", "behalten";
    SEED_RANDOM: "random", "zufällig";
    SEED_NEXT: "+1", "+1";
    LEFTOVER: "Entered before or given, and the workflow has no such field:", "Früher eingegeben oder übergeben, doch der Workflow hat kein solches Feld:";
    DISCARD: "Discard", "Verwerfen";
    VALUES: "Values and presets", "Werte und Vorlagen";
    VALUES_JSON: "Values as JSON", "Werte als JSON";
    VALUES_APPLY: "Apply", "Übernehmen";
    VALUES_HELP: "Apply fills in the fields that are named here; all others stay as they are.", "Übernehmen füllt die hier genannten Felder aus; alle anderen bleiben, wie sie sind.";
    VALUES_UNFIT: "One value does not fit: see its field.|{0} values do not fit: see their fields.", "Ein Wert passt nicht: siehe sein Feld.|{0} Werte passen nicht: siehe ihre Felder.";
    VALUES_NO_JSON: "Not applied, since this is no JSON object. Write one name and value after the other, in braces.", "Nicht übernommen, denn dies ist kein JSON-Objekt. Namen und Werte nacheinander in geschweifte Klammern schreiben.";
    COPY_LINK: "Copy link", "Link kopieren";
    LINK_HINT: "The link carries the values, never the key and never files.", "Der Link trägt die Werte, niemals den Schlüssel und niemals Dateien.";
    LINK_NO_VALUES: "the values of the link could not be read; ask for a new link", "die Werte des Links sind nicht lesbar; bitte einen neuen Link erbitten";
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
    SWEEP_RUNS_UNFIT: "{0} run, {1} does not fit|{0} runs, {1} do not fit", "{0} Lauf, {1} passt nicht|{0} Läufe, {1} passen nicht";
    SWEEP_FILES: "{0} file in {1}: a run.|{0} files in {1}: a run each.", "{0} Datei in {1}: ein Lauf.|{0} Dateien in {1}: je ein Lauf.";
    SWEEP_ONE: "Only the first", "Nur die erste";
    SWEEP_NONE: "No value yet.", "Noch kein Wert.";
    SWEEP_TOO_MANY: "Too many runs for one press: at most 500.", "Zu viele Läufe auf einmal: höchstens 500.";
    SWEEP_NO_RANGE: "A range needs three numbers, without signs between their thousands: from, to, step.", "Ein Bereich braucht drei Zahlen, ohne Zeichen zwischen den Tausendern: von, bis, Schritt.";
    SWEEP_NO_STEP: "With this step the range never reaches its end; a range that goes down has a negative step.", "Mit diesem Schritt erreicht der Bereich sein Ende nie; abwärts ist der Schritt negativ.";
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
    NOT_SENT_VALUES: "Not sent: of the values that vary, these do not fit.", "Nicht gesendet: Diese der variierten Werte passen nicht.";
    REFUSED: "The deployment refused one field.|The deployment refused {0} fields.", "Das Deployment hat ein Feld abgelehnt.|Das Deployment hat {0} Felder abgelehnt.";
    FAULT_MISSING_FILE: "required: choose a file", "nötig: bitte eine Datei wählen";
    FAULT_MISSING: "required: enter a value", "nötig: bitte einen Wert eingeben";
    FAULT_TOO_MANY: "takes one value", "nimmt nur einen Wert";
    FAULT_FILE_EMPTY: "the file is empty; choose another one", "die Datei ist leer; bitte eine andere wählen";
    FAULT_FILE: "takes only: {0}", "nimmt nur: {0}";
    FAULT_BOOLEAN: "must be true or false", "muss ja oder nein sein";
    FAULT_CHOICE: "must be one of the options", "muss eine der Möglichkeiten sein";
    FAULT_INTEGER: "must be a whole number", "muss eine ganze Zahl sein";
    FAULT_NUMBER: "must be a number", "muss eine Zahl sein";
    FAULT_GROUPED: "{0}; leave out the sign between the thousands", "{0}; bitte ohne Zeichen zwischen den Tausendern";
    FAULT_COMMA: "{0}; write its decimals after a point", "{0}; bitte die Dezimalen nach einem Punkt schreiben";
    FAULT_DIGITS: "has more than 28 digits; round it", "hat mehr als 28 Stellen; bitte runden";
    FAULT_LEAST: "must be at least {0}", "muss mindestens {0} sein";
    FAULT_MOST: "must be at most {0}", "darf höchstens {0} sein";
    FAULT_LONG: "takes at most {0} characters", "nimmt höchstens {0} Zeichen";
    SEND_FITTING: "Send the one that fits|Send the {0} that fit", "Den passenden senden|Die {0} passenden senden";
    SEND_ANYWAY: "Send anyway", "Trotzdem senden";
    NOT_CONNECTED: "not sent: connect to a deployment first", "nicht gesendet: bitte erst mit einem Deployment verbinden";
    NO_ANSWER: "no answer; check that the deployment runs, and your network", "Keine Antwort; bitte prüfen, ob das Deployment läuft, und das eigene Netz";
    NO_WORKFLOW_ID: "not sent: enter the workflow’s id first", "nicht gesendet: bitte erst die Id des Workflows eingeben";

    // The queue
    AGO: "{0} ago", "vor {0}";
    STALE: "stale · seen {0} ago", "veraltet · zuletzt vor {0}";
    PAUSED: "paused · {0} ago", "angehalten · vor {0}";
    QUEUE_TOTAL: "{0} instance · {1} running · {2} pending|{0} instances · {1} running · {2} pending", "{0} Instanz · {1} laufend · {2} wartend|{0} Instanzen · {1} laufend · {2} wartend";
    QUEUE_SHOWN: "{0} of {1} instances shown · {2} running · {3} pending", "{0} von {1} Instanzen gezeigt · {2} laufend · {3} wartend";
    QUEUE_LOST: "No good answer since {0}. Asking again by itself.", "Keine brauchbare Antwort seit {0}. Es wird von selbst weiter gefragt.";
    QUEUE_LOST_BELOW: "No good answer since {0}. Asking again by itself. Below is what was seen last.", "Keine brauchbare Antwort seit {0}. Es wird von selbst weiter gefragt. Unten steht, was zuletzt zu sehen war.";
    QUEUE_OFF: "Connect to a deployment to see its engine instances.", "Nach dem Verbinden mit einem Deployment erscheinen hier seine Engine-Instanzen.";
    QUEUE_AWAITED: "Awaiting the first picture of the queue…", "Das erste Bild der Warteschlange wird erwartet …";
    QUEUE_EMPTY: "The deployment names no engine instance. Start one, and it shows up here.", "Das Deployment nennt keine Engine-Instanz. Sobald eine gestartet ist, erscheint sie hier.";
    QUEUE_NONE_SHOWN: "No matching instance.", "Keine passende Instanz.";
    PAUSE: "Pause", "Anhalten";
    RESUME: "Resume", "Fortsetzen";
    INTERVAL: "Interval", "Abstand";
    INTERVAL_AUTOMATIC: "automatic", "automatisch";
    INTERVAL_EVERY: "every {0} s", "alle {0} s";
    QUEUE_SEARCH: "Search the queue", "Warteschlange durchsuchen";
    QUEUE_SEARCH_HINT: "Address, run or workflow", "Adresse, Lauf oder Workflow";
    QUEUE_STATE: "Show", "Anzeigen";
    STATE_ALL: "all states", "alle Zustände";
    STATE_RUNNING: "running", "läuft";
    STATE_IDLE: "idle", "frei";
    STATE_PENDING: "with pending", "mit Wartenden";
    STATE_TROUBLE: "stopped or failed", "gestoppt, gestört";
    STATE_MINE: "with mine", "mit meinen";
    QUEUE_SORT: "Sort", "Sortieren";
    SORT_OWN: "as deployed", "wie deployt";
    SORT_LOAD: "by load", "nach Last";
    SORT_NAME: "by name", "nach Name";
    SORT_MINE: "mine first", "meine zuerst";
    INSTANCES: "Engine instances", "Engine-Instanzen";
    INSTANCE: "Engine instance {0}", "Engine-Instanz {0}";
    INSTANCE_NEW: "new", "neu";
    INSTANCE_STOPPED: "stopped", "gestoppt";
    INSTANCE_SILENT: "no answer", "keine Antwort";
    INSTANCE_GONE: "gone", "weg";
    INSTANCE_COUNT: "{0} running · {1} pending", "{0} laufend · {1} wartend";
    INSTANCE_SINCE: "for {0}", "seit {0}";
    LOAD_UNKNOWN: "Load over the last {0} minutes: not seen yet", "Last der letzten {0} Minuten: noch nicht gesehen";
    LOAD_SEEN: "Load over the last {0} minutes: {1} to {2} runs, {3}", "Last der letzten {0} Minuten: {1} bis {2} Läufe, {3}";
    LOAD_NOW: "{0} now", "jetzt {0}";
    LOAD_IDLE: "idle now", "jetzt frei";
    EACH: "about {0} a run", "etwa {0} je Lauf";
    EACH_UNKNOWN: "time per run unknown", "Laufzeit unbekannt";
    MINE_IN: "mine in about {0}", "meiner in etwa {0}";
    MINE_SOON: "mine any moment", "meiner jeden Moment";
    MINE_RUNS: "mine runs", "meiner läuft";
    TASKS: "Tasks in order", "Aufgaben in ihrer Reihenfolge";
    TASK_RUNNING: "running", "läuft";
    MINE: "mine", "meiner";
    CANCEL_RUN: "Cancel run {0}", "Lauf {0} abbrechen";
    TASKS_MORE: "Show {0} more|Show {0} more", "{0} weitere zeigen|{0} weitere zeigen";
    TASKS_FEWER: "Show fewer", "Weniger zeigen";

    // The tab's title and notifications
    TITLE_DONE: "done", "fertig";
    TITLE_FAILED: "failed", "fehlgeschlagen";
    TITLE_CANCELLED: "cancelled", "abgebrochen";
    TITLE_UNKNOWN: "gone, end unknown", "weg, Ende unbekannt";
    NOTIFY: "Tell me when a run ends", "Melden, wenn ein Lauf endet";
    NOTIFY_BLOCKED: "The browser blocks notifications of this page. Allow them in its settings for this site, beside the address; until then the tab’s title tells.", "Der Browser blockiert Meldungen dieser Seite. Erlauben lassen sie sich in seinen Einstellungen für diese Website, neben der Adresse; bis dahin sagt es der Titel des Tabs.";
    NOTIFY_NONE: "This browser offers no notifications here; the tab’s title tells instead.", "Dieser Browser bietet hier keine Meldungen; stattdessen sagt es der Titel des Tabs.";
    // Runs
    RUNS_ACTIVE: "{0} run under way|{0} runs under way", "{0} Lauf unterwegs|{0} Läufe unterwegs";
    RUNS_EMPTY: "No runs yet. Fill in the form and press Run; what comes out is shown here.", "Noch keine Läufe. Formular ausfüllen und „Ausführen“ drücken; das Ergebnis erscheint hier.";
    RUNS_OFF: "Not connected. Runs show the state that was last seen; connect with the key to follow them.", "Nicht verbunden. Die Läufe zeigen den zuletzt gesehenen Stand; nach dem Verbinden mit dem Schlüssel werden sie weiter verfolgt.";
    RUNS_LOST: "The deployment gives no good answer since {0} ({1}). Runs keep the state that was last seen; flowdeck asks on by itself.", "Das Deployment antwortet seit {0} nicht brauchbar ({1}). Die Läufe behalten den zuletzt gesehenen Stand; flowdeck fragt von selbst weiter.";
    RUN_LIST: "List of runs", "Liste der Läufe";
    RUN_FIND: "Find runs", "Läufe suchen";
    RUN_FILTER: "Show runs by state", "Läufe nach Stand zeigen";
    RUN_FILTER_ALL: "All states", "Jeder Stand";
    RUN_FILTER_ACTIVE: "Under way", "Unterwegs";
    RUN_FILTER_COMPLETED: "Completed", "Fertig";
    RUN_FILTER_FAILED: "Failed", "Fehlgeschlagen";
    RUN_FILTER_CANCELLED: "Cancelled", "Abgebrochen";
    RUN_FILTER_UNKNOWN: "Unknown", "Unbekannt";
    RUN_CLEAR: "Clear list", "Liste leeren";
    RUN_CLEAR_SURE: "Take every run that has ended out of the list? Their inputs are forgotten in this browser; the deployment keeps what it has.", "Alle beendeten Läufe aus der Liste nehmen? Ihre Eingaben werden in diesem Browser vergessen; das Deployment behält, was es hat.";
    RUN_NONE_FOUND: "No matching run.", "Kein passender Lauf.";
    RUN_MORE: "Show more", "Mehr zeigen";
    RUN_SHOW: "Show {0}", "{0} zeigen";
    RUN_REMOVE_GROUP: "Remove this run from the list|Remove these {0} runs from the list", "Diesen Lauf aus der Liste nehmen|Diese {0} Läufe aus der Liste nehmen";
    RUN_REMOVE_SURE: "Remove this run from the list? Its inputs are forgotten in this browser; the deployment keeps what it has.|Remove these {0} runs from the list? Their inputs are forgotten in this browser; the deployment keeps what it has.", "Diesen Lauf aus der Liste nehmen? Seine Eingaben werden in diesem Browser vergessen; das Deployment behält, was es hat.|Diese {0} Läufe aus der Liste nehmen? Ihre Eingaben werden in diesem Browser vergessen; das Deployment behält, was es hat.";
    RUN_REMOVE: "Remove {0} from the list", "{0} aus der Liste nehmen";
    RUN_REMOVE_THIS: "Remove from the list", "Aus der Liste nehmen";
    RUN_CANCEL: "Cancel", "Abbrechen";
    RUN_CANCEL_ALL: "Cancel all", "Alle abbrechen";
    RUN_UPLOADING: "uploading", "wird gesendet";
    RUN_ACCEPTED: "accepted", "angenommen";
    RUN_PENDING: "pending", "wartet";
    RUN_RUNNING: "running", "läuft";
    RUN_COMPLETED: "completed", "fertig";
    RUN_FAILED: "failed", "fehlgeschlagen";
    RUN_ENDED: "ended", "beendet";
    RUN_CANCELLED: "cancelled", "abgebrochen";
    RUN_UNKNOWN: "unknown", "unbekannt";
    RUN_UPLOADED: "{0} % · {1} of {2}", "{0} % · {1} von {2}";
    RUN_SPEED: " · {0}/s", " · {0}/s";
    RUN_IN_LINE: "{0} in line on {1}", "an {0} Stelle auf {1}";
    RUN_ABOUT: " · in about {0}", " · in etwa {0}";
    RUN_ON: "on {0}", "auf {0}";
    RUN_STEP: "step {0} of {1}", "Schritt {0} von {1}";
    RUN_UNKNOWN_SINCE: "since {0}", "seit {0}";
    RUN_OF: "{0} of {1} done", "{0} von {1} fertig";
    RUN_SOME_FAILED: "{0} failed", "{0} fehlgeschlagen";
    RUN_SOME_CANCELLED: "{0} cancelled", "{0} abgebrochen";
    RUN_SOME_UNKNOWN: "{0} unknown", "{0} unbekannt";
    RUN_SAID: "{0}: {1}", "{0}: {1}";
    RUN_NO_ID: "The deployment accepted the run but gave it no id", "Das Deployment hat den Lauf angenommen, ihm aber keine Kennung gegeben";
    RUN_LOST: "{0}. It may have begun all the same: look at the queue before you run it again.", "{0}. Der Lauf kann trotzdem begonnen haben: vor einem neuen Versuch hilft ein Blick in die Warteschlange.";
    RUN_LEFT: "The page was left while the form was on its way. The run may have begun all the same: look at the queue before you run it again.", "Die Seite wurde verlassen, während das Formular unterwegs war. Der Lauf kann trotzdem begonnen haben: vor einem neuen Versuch hilft ein Blick in die Warteschlange.";
    RUN_STOPPED: "Stopped while it was uploading.", "Beim Senden angehalten.";
    RUN_GONE: "It left the queue, and this deployment does not tell how it ended.", "Der Lauf hat die Warteschlange verlassen, und dieses Deployment sagt nicht, wie er ausging.";
    RUN_NO_CANCEL: "Not cancelled: this deployment offers no cancel, or knows no such run any more.", "Nicht abgebrochen: Dieses Deployment bietet kein Abbrechen an, oder es kennt den Lauf nicht mehr.";
    RUN_NOT_CANCELLED: "Not cancelled: {0}", "Nicht abgebrochen: {0}";

    // Results
    RESULT: "Result", "Ergebnis";
    RESULT_AGAIN: "Run again", "Noch einmal ausführen";
    RESULT_USE: "Use these values", "Werte übernehmen";
    RESULT_COMPARE: "Compare", "Vergleichen";
    RESULT_COMPARE_END: "End comparison", "Vergleich beenden";
    RESULT_COMPARE_HINT: "Choose another run in the list to see it beside this one.", "Einen zweiten Lauf in der Liste wählen: Er erscheint neben diesem.";
    RESULT_COMPARISON: "Comparison", "Vergleich";
    RESULT_ALL: "Download all", "Alles herunterladen";
    RESULT_ALL_AWAITED: "Packing…", "Wird gepackt …";
    RESULT_ALL_FAILED: "Not packed, since a file could not be read: {0}. Download the files one by one: what this page may not read is opened in a tab, to be saved from there.", "Nicht gepackt, da eine Datei nicht zu lesen war: {0}. Die Dateien lassen sich einzeln herunterladen: Was diese Seite nicht lesen darf, öffnet sich in einem Tab und lässt sich dort speichern.";
    RESULT_DOWNLOAD: "Download", "Herunterladen";
    RESULT_OPENED: "This page could not read the file. It is opened in a tab, to be saved from there; if none opened, press again.", "Diese Seite konnte die Datei nicht lesen. Sie ist in einem Tab geöffnet und lässt sich dort speichern; wenn keiner aufging, bitte noch einmal drücken.";
    RESULT_NO_ADDRESS: "The deployment gives no address for this output.", "Das Deployment nennt für diese Ausgabe keine Adresse.";
    RESULT_BROKEN: "It could not be loaded; its address may have ended.", "Sie ließ sich nicht laden; ihre Adresse ist vielleicht abgelaufen.";
    RESULT_RELOAD: "Ask for a new address", "Neue Adresse erfragen";
    RESULT_TEXT_AWAITED: "Loading…", "Wird geladen …";
    RESULT_TEXT_FAILED: "The text could not be read ({0}). Download it instead.", "Der Text ließ sich nicht lesen ({0}). Er lässt sich stattdessen herunterladen.";
    RESULT_TEXT_CUT: "The first {0} of {1}. The rest is in the download.", "Die ersten {0} von {1}. Der Rest steht in der Datei.";
    RESULT_ZOOM: "Zoom", "Vergrößern";
    RESULT_ZOOM_OF: "{0}, enlarged", "{0}, vergrößert";
    RESULT_ZOOM_FIT: "Fit", "Einpassen";
    RESULT_ZOOM_FULL: "100 %", "100 %";
    RESULT_ZOOM_IN: "Larger", "Größer";
    RESULT_ZOOM_OUT: "Smaller", "Kleiner";
    RESULT_CLOSE: "Close", "Schließen";
    RESULT_SENDING: "Sending the form to the deployment", "Das Formular wird gesendet";
    RESULT_PROGRESS: "Progress of the run", "Fortschritt des Laufs";
    RESULT_ACCEPTED: "Accepted; its place in a queue is awaited", "Angenommen; der Platz in einer Warteschlange steht noch aus";
    RESULT_WAITING: "Waiting {0}", "Wartet {0}";
    RESULT_WAITING_SOMEWHERE: "Waiting in a queue", "Wartet in einer Warteschlange";
    RESULT_RUNNING: "Running {0}", "Läuft {0}";
    RESULT_OUTPUTS_AWAITED: "Completed; its outputs are awaited", "Fertig; die Ausgaben stehen noch aus";
    RESULT_NO_OUTPUTS: "Completed; it gave no outputs", "Fertig; ohne Ausgaben";
    RESULT_FAILED: "Failed", "Fehlgeschlagen";
    RESULT_CANCELLED: "Cancelled", "Abgebrochen";
    RESULT_UNKNOWN: "Not known since {0}", "Unbekannt seit {0}";
    RESULT_MESSAGE: "Message", "Meldung";
    RESULT_FOR: "for {0}", "seit {0}";
    RESULT_RUN: "Run", "Lauf";
    RESULT_TIMES: "Times", "Zeiten";
    RESULT_SENT: "sent {0}", "gesendet {0}";
    RESULT_WAITED: " · waited {0}", " · gewartet {0}";
    RESULT_RAN: " · ran {0}", " · gelaufen {0}";
    RESULT_INPUTS: "Inputs", "Eingaben";
    RESULT_DIFFERS: "differs", "verschieden";
    RESULT_FILE_GONE: "{0} (no longer kept here)", "{0} (hier nicht mehr aufbewahrt)";
    // For developers
    DEVELOPERS: "Developers", "Für Entwickler";
    DEVELOPERS_CLOSE: "Close the view for developers", "Ansicht für Entwickler schließen";
    DEVELOPERS_NO_FORM: "Choose a workflow: this view shows its call and its schema.", "Einen Workflow wählen: Hier stehen dann sein Aufruf und sein Schema.";
    CODE: "Code", "Code";
    CODE_LANGUAGE: "Language of the code", "Sprache des Codes";
    CODE_KEY: "The call with the values of the form. The key is never part of it: put it into the variable FLOWDECK_KEY, or in the place of YOUR_API_KEY.", "Der Aufruf mit den Werten des Formulars. Der Schlüssel steht nie darin: Er gehört in die Variable FLOWDECK_KEY oder an die Stelle von YOUR_API_KEY.";
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
    FIELD_TAKES: "Takes", "Nimmt";
    FIELD_LABEL: "Label", "Beschriftung";
}

coded! {
    /// Why a call failed, by the kind of the error; in English the client says so itself. Whole sentences
    /// without a full stop, since more may come after them.
    REASONS:
    "validation": "Das Deployment nimmt die Angaben so nicht an; bitte berichtigen";
    "authentication": "Das Deployment lehnt den Schlüssel ab; bitte den Schlüssel prüfen";
    "queue_full": "Alle Warteschlangen sind voll; bitte warten, bis die Engines aufgeholt haben";
    "not_found": "Das Deployment kennt das nicht; bitte die Id prüfen, und ob dieses Deployment den Aufruf anbietet";
    "http": "Das Deployment antwortet mit Status {0}; bitte prüfen, ob die Adresse die eines Deployments ist und ob es ihm gut geht";
    "failed": "Der Aufruf ist misslungen (Status {0})";
    "network": "Keine Antwort; bitte die Adresse prüfen, und ob das Deployment läuft; es muss auch die Herkunft dieser Seite und den Header X-API-KEY erlauben (CORS) und darf nicht umleiten";
    "timeout": "Keine Antwort in der vorgesehenen Zeit; das Deployment ist vielleicht überlastet";
    "aborted": "Abgebrochen";
    "decode": "Die Antwort ist nicht lesbar; bitte prüfen, ob die Adresse die eines Deployments ist und ob es ihm gut geht";
    "usage": "Mit diesen Angaben ist kein Aufruf möglich; bitte die Id prüfen";
    "address": "Diese Adresse kann kein Deployment haben; bitte eine angeben, die mit http:// oder https:// beginnt, ohne Benutzernamen, Passwort, Fragezeichen und #";
    "key": "Der Schlüssel hat Zeichen, die kein Header tragen kann; bitte noch einmal kopieren";
    "wait": "{0}; in {1} s noch einmal versuchen";
    "said": "{0}. Das Deployment sagt: „{1}“";
}

coded! {
    /// What is wrong with a workflow, by the code of the problem; in English the problem says so itself.
    PROBLEMS:
    "at": "Knoten {0}: ";
    "title": "{0} „{1}“";
    "empty": "Sie ist leer; bitte eine andere wählen";
    "no_json": "Dies ist kein JSON (Zeile {0}, Spalte {1}); bitte den Workflow in ComfyUI noch einmal speichern oder exportieren";
    "no_workflow": "Dies ist JSON, aber kein Workflow: Ein Workflow ist ein JSON-Objekt aus Knoten";
    "no_nodes": "Der Workflow hat keine Knoten";
    "no_output": "Der Workflow hat keine Ausgabe; bitte einen Knoten SaveImage, SaveText, SaveVideo oder SaveAudio hinzufügen";
    "unknown_file": "Dies ist kein Workflow, weder JSON noch ein Bild in PNG, WebP oder JPEG; bitte die JSON-Datei des Workflows wählen oder ein Bild, das ComfyUI gespeichert hat";
    "picture_cut_off": "Das Bild bricht vor dem Workflow darin ab; bitte noch einmal herunterladen oder kopieren";
    "picture_without_workflow": "Das Bild trägt keinen Workflow; bitte eines wählen, wie ComfyUI es gespeichert hat, denn andere Programme und viele Websites nehmen den Workflow heraus, oder die JSON-Datei des Workflows";
    "not_opened": "„{0}“ ließ sich nicht öffnen; bitte noch einmal öffnen oder die Seite neu laden";
    "file_too_large": "Die Datei ist zu groß für einen Workflow";
    "file_unreadable": "Die Datei ist nicht lesbar: {0}";
    "second_name": "Der Name `{0}` gehört schon zu Knoten {1}; bitte einem von beiden einen anderen geben";
    "second_id": "Zwei Knoten haben diese Id, und nur einer zählt; bitte den anderen neu kopieren oder den Workflow noch einmal exportieren";
    "no_id": "Ein Knoten hat keine `id`; bitte den Workflow in ComfyUI noch einmal speichern";
    "no_class": "Der Knoten hat keinen `{0}`; bitte den Workflow aus ComfyUI noch einmal speichern oder exportieren";
    "no_node": "Ein Knoten ist ein JSON-Objekt; dies ist etwas anderes";
    "missing_node": "Der Eingang `{0}` kommt von Knoten {1}, den es im Workflow nicht gibt";
    "missing_subgraph": "Wofür der Knoten steht, ist nicht in der Datei; bitte den Workflow noch einmal speichern";
    "values_unnamed": "Seine Werte lassen sich nicht auseinanderhalten; bitte den Workflow mit einem neueren ComfyUI noch einmal speichern";
    "circle": "Der Knoten wartet auf sich selbst: {0}; bitte eine dieser Verbindungen lösen";
    "linked_value": "`{0}` kommt von einem anderen Knoten; bitte den Wert in diesen Knoten schreiben";
    "no_options": "`{0}` fehlt; bitte eine Liste von Texten angeben";
    "not_number": "`{0}` ist keine Zahl";
    "not_whole": "`{0}` ist keine ganze Zahl";
    "not_boolean": "`{0}` ist weder true noch false";
    "not_plain": "`{0}` ist weder Text noch Zahl noch true oder false";
    "bounds_crossed": "`{0}` ist größer als `{1}`, so dass kein Wert passt";
    "prefix_leads_out": "`filename_prefix` „{0}“ führt aus dem Ordner für Ausgaben hinaus; bitte einen einfachen Namen nehmen";
    "app_linked": "Der App-Modus zeigt `{0}`, und das kommt von einem anderen Knoten; bitte stattdessen jenen zeigen";
    "app_missing": "Der App-Modus zeigt `{0}`, und das ist nicht im Workflow oder läuft nicht; bitte die Eingaben des App-Modus neu wählen";
    "listing_no_object": "Workflow {0} der Liste ist kein JSON-Objekt";
    "listing_empty": "Die Liste enthält keinen Workflow";
    "listing_unreadable": "Was das Deployment an Feldern oder Ausgaben nennt, ist nicht lesbar; bitte stattdessen die Datei des Workflows öffnen";
    "openapi_yaml": "Dies sieht nach einem OpenAPI-Dokument in YAML aus, und gelesen wird nur JSON; bitte das des Deployments nehmen: /openapi.json";
    "openapi_2": "Dies ist OpenAPI 2; bitte das Dokument in OpenAPI 3 umwandeln";
    "openapi_no_run": "Das Dokument hat kein POST /api/v1/runs mit multipart/form-data; bitte das des Deployments nehmen: /openapi.json";
    "openapi_no_fields": "Das Dokument nennt keine Felder eines Laufs; für ein Formular bitte die Datei des Workflows öffnen";
    "unknown_class": "Keine Engine-Instanz kennt die Klasse `{0}`; bitte deren Custom Node dort installieren oder den Knoten aus dem Workflow nehmen";
    "more": "… und {0} Probleme mehr";
}

#[cfg(test)]
mod tests;
