//! Messages of the panel for developers: code, recent calls, schema.

use crate::language::Message;

messages! { DEVELOPER_PANEL;
    DEVELOPERS: "Developers", "Für Entwickler";
    DEVELOPERS_CLOSE: "Close panel", "Bereich schließen";
    DEVELOPERS_NO_WORKFLOW: "Choose a workflow to see its API call and schema.", "Einen Workflow wählen, um seinen API-Aufruf und sein Schema zu sehen.";
    API_REFERENCE: "API reference", "API-Referenz";
    CODE: "Code", "Code";
    CODE_LANGUAGE: "Code language", "Programmiersprache";
    CODE_HINT_BATCH: "This call has the values of the batch’s first run.", "Dieser Aufruf enthält die Werte des ersten Laufs.";
    CODE_VALUES: "Values of the code", "Werte des Codes";
    CODE_OF_RESULT: "Open result", "Offenes Ergebnis";
    CODE_OF_FORM: "Form", "Formular";
    CODE_HINT_RESULT: "This call has the values of the open result.", "Dieser Aufruf enthält die Werte des offenen Ergebnisses.";
    CODE_HINT_RUN_OF_BATCH: "This call has the values of run {0} of {1}: {2}.", "Dieser Aufruf enthält die Werte von Lauf {0} von {1}: {2}.";
    CODE_HINT: "This call uses the values in the form.", "Dieser Aufruf enthält die Werte des Formulars.";
    CODE_KEY: "Your key is never included: set the variable FLOWDECK_API_KEY, as the comment at the top shows.", "Den Schlüssel enthält er nie: Bitte die Variable FLOWDECK_API_KEY setzen, wie im Kommentar am Anfang.";
    CODE_KEY_IN_PAGE: "Your key is never included: replace YOUR_API_KEY.", "Den Schlüssel enthält er nie: Bitte YOUR_API_KEY ersetzen.";
    CODE_MODULE: "Save the code as a file whose name ends in .mjs, such as run.mjs.", "Den Code in einer Datei speichern, deren Name auf .mjs endet, etwa run.mjs.";
    CODE_FILES: "Run this code in a folder with these files:", "Diesen Code in einem Ordner mit diesen Dateien ausführen:";
    CODE_SAVE_FILE: "Save {0}", "{0} speichern";
    CODE_COPY_KEY: "Copy key", "Schlüssel kopieren";
    CODE_FAILED: "Couldn’t generate the code: {0}. Choose a language to try again.", "Der Code konnte nicht erzeugt werden: {0}. Für einen neuen Versuch bitte eine Sprache wählen.";
    CALLS: "Recent calls", "Letzte Aufrufe";
    CALLS_HINT: "What this page sent and received, kept until you leave it. The key is never shown, and repeated polls are merged.", "Was diese Seite gesendet und empfangen hat, solange sie offen ist. Der Schlüssel wird nie angezeigt; wiederholte Abfragen sind zusammengefasst.";
    CALLS_EMPTY: "No calls yet.", "Noch keine Aufrufe.";
    CALL_REQUEST: "Request", "Anfrage";
    CALL_RESPONSE: "Response", "Antwort";
    CALL_NO_RESPONSE: "no response", "keine Antwort";
    CALL_TRUNCATED: "Long texts are truncated here. The full response has {0}.", "Lange Texte sind hier gekürzt. Die ganze Antwort hat {0}.";
    SCHEMA: "Schema", "Schema";
    SCHEMA_DOWNLOAD: "Download schema", "Schema herunterladen";
    OPENAPI_DOWNLOAD: "Download OpenAPI", "OpenAPI herunterladen";
    SCHEMA_FAILED: "Couldn’t generate the schema: {0}. Try again.", "Das Schema konnte nicht erzeugt werden: {0}. Bitte erneut versuchen.";
    FIELDS: "Fields", "Felder";
    FIELDS_COPY_NAMES: "Copy all names", "Alle Namen kopieren";
    FIELD_NAME: "Name", "Name";
    FIELD_TYPE: "Type", "Typ";
    FIELD_ACCEPTS: "Accepts", "Akzeptiert";
    FIELD_LABEL: "Label", "Beschriftung";
}
