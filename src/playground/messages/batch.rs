//! Messages of a batch: the varied values in the form, the progress and results in the list.

use crate::language::Message;

messages! { BATCHES;
    VARY: "Vary", "Variieren";
    VARY_FIELD: "Vary {0}", "{0} variieren";
    VARY_STOP: "Stop varying {0}", "{0} nicht mehr variieren";
    VARY_DISCARDED: "Varied values removed.", "Variierte Werte entfernt.";
    VARY_MORE: "and {0} more", "und {0} weitere";
    VARIES: "{0} value|{0} values", "{0} Wert|{0} Werte";
    TABLE: "Runs from a table", "Läufe aus einer Tabelle";
    TABLE_HELP: "A CSV file with a row for each run. Its first row names the fields.", "Eine CSV-Datei mit einer Zeile pro Lauf. Die erste Zeile nennt die Felder.";
    TABLE_OPEN: "Open CSV…", "CSV öffnen …";
    TABLE_SAVE: "Save values as CSV", "Werte als CSV speichern";
    TABLE_OPENED: "The rows of {0} are the runs.", "Die Zeilen von {0} sind die Läufe.";
    TABLE_ROWS: "{1}: {0} run|{1}: {0} runs", "{1}: {0} Lauf|{1}: {0} Läufe";
    TABLE_REMOVED: "{0} removed.", "{0} entfernt.";
    TABLE_REMOVE: "Remove table", "Tabelle entfernen";
    TABLE_EMPTY: "This table has no rows below the names of the fields.", "Diese Tabelle hat unter den Namen der Felder keine Zeilen.";
    TABLE_UNKNOWN_COLUMN: "The form has no field “{0}”. Name each column after a field.", "Das Formular hat kein Feld „{0}“. Jede Spalte muss wie ein Feld heißen.";
    TABLE_LONG_ROW: "Row {0} has more cells than there are columns.", "Zeile {0} hat mehr Zellen, als es Spalten gibt.";
    BATCH_VALUES: "Values", "Werte";
    BATCH_LIST: "List", "Liste";
    BATCH_RANGE: "Range", "Bereich";
    BATCH_OPTIONS: "Values of {0}", "Werte von {0}";
    BATCH_LINES: "Values of {0}, one per line", "Werte von {0}, einer pro Zeile";
    BATCH_FROM: "From", "Von";
    BATCH_TO: "To", "Bis";
    BATCH_STEP: "Step", "Schritt";
    BATCH_RUNS: "{0} run|{0} runs", "{0} Lauf|{0} Läufe";
    BATCH_RUNS_INVALID: "{0} run, {1} not valid|{0} runs, {1} not valid", "{0} Lauf, {1} ungültig|{0} Läufe, {1} ungültig";
    BATCH_FILES: "{0} file in {1}: one run.|{0} files in {1}: one run per file.", "{0} Datei in {1}: ein Lauf.|{0} Dateien in {1}: ein Lauf pro Datei.";
    BATCH_FIRST_FILE: "Only the first", "Nur die erste";
    BATCH_EMPTY: "No values yet.", "Noch keine Werte.";
    BATCH_TOO_LARGE: "Up to 500 runs at a time.", "Höchstens 500 Läufe auf einmal.";
    BATCH_RANGE_INVALID: "Enter From, To and Step as plain numbers (1000, not 1,000).", "Von, Bis und Schritt als einfache Zahlen eingeben (1000, nicht 1.000).";
    BATCH_STEP_INVALID: "This step never reaches the end. Use a negative step to count down.", "Mit diesem Schritt wird das Ende nie erreicht. Abwärts geht es mit einem negativen Schritt.";
    BATCH_VALUES_INVALID: "These values aren’t valid:", "Diese Werte sind ungültig:";
    BATCH_RUN_VALID: "Run the other one|Run the other {0}", "Den anderen ausführen|Die anderen {0} ausführen";
    BATCH_PROGRESS: "{0} of {1} done", "{0} von {1} fertig";
    BATCH_FAILED: "{0} failed", "{0} fehlgeschlagen";
    BATCH_CANCELLED: "{0} cancelled", "{0} abgebrochen";
    BATCH_UNKNOWN: "{0} unknown", "{0} unbekannt";
    BATCH_CANCEL: "Cancel all", "Alle abbrechen";
    BATCH_REMOVE: "Remove this run from the list|Remove these {0} runs from the list", "Diesen Lauf aus der Liste entfernen|Diese {0} Läufe aus der Liste entfernen";
}
