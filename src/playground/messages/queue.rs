//! Messages of the queue: its age, tools, engine instances and tasks.

use crate::language::Message;

messages! { QUEUES;
    AGO: "{0} ago", "vor {0}";
    STALE: "stale · seen {0} ago", "veraltet · Stand von vor {0}";
    PAUSED: "not updated for {0}", "eingefroren · Stand von vor {0}";
    QUEUE_TOTAL: "{0} instance · {1} running · {2} waiting|{0} instances · {1} running · {2} waiting", "{0} Instanz · {1} aktiv · {2} wartend|{0} Instanzen · {1} aktiv · {2} wartend";
    QUEUE_SHOWN: "{0} of {1} instances shown · {2} running · {3} waiting", "{0} von {1} Instanzen · {2} aktiv · {3} wartend";
    QUEUE_NOT_CONNECTED: "Connect to a deployment to see its engine instances.", "Mit einem Deployment verbinden, um seine Engine-Instanzen zu sehen.";
    QUEUE_LOADING: "Loading the queue…", "Warteschlange wird geladen …";
    QUEUE_NO_RESPONSE: "No response since {0}. Retrying.", "Keine Antwort seit {0}. Es wird weiter versucht.";
    QUEUE_LAST_KNOWN: "No response since {0}. Retrying. Showing the last known state.", "Keine Antwort seit {0}. Es wird weiter versucht. Angezeigt wird der letzte bekannte Stand.";
    QUEUE_EMPTY: "No engines yet. Start one and it appears here.", "Noch keine Engines. Sobald eine startet, erscheint sie hier.";
    QUEUE_NO_MATCH: "No matching instances.", "Keine passenden Instanzen.";

    // In the header
    QUEUE_PILL_IDLE: "{0} engine, idle|{0} engines, idle", "{0} Engine, frei|{0} Engines, frei";
    QUEUE_PILL_BUSY: "{0} running · {1} waiting", "{0} aktiv · {1} wartend";
    QUEUE_PILL_MINE: "{0} running · {1} waiting · yours in ≈ {2}", "{0} aktiv · {1} wartend · Ihrer in ≈ {2}";
    QUEUE_PILL_READY: "{0} of {1} engines ready", "{0} von {1} Engines bereit";
    QUEUE_PILL_UNKNOWN: "queue unknown", "Warteschlange unbekannt";
    QUEUE_PILL_SHORT_READY: "{0} of {1} ready", "{0} von {1} bereit";
    QUEUE_PILL_SHORT_UNKNOWN: "unknown", "unbekannt";
    QUEUE_PILL_SHORT: "{0} task|{0} tasks", "{0} Aufgabe|{0} Aufgaben";
    QUEUE_PILL_SHORT_IDLE: "idle", "frei";

    // Its tools
    PAUSE: "Pause updates", "Einfrieren";
    RESUME: "Resume updates", "Fortsetzen";
    INTERVAL: "Interval", "Intervall";
    INTERVAL_AUTOMATIC: "automatic", "automatisch";
    INTERVAL_SECONDS: "every {0} s", "alle {0} s";
    QUEUE_SEARCH: "Search the queue", "Warteschlange durchsuchen";
    QUEUE_SEARCH_HINT: "Address, run or workflow", "Adresse, Lauf oder Workflow";
    QUEUE_FILTER: "Show", "Anzeigen";
    QUEUE_FILTER_ALL: "All states", "Alle Zustände";
    QUEUE_FILTER_RUNNING: "Running", "Aktiv";
    QUEUE_FILTER_IDLE: "Idle", "Frei";
    QUEUE_FILTER_PENDING: "Has waiting runs", "Mit wartenden Läufen";
    QUEUE_FILTER_TROUBLE: "Takes no runs", "Nimmt keine Läufe an";
    QUEUE_FILTER_MINE: "Has my runs", "Mit meinen Läufen";
    QUEUE_SORT: "Sort", "Sortieren";
    QUEUE_SORT_DEFAULT: "Default order", "Standard";
    QUEUE_SORT_LOAD: "By load", "Nach Last";
    QUEUE_SORT_NAME: "By name", "Nach Name";
    QUEUE_SORT_MINE: "My runs first", "Meine Läufe zuerst";

    // The runs that wait for an engine instance
    WAITING: "Waiting runs", "Wartende Läufe";
    WAITING_COUNT: "{0} run waits for an instance|{0} runs wait for an instance", "{0} Lauf wartet auf eine Instanz|{0} Läufe warten auf eine Instanz";
    WAITING_STARTS_IN: "in ≈ {0}", "in ≈ {0}";
    WAITING_MORE: "and {0} more|and {0} more", "und {0} weiterer|und {0} weitere";

    // An engine instance
    INSTANCES: "Engine instances", "Engine-Instanzen";
    INSTANCE: "Engine instance {0}", "Engine-Instanz {0}";
    INSTANCE_NEW: "new", "neu";
    INSTANCE_RUNNING: "running", "aktiv";
    INSTANCE_IDLE: "idle", "frei";
    INSTANCE_STOPPED: "stopped", "gestoppt";
    INSTANCE_HUNG: "not answering", "antwortet nicht";
    INSTANCE_DRAINING: "finishing its runs", "beendet seine Läufe";
    INSTANCE_NO_RESPONSE: "no response", "keine Antwort";
    INSTANCE_GONE: "gone", "nicht mehr da";
    INSTANCE_COUNTS: "{0} running · {1} waiting", "{0} aktiv · {1} wartend";
    INSTANCE_SINCE: "for {0}", "seit {0}";
    LOAD_UNKNOWN: "Load over the last {0} minutes: no data yet", "Last der letzten {0} Minuten: noch keine Daten";
    LOAD_BETWEEN: "Load over the last {0} minutes: {1} to {2} runs, {3}", "Last der letzten {0} Minuten: {1} bis {2} Läufe, {3}";
    LOAD_NOW: "{0} now", "jetzt {0}";
    LOAD_IDLE: "idle now", "jetzt frei";
    TIME_PER_RUN: "≈ {0} per run", "≈ {0} pro Lauf";
    TIME_PER_RUN_SHORT: "< 1 s per run", "< 1 s pro Lauf";
    TIME_PER_RUN_UNKNOWN: "no timing yet", "Laufzeit noch unbekannt";
    MY_RUN_STARTS_IN: "yours starts in ≈ {0}", "meiner startet in ≈ {0}";
    MY_RUN_NEXT: "yours is next", "meiner ist gleich dran";
    MY_RUN_RUNNING: "yours is running", "meiner läuft";

    // Its tasks
    TASKS: "Tasks in order", "Aufgaben der Reihe nach";
    TASK_RUNNING: "running", "läuft";
    TASK_MINE: "yours", "meiner";
    TASK_CANCEL: "Cancel run {0}", "Lauf {0} abbrechen";
    TASKS_MORE: "Show {0} more|Show {0} more", "{0} weitere anzeigen|{0} weitere anzeigen";
    TASKS_FEWER: "Show fewer", "Weniger anzeigen";
}
