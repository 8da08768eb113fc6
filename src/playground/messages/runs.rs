//! Messages of the list of runs, of a run's state, and of notifications when a run ends.

use crate::language::Message;

messages! { NOTIFICATIONS;
    TITLE_COMPLETED: "done", "fertig";
    TITLE_FAILED: "failed", "fehlgeschlagen";
    TITLE_CANCELLED: "cancelled", "abgebrochen";
    TITLE_UNKNOWN: "status unknown", "Status unbekannt";
    NOTIFY: "Notify me when a run finishes", "Benachrichtigen, wenn ein Lauf endet";
    SOUND: "Play a sound when a run finishes", "Ton abspielen, wenn ein Lauf endet";
    NOTIFY_BLOCKED: "Notifications are blocked. Allow them next to the address bar.", "Benachrichtigungen sind blockiert. Neben der Adressleiste erlauben.";
    NOTIFY_UNSUPPORTED: "No notifications here. Watch the tab title instead.", "Hier gibt es keine Benachrichtigungen. Der Titel des Tabs hilft weiter.";
}

messages! { RUN_LISTS;
    RUNS_ACTIVE: "{0} in progress|{0} in progress", "{0} in Arbeit|{0} in Arbeit";
    RUNS_RUNNING: "{0} running", "{0} in Ausführung";
    RUNS_UPLOADING: "{0} uploading", "{0} beim Hochladen";
    RUNS_PENDING: "{0} waiting", "{0} wartend";
    RUNS_CANCEL_ALL: "Cancel all {0}", "Alle {0} abbrechen";
    RUNS_EMPTY: "No results of this workflow yet. Press Run to make one.", "Noch keine Ergebnisse dieses Workflows. „Ausführen“ macht das erste.";
    RUNS_NOT_CONNECTED: "Not connected. Showing the last known state. Enter the key to resume.", "Nicht verbunden. Angezeigt wird der letzte bekannte Stand. Weiter geht es nach Eingabe des Schlüssels.";
    RUNS_NO_RESPONSE: "No response since {0} ({1}). Showing the last known state. Retrying automatically.", "Keine Antwort seit {0} ({1}). Angezeigt wird der letzte bekannte Stand. flowdeck versucht es automatisch weiter.";
    RUNS_HERE: "Runs made in this browser", "Läufe aus diesem Browser";
    RUN_LIST: "List of runs", "Liste der Läufe";
    RUN_FIND: "Find runs", "Läufe suchen";
    RUN_FIND_HINT: "Find runs, such as {0}", "Suchen, etwa {0}";
    FILTERS: "Filter", "Filter";
    FILTERS_COUNT: "Filter · {0}", "Filter · {0}";
    RUN_FILTER: "Filter runs by state", "Läufe nach Zustand filtern";
    RUN_FILTER_ALL: "All states", "Alle Zustände";
    RUN_FILTER_ACTIVE: "In progress", "In Arbeit";
    RUN_FILTER_COMPLETED: "Completed", "Fertig";
    RUN_FILTER_FAILED: "Failed", "Fehlgeschlagen";
    RUN_FILTER_CANCELLED: "Cancelled", "Abgebrochen";
    RUN_FILTER_NOT_SENT: "Not sent", "Nicht gesendet";
    RUN_FILTER_UNKNOWN: "Unknown", "Unbekannt";
    RUN_STAR: "Star", "Markieren";
    RUN_FILTER_STARRED: "Starred only", "Nur markierte";
    RUN_FILTER_WORKFLOW: "Filter runs by workflow", "Läufe nach Workflow filtern";
    RUN_FILTER_ALL_WORKFLOWS: "All workflows", "Alle Workflows";
    RUN_FILTER_DATE: "Filter runs by date", "Läufe nach Datum filtern";
    RUN_FILTER_ANY_DATE: "Any date", "Jedes Datum";
    RUN_FILTER_TODAY: "Last 24 hours", "Letzte 24 Stunden";
    RUN_FILTER_WEEK: "Last 7 days", "Letzte 7 Tage";
    RUN_FILTER_MONTH: "Last 30 days", "Letzte 30 Tage";
    RUN_NO_MATCH: "No matching runs.", "Keine passenden Läufe.";
    RUNS_DROPPED: "This browser keeps the last {0} runs and those with a star. Older runs were removed from it.", "Dieser Browser behält die letzten {0} Läufe und die markierten. Ältere wurden aus ihm entfernt.";
    RUNS_DROPPED_ON_SERVICE: "This browser keeps the last {0} runs and those with a star. Older runs are on the service for as long as it keeps them.", "Dieser Browser behält die letzten {0} Läufe und die markierten. Ältere hat der Dienst, solange er sie aufbewahrt.";
    RUNS_FILES_DROPPED: "This browser keeps up to 200 MB of input files. Older files were removed from it: choose them again to repeat their runs.", "Dieser Browser behält bis zu 200 MB an Eingabedateien. Ältere wurden aus ihm entfernt: Um ihre Läufe zu wiederholen, bitte neu auswählen.";
    RUNS_ALL: "All runs", "Alle Läufe";
    RUNS_CLOSE: "Close all runs", "Alle Läufe schließen";
    RUN_CLEAR_SHOWN: "Clear the finished runs shown", "Angezeigte fertige Läufe entfernen";
    RUN_CLEAR: "Clear finished runs", "Fertige Läufe entfernen";
    RUNS_REMOVED: "Run removed from the list.|{0} runs removed from the list.", "Lauf aus der Liste entfernt.|{0} Läufe aus der Liste entfernt.";
    RUNS_DELETED: "Run deleted, also from the service.|{0} runs deleted, also from the service.", "Lauf gelöscht, auch beim Dienst.|{0} Läufe gelöscht, auch beim Dienst.";
    RUN_DELETE: "Delete from the service", "Beim Dienst löschen";
    RUNS_DELETE: "Delete {0} run of the batch from the service|Delete all {0} runs of the batch from the service", "{0} Lauf der Serie beim Dienst löschen|Alle {0} Läufe der Serie beim Dienst löschen";
    RUN_DELETE_FAILED: "Not deleted from the service: {0}", "Beim Dienst nicht gelöscht: {0}";
    RUN_REMOVE: "Remove {0} from the list", "{0} aus der Liste entfernen";
    RUN_REMOVE_THIS: "Remove from the list", "Aus der Liste entfernen";
    RUN_CANCEL: "Cancel", "Abbrechen";

    // A run's state
    RUN_WAITING: "not sent yet", "noch nicht gesendet";
    RUN_NOT_SENT: "not sent", "nicht gesendet";
    RUN_UPLOADING: "uploading", "wird hochgeladen";
    RUN_ACCEPTED: "accepted", "angenommen";
    RUN_PENDING: "waiting", "wartet";
    RUN_RUNNING: "running", "läuft";
    RUN_COMPLETED: "completed", "fertig";
    RUN_FAILED: "failed", "fehlgeschlagen";
    RUN_ENDED: "ended", "beendet";
    RUN_CANCELLED: "cancelled", "abgebrochen";
    RUN_UNKNOWN: "unknown", "unbekannt";
    RUN_UPLOAD_PROGRESS: "{0}% · {1} of {2}", "{0} % · {1} von {2}";
    RUN_UPLOAD_SPEED: " · {0}/s", " · {0}/s";
    RUN_QUEUE_POSITION: "{0} in queue on {1}", "an {0} Stelle auf {1}";
    RUN_NEXT: "next", "gleich";
    RUN_WAITING_POSITION: "{0} in queue", "an {0} Stelle der Warteschlange";
    RUN_ATTEMPT: "attempt {0}", "{0}. Versuch";
    RUN_STARTS_IN: " · starts in ≈ {0}", " · startet in ≈ {0}";
    RUN_ON_INSTANCE: "on {0}", "auf {0}";
    RUN_TIME_LEFT: " · ≈ {0} left", " · noch ≈ {0}";
    RUN_IMAGES: "{0} images", "{0} Bilder";
    RUN_PERCENT: "{0}%", "{0} %";
    RUN_STEP: "step {0} of {1}", "Schritt {0} von {1}";
    RUN_UNKNOWN_SINCE: "since {0}", "seit {0}";
    RUN_ANNOUNCEMENT: "{0}: {1}", "{0}: {1}";

    // The reason for a run's state
    RUN_NO_ID: "The deployment accepted the run but returned no ID", "Das Deployment hat den Lauf angenommen, aber keine ID zurückgegeben";
    RUN_WAITS_FOR_SERVICE: "as soon as the service responds", "sobald der Dienst antwortet";
    RUN_MAY_HAVE_STARTED: "{0}. It may still have started. Check the queue before running it again.", "{0}. Der Lauf ist möglicherweise trotzdem gestartet. Vor einem neuen Versuch bitte die Warteschlange prüfen.";
    RUN_UPLOAD_INTERRUPTED: "You left the page during the upload. The run may still have started. Check the queue before running it again.", "Die Seite wurde während des Hochladens verlassen. Der Lauf ist möglicherweise trotzdem gestartet. Vor einem neuen Versuch bitte die Warteschlange prüfen.";
    RUN_WAITS_FOR_ROOM: "The queue has no room for this run yet. It is sent as soon as there is.", "Die Warteschlange hat noch keinen Platz für diesen Lauf. Er wird gesendet, sobald welcher da ist.";
    RUN_LEFT_BEFORE_SENDING: "You left the page before this run was sent.", "Die Seite wurde verlassen, bevor dieser Lauf gesendet war.";
    RUN_LEFT_DURING_SENDING: "You left the page during the upload. If the run has started, sending it again shows that run.", "Die Seite wurde während des Hochladens verlassen. Ist der Lauf gestartet, zeigt erneutes Senden diesen Lauf.";
    RUN_FILE_NOT_KEPT: "{0} is not kept in this browser. Edit the inputs and choose it again.", "{0} ist nicht mehr in diesem Browser. Bitte die Eingaben bearbeiten und die Datei neu auswählen.";
    RUNS_SEND: "Send the run that was not sent|Send the {0} runs that were not sent", "Den nicht gesendeten Lauf senden|Die {0} nicht gesendeten Läufe senden";
    RUN_UPLOAD_CANCELLED: "Cancelled during the upload.", "Während des Hochladens abgebrochen.";
    RUN_RESULT_UNKNOWN: "It’s no longer in the queue, and this deployment doesn’t report results.", "Der Lauf ist nicht mehr in der Warteschlange, und dieses Deployment meldet keine Ergebnisse.";
    RUN_NOT_KNOWN: "This deployment no longer knows this run.", "Dieses Deployment kennt diesen Lauf nicht mehr.";
    RUN_CANCEL_UNSUPPORTED: "Not cancelled: this deployment can’t cancel runs, or no longer has this one.", "Nicht abgebrochen: Dieses Deployment kann keine Läufe abbrechen, oder es kennt diesen nicht mehr.";
    RUN_CANCEL_FAILED: "Not cancelled: {0}", "Nicht abgebrochen: {0}";
}
