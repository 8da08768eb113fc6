//! Messages of a run's result: its state, outputs, downloads, zoom and comparison.

use crate::language::Message;

messages! { RESULTS;
    RESULT: "Result", "Ergebnis";
    RESULT_RUN_AGAIN: "Run again", "Erneut ausführen";
    RESULT_REUSE_INPUTS: "Use these values", "Diese Werte übernehmen";
    NEXT: "What next", "Wie weiter";
    NEXT_SEEDS: "Nine seeds", "Neun Seeds";
    NEXT_CODE: "Code of this result", "Code dieses Ergebnisses";
    RESULT_COMPARE: "Compare", "Vergleichen";
    RESULT_MORE: "More actions", "Weitere Aktionen";
    COMPARE_HINT: "Pick a second run to compare.", "Zum Vergleichen einen zweiten Lauf wählen.";
    COMPARE_ANOTHER_HINT: "Pick another run to compare.", "Einen weiteren Lauf zum Vergleichen wählen.";
    COMPARISON: "Comparison", "Vergleich";
    COMPARISON_KEEP: "Show only this", "Nur diesen zeigen";
    COMPARISON_ADD: "Add a run", "Lauf hinzufügen";
    COMPARISON_LEAVE_OUT: "Remove from comparison", "Aus dem Vergleich entfernen";
    COMPARISON_CLOSE: "Close comparison", "Vergleich schließen";
    COMPARE_SIDE_BY_SIDE: "Side by side", "Nebeneinander";
    COMPARE_SLIDER: "Slider", "Schieber";
    COMPARE_BLINK: "Blink", "Blinken";
    COMPARE_PAUSE: "Pause", "Anhalten";
    COMPARE_RESUME: "Resume", "Weiterblinken";
    COMPARE_NEXT: "Next", "Weiter";
    COMPARISON_DIFFERS: "differs", "abweichend";

    SHEET: "Results of the batch", "Ergebnisse der Serie";
    SHEET_SIZE: "Size of the pictures", "Größe der Bilder";
    SHEET_FIT: "Fit", "Einpassen";
    SHEET_LARGE: "Large", "Groß";
    SHEET_SELECTED: "Selected result", "Ausgewähltes Ergebnis";
    SHEET_PLANNED: "Not sent yet", "Noch nicht gesendet";
    SHEET_PLANNED_TIME: "Time", "Dauer";
    SHEET_OPEN: "Open", "Öffnen";
    SHEET_TIME: "{0} of run time", "{0} Laufzeit";
    SHEET_SEED: "{0} {1} for all", "{0} {1} für alle";
    SHEET_ALL: "All {0}", "Alle {0}";
    SCRUBBER: "Result of the batch", "Ergebnis der Serie";

    // Downloads
    DOWNLOAD: "Download", "Herunterladen";
    DOWNLOAD_ALL: "Download all", "Alles herunterladen";
    DOWNLOAD_PACKING: "Packing…", "Wird gepackt …";
    DOWNLOAD_ALL_FAILED: "Couldn’t create the archive: {0} can’t be read from here. Download files one by one; blocked ones open in a new tab.", "Das Archiv konnte nicht erstellt werden: {0} ist von hier aus nicht lesbar. Bitte die Dateien einzeln herunterladen; blockierte öffnen sich in einem neuen Tab.";
    DOWNLOAD_IN_TAB: "This file can’t be read from here, so it opened in a new tab. Save it there. If no tab opened, try again.", "Diese Datei ist von hier aus nicht lesbar und wurde deshalb in einem neuen Tab geöffnet. Dort lässt sie sich speichern. Ist kein Tab aufgegangen, bitte erneut versuchen.";

    // Outputs
    OUTPUT_NO_ADDRESS: "The deployment returned no address for this output.", "Das Deployment hat für diese Ausgabe keine Adresse zurückgegeben.";
    OUTPUT_FAILED: "Couldn’t load; the link may have expired.", "Konnte nicht geladen werden; der Link ist vielleicht abgelaufen.";
    OUTPUT_NEW_LINK: "Get a new link", "Neuen Link anfordern";
    OUTPUT_TEXT_LOADING: "Loading…", "Wird geladen …";
    OUTPUT_TEXT_FAILED: "Couldn’t load the text ({0}). Download it instead.", "Der Text konnte nicht geladen werden ({0}). Er lässt sich stattdessen herunterladen.";
    OUTPUT_TEXT_TRUNCATED: "Showing the first {0} of {1}. Download the file to see the rest.", "Angezeigt werden die ersten {0} von {1}. Der Rest steht in der heruntergeladenen Datei.";
    USE_AS_INPUT: "Use as input of…", "Als Eingabe von …";
    USE_AS_INPUT_FAILED: "This file can’t be read from here. Download it and drop it on the field.", "Diese Datei ist von hier aus nicht lesbar. Bitte herunterladen und auf das Feld ziehen.";
    USED_AS_INPUT: "{0} is now in {1}.", "{0} ist jetzt in {1}.";
    ZOOM: "Zoom", "Zoom";
    ZOOM_TITLE: "{0}, enlarged", "{0}, vergrößert";
    ZOOM_FIT: "Fit", "Einpassen";
    ZOOM_FULL_SIZE: "1:1", "1:1";
    ZOOM_COPY: "Copy image", "Bild kopieren";
    ZOOM_IN: "Zoom in", "Vergrößern";
    ZOOM_OUT: "Zoom out", "Verkleinern";
    ZOOM_PREVIOUS: "Previous image", "Vorheriges Bild";
    ZOOM_NEXT: "Next image", "Nächstes Bild";

    // The state of a run without outputs
    RESULT_NOT_SENT_YET: "Not sent yet", "Noch nicht gesendet";
    RESULT_NOT_SENT: "Not sent", "Nicht gesendet";
    RESULT_UPLOADING: "Uploading", "Wird hochgeladen";
    RESULT_PREVIEW: "Preview of the running run", "Vorschau des laufenden Laufs";
    RESULT_PROGRESS: "Run progress", "Fortschritt des Laufs";
    RESULT_ACCEPTED: "Accepted, waiting for a slot", "Angenommen, wartet auf einen Platz";
    RESULT_PENDING: "{0}", "Wartet {0}";
    RESULT_PENDING_SOMEWHERE: "Waiting in a queue", "Wartet in einer Warteschlange";
    RESULT_RUNNING: "Running", "Läuft";
    RESULT_OUTPUTS_LOADING: "Completed, loading outputs", "Fertig, Ausgaben werden geladen";
    RESULT_NO_OUTPUTS: "No outputs", "Keine Ausgaben";
    RESULT_FAILED: "Failed", "Fehlgeschlagen";
    FAILURE_MEMORY: "The engine ran out of memory. A smaller picture needs less.", "Der Speicher der Engine reichte nicht. Ein kleineres Bild braucht weniger.";
    FAILURE_SMALLER: "Try {0}", "{0} versuchen";
    FAILURE_EDIT: "Edit and run again", "Bearbeiten und erneut ausführen";
    FAILURE_FIELD: "Go to “{0}”", "Zu „{0}“";
    RESULT_CANCELLED: "Cancelled", "Abgebrochen";
    RESULT_UNKNOWN_SINCE: "Status unknown since {0}", "Status unbekannt seit {0}";
    RESULT_ELAPSED: "for {0}", "seit {0}";
    RESULT_MESSAGE: "Message", "Meldung";

    // Facts
    RESULT_RUN: "Run", "Lauf";
    RESULT_TIMES: "Times", "Zeiten";
    RESULT_ENGINE: "Engine", "Engine";
    RESULT_KEY: "Key", "Schlüssel";
    RESULT_KEPT: "kept until {0}", "aufbewahrt bis {0}";
    RESULT_SENT: "sent {0}", "gesendet {0}";
    RESULT_WAITED: "waited {0}", "{0} gewartet";
    RESULT_RAN: "ran {0}", "{0} gelaufen";
    RESULT_DETAILS: "Details", "Details";
    RESULT_INFO: "Run info", "Angaben zum Lauf";
    RESULT_INPUTS: "Inputs", "Eingaben";
    RESULT_FILE_GONE: "{0} (no longer stored here)", "{0} (hier nicht mehr gespeichert)";
}
