//! Messages of the form: its fields, values and presets, and the errors that keep it from being sent.

use crate::language::Message;

messages! { FORMS;
    NO_INPUTS: "No inputs are marked in this workflow, so every run uses its saved values. To mark some, add nodes such as InputText or InputImage: see “Prepare a workflow” in the documentation.", "In diesem Workflow sind keine Eingaben markiert; jeder Lauf verwendet seine gespeicherten Werte. Markiert wird mit Knoten wie InputText oder InputImage: siehe „Prepare a workflow“ in der Dokumentation.";
    WORKFLOW_ID: "Workflow ID", "Workflow-ID";
    WORKFLOW_ID_HELP: "The ID it’s deployed under.", "Die ID, unter der er bereitgestellt ist.";
    WORKFLOW_NOT_DEPLOYED: "Not deployed here. Deploy it or choose another ID.", "Hier nicht bereitgestellt. Den Workflow bereitstellen oder eine andere ID wählen.";
    WORKFLOW_ID_FILE: "Only your values are sent, not this file.", "Gesendet werden nur die Werte, nicht die Datei.";

    // Examples
    EXAMPLES: "Examples", "Beispiele";
    EXAMPLE_FILE_FAILED: "The example’s file “{0}” couldn’t be loaded: {1}. Choose another file.", "Die Datei „{0}“ des Beispiels konnte nicht geladen werden: {1}. Bitte eine andere Datei auswählen.";

    // A field
    ADVANCED: "Advanced", "Erweitert";
    REQUIRED: "required", "erforderlich";
    OPTIONAL: "optional", "optional";
    CHARACTERS: "≤ {0} characters", "≤ {0} Zeichen";
    WHOLE_NUMBER: "whole number", "ganze Zahl";
    ON: "on", "an";
    OFF: "off", "aus";
    EXAMPLE_FILLED_IN: "Example “{0}” filled in.", "Beispiel „{0}“ eingesetzt.";
    FIELD_RESET: "“{0}” reset.", "„{0}“ zurückgesetzt.";
    FILE_REPLACED: "“{0}” replaced.", "„{0}“ ersetzt.";
    FIELD_REMOVED: "Field “{0}” removed.", "Feld „{0}“ entfernt.";
    FILE_REMOVED: "“{0}” removed.", "„{0}“ entfernt.";
    FILE_NOT_KEPT: "“{0}” was too large to keep while the page was reloaded. Choose it again.", "„{0}“ war zu groß, um sie beim Neuladen der Seite zu behalten. Bitte noch einmal auswählen.";
    COLOR_CHOOSE: "Choose {0}", "{0} wählen";
    RESET: "Reset", "Zurücksetzen";
    SWAP_SIZE: "Swap width and height", "Breite und Höhe tauschen";
    RESET_FIELD: "Reset {0}", "{0} zurücksetzen";
    REMOVE: "Remove", "Entfernen";
    REMOVE_FIELD: "Remove field {0}", "Feld {0} entfernen";
    REMOVE_FILE: "Remove {0} from {1}", "{0} aus {1} entfernen";
    EDIT_FILE: "Edit {0} in {1}", "{0} in {1} bearbeiten";
    REPLACE: "Replace", "Ersetzen";
    DROP_IMAGE: "Drop or paste an image, or browse", "Bild hierher ziehen, einfügen oder auswählen";
    DROP_VIDEO: "Drop or paste a video, or browse", "Video hierher ziehen, einfügen oder auswählen";
    DROP_AUDIO: "Drop or paste an audio file, or browse", "Audiodatei hierher ziehen, einfügen oder auswählen";
    DROP_FILE: "Drop or paste a file, or browse", "Datei hierher ziehen, einfügen oder auswählen";
    NO_PREVIEW: "No preview", "Keine Vorschau";
    LIMIT_DAY_REACHED: "Daily limit of {0} run reached. Runs again after midnight UTC (in {1}).|Daily limit of {0} runs reached. Runs again after midnight UTC (in {1}).", "Tageslimit von {0} Lauf erreicht. Neue Läufe nach Mitternacht UTC (in {1}).|Tageslimit von {0} Läufen erreicht. Neue Läufe nach Mitternacht UTC (in {1}).";
    LIMIT_REACHED: "Limit of {0} reached. Runs again at {1} (in {2}).", "Limit von {0} erreicht. Neue Läufe ab {1} (in {2}).";
    LIMIT_LEFT: "{0} run left today, of {1}.|{0} runs left today, of {1}.", "Heute noch {0} Lauf von {1}.|Heute noch {0} Läufe von {1}.";
    LIMIT_RATE_WAITS: "This key may submit {0}, and these are {1} runs: the others are sent later.", "Dieser Schlüssel darf {0} absenden, und das sind {1} Läufe: Die übrigen werden später gesendet.";
    LIMIT_RATE: "This key may submit {0}, and these are {1} runs: the others may be refused.", "Dieser Schlüssel darf {0} absenden, und das sind {1} Läufe: Die übrigen werden womöglich abgelehnt.";
    SEED_RANDOMIZE: "Randomize {0}", "{0} zufällig wählen";
    SEED_AFTER_RUN: "{0} after each run", "{0} nach jedem Lauf";
    SEED_FIXED: "fixed", "fest";
    SEED_RANDOM: "randomize", "zufällig";
    SEED_INCREMENT: "+1", "+1";

    // Values and presets
    LINK_VALUES_QUESTION: "This link’s values would replace what you entered. Fields that it doesn’t set stay as they are.", "Die Werte dieses Links würden Eingaben ersetzen. Felder, die er nicht setzt, bleiben, wie sie sind.";
    LINK_VALUES_USE: "Use the link’s values", "Werte des Links übernehmen";
    LINK_VALUES_KEEP: "Keep my values", "Eigene Werte behalten";
    UNMATCHED_VALUES: "These values don’t match any field:", "Diese Werte passen zu keinem Feld:";
    DISCARDED: "“{0}” discarded.", "„{0}“ verworfen.";
    VALUES_DISCARDED: "JSON edits discarded.", "Änderungen am JSON verworfen.";
    VALUES_PUT: "Values applied.", "Werte übernommen.";
    DISCARD: "Discard", "Verwerfen";
    VALUES: "Values and presets", "Werte und Vorlagen";
    VALUES_JSON: "Values as JSON", "Werte als JSON";
    VALUES_APPLY: "Apply", "Übernehmen";
    VALUES_HELP: "Apply changes only the values you edit here.", "„Übernehmen“ ändert nur die hier bearbeiteten Werte.";
    VALUES_PENDING: "Not applied yet. Press Apply, or Run to apply and run.", "Noch nicht übernommen. „Übernehmen“ drücken, oder „Ausführen“ zum Übernehmen und Ausführen.";
    VALUES_APPLIED: "Changed: {0}.", "Geändert: {0}.";
    VALUES_UNCHANGED: "Nothing to apply: you haven’t edited anything here.", "Nichts zu übernehmen: Hier wurde nichts bearbeitet.";
    VALUES_INVALID: "1 value isn’t valid. Check the marked field.|{0} values aren’t valid. Check the marked fields.", "1 Wert ist ungültig. Bitte das markierte Feld prüfen.|{0} Werte sind ungültig. Bitte die markierten Felder prüfen.";
    VALUES_NOT_JSON: "Not applied: this isn’t a JSON object like {\"title\": \"Hello\"}.", "Nicht übernommen: Das ist kein JSON-Objekt wie {\"title\": \"Hallo\"}.";
    COPY_LINK: "Copy link", "Link kopieren";
    LINK_HINT: "The link includes your values, but not the key or files.", "Der Link enthält die Werte, aber weder Schlüssel noch Dateien.";
    RESET_ALL: "Reset all", "Alles zurücksetzen";
    FORM_RESET: "Form reset.", "Formular zurückgesetzt.";
    PRESETS: "Presets", "Vorlagen";
    PRESET_NAME: "Preset name", "Name der Vorlage";
    PRESET_SAVE: "Save", "Speichern";
    PRESET_USE: "Use preset {0}", "Vorlage {0} verwenden";
    PRESET_DELETE: "Delete preset {0}", "Vorlage {0} löschen";
    PRESET_WITHOUT_FILES: "A preset keeps the values, but no files.", "Eine Vorlage enthält die Werte, aber keine Dateien.";
    PRESET_FILLED_IN: "Preset “{0}” filled in.", "Vorlage „{0}“ eingesetzt.";
    PRESET_FILES_KEPT: "Files stay as they were.", "Die Dateien bleiben, wie sie waren.";
    PRESET_REPLACED: "Preset “{0}” replaced.", "Vorlage „{0}“ ersetzt.";
    PRESET_DELETED: "Preset “{0}” deleted.", "Vorlage „{0}“ gelöscht.";

    // Adding a field
    ADD_FIELD: "Add a field", "Feld hinzufügen";
    ADD_NAME: "Field name", "Feldname";
    ADD_TYPE: "Type", "Typ";
    ADD: "Add", "Hinzufügen";
    ADD_NAME_MISSING: "Enter the field’s name as the deployment knows it.", "Bitte den Namen eingeben, unter dem das Deployment das Feld kennt.";
    ADD_NAME_TAKEN: "A field named “{0}” already exists.", "Ein Feld namens „{0}“ gibt es bereits.";
    UNKNOWN_FIELD: "The workflow has no field “{0}” and ignores its value.", "Der Workflow hat kein Feld „{0}“ und ignoriert dessen Wert.";
    UNKNOWN_FIELD_SIMILAR: "The workflow has no field “{0}” and ignores its value. Did you mean “{1}”?", "Der Workflow hat kein Feld „{0}“ und ignoriert dessen Wert. Ist „{1}“ gemeint?";
    ADD_HINT: "Extra fields are accepted and saved with the run.", "Zusätzliche Felder werden angenommen und mit dem Lauf gespeichert.";
    DROP_ANYWHERE: "Drop a workflow or an image made by ComfyUI to open it, or a file on its field.", "Einen Workflow oder ein Bild aus ComfyUI loslassen, um ihn zu öffnen, oder eine Datei auf ihrem Feld.";
    KIND_TEXT: "text", "Text";
    KIND_NUMBER: "number", "Zahl";
    KIND_BOOLEAN: "on/off", "an/aus";
    KIND_IMAGE: "image", "Bild";
    KIND_VIDEO: "video", "Video";
    KIND_AUDIO: "audio", "Audio";
    KIND_FILE: "file", "Datei";

    // Sending
    SKIP: "Skip", "Überspringen";
    SKIP_TO_FORM: "Skip to form", "Zum Formular";
    SKIP_TO_RUN: "Skip to Run", "Zu „Ausführen“";
    RUN: "Run", "Ausführen";
    RUN_COUNT: "Run {0}|Run {0}", "{0} ausführen|{0} ausführen";
    RUN_ESTIMATE: "≈ {0}", "≈ {0}";
    RUNS_ESTIMATE: "≈ {0} in all", "≈ {0} insgesamt";
    RUN_ESTIMATE_TITLE: "Expected time, learned from earlier runs. Several engines need less.", "Erwartete Dauer nach den bisherigen Läufen. Mehrere Engines brauchen weniger.";
    RUN_UNREACHABLE: "The service isn’t reachable. You can run this as soon as it responds.", "Der Dienst ist nicht erreichbar. Sobald er antwortet, lässt sich der Workflow ausführen.";
    RUNS_QUESTION: "Start {0} run?|Start {0} runs?", "{0} Lauf starten?|{0} Läufe starten?";
    RUNS_START: "Start all", "Alle starten";
    RUNS_KEEP: "Don’t start", "Nicht starten";
    CTRL: "Ctrl", "Strg";
    ENTER: "Enter", "Eingabe";
    NOT_SENT: "Not sent: 1 field needs attention.|Not sent: {0} fields need attention.", "Nicht gesendet: Bitte 1 Feld prüfen.|Nicht gesendet: Bitte {0} Felder prüfen.";
    NOT_CONNECTED: "Not sent. Connect to a deployment first.", "Nicht gesendet. Bitte zuerst mit einem Deployment verbinden.";
    WORKFLOW_ID_MISSING: "Not sent. Enter the workflow ID first.", "Nicht gesendet. Bitte zuerst die Workflow-ID eingeben.";
    FIELDS_REJECTED: "The deployment rejected 1 field.|The deployment rejected {0} fields.", "Das Deployment hat 1 Feld abgelehnt.|Das Deployment hat {0} Felder abgelehnt.";
    RUN_ANYWAY: "Run anyway", "Trotzdem ausführen";
    NO_RESPONSE: "No response. Check your network and that the deployment is running", "Keine Antwort. Bitte das Netzwerk prüfen und ob das Deployment läuft";
}

// English shows the words of the check or of the deployment, which are more precise.
messages! { FIELD_ERRORS;
    ERROR_FILE_REQUIRED: "choose a file", "bitte eine Datei auswählen";
    ERROR_REQUIRED: "enter a value", "bitte einen Wert eingeben";
    ERROR_ONE_VALUE: "must be a single value", "nur ein Wert ist möglich";
    ERROR_FILE_EMPTY: "the file is empty; choose another one", "die Datei ist leer; bitte eine andere auswählen";
    ERROR_IMAGE_FORMAT: "ComfyUI cannot read this image format; save the image as JPEG or PNG, and choose that", "ComfyUI kann dieses Bildformat nicht lesen; bitte das Bild als JPEG oder PNG speichern und dieses auswählen";
    ERROR_FILE_TYPE: "takes only: {0}", "möglich ist nur: {0}";
    ERROR_BOOLEAN: "must be true or false", "muss an oder aus sein";
    ERROR_CHOICE: "must be one of the options", "muss eine der Optionen sein";
    ERROR_INTEGER: "must be a whole number", "muss eine ganze Zahl sein";
    ERROR_NUMBER: "must be a number", "muss eine Zahl sein";
    ERROR_THOUSANDS: "{0}; write 1000, without a comma", "{0}; bitte 1000 schreiben, ohne Punkt oder Komma";
    ERROR_DECIMAL_COMMA: "{0}; use a decimal point", "{0}; bitte einen Dezimalpunkt verwenden";
    ERROR_DIGITS: "must have at most 28 digits; round it", "darf höchstens 28 Stellen haben; bitte runden";
    ERROR_MIN: "must be at least {0}", "muss mindestens {0} sein";
    ERROR_MAX: "must be at most {0}", "darf höchstens {0} sein";
    ERROR_LENGTH: "must have at most {0} characters", "darf höchstens {0} Zeichen haben";
}
