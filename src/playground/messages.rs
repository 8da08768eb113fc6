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

    // The queue
    AGO: "{0} ago", "vor {0}";
    STALE: "stale · seen {0} ago", "veraltet · zuletzt vor {0}";
    PAUSED: "paused · {0} ago", "angehalten · vor {0}";
    QUEUE_TOTAL: "{0} instance · {1} running · {2} pending|{0} instances · {1} running · {2} pending", "{0} Instanz · {1} laufend · {2} wartend|{0} Instanzen · {1} laufend · {2} wartend";
    QUEUE_SHOWN: "{0} of {1} instances shown · {2} running · {3} pending", "{0} von {1} Instanzen gezeigt · {2} laufend · {3} wartend";
    QUEUE_LOST: "No good answer since {0}. Asking again by itself.", "Keine brauchbare Antwort seit {0}. Es wird von selbst weiter gefragt.";
    QUEUE_LOST_BELOW: "No good answer since {0}. Asking again by itself. Below is what was seen last.", "Keine brauchbare Antwort seit {0}. Es wird von selbst weiter gefragt. Unten steht, was zuletzt zu sehen war.";
    QUEUE_OFF: "Connect to a deployment to see its engine instances.", "Nach dem Verbinden mit einem Deployment erscheinen hier seine Engine-Instanzen.";
    QUEUE_KEY_REFUSED: "The deployment refuses the key; enter another under Connection.", "Das Deployment lehnt den Schlüssel ab; unter Verbindung lässt sich ein anderer eingeben.";
    QUEUE_AWAITED: "Awaiting the first picture of the queue…", "Das erste Bild der Warteschlange wird erwartet …";
    QUEUE_EMPTY: "The deployment names no engine instance. Start one, and it shows up here.", "Das Deployment nennt keine Engine-Instanz. Sobald eine gestartet ist, erscheint sie hier.";
    QUEUE_NONE_SHOWN: "No instance fits what is looked for.", "Keine Instanz passt zur Auswahl.";
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
    LOAD_SEEN: "Load over the last {0} minutes: {1} to {2} runs, now {3}", "Last der letzten {0} Minuten: {1} bis {2} Läufe, jetzt {3}";
    EACH: "about {0} a run", "etwa {0} je Lauf";
    EACH_UNKNOWN: "time per run not seen yet", "Zeit je Lauf noch nicht gesehen";
    MINE_IN: "mine in about {0}", "meiner in etwa {0}";
    MINE_SOON: "mine any moment", "meiner jeden Moment";
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
    NOTIFY_BLOCKED: "The browser blocks notifications of this page; its settings for this site allow them again. The tab's title tells all the same.", "Der Browser blockiert Meldungen dieser Seite; in seinen Einstellungen für diese Website lassen sie sich wieder erlauben. Der Titel des Tabs sagt es trotzdem.";
    NOTIFY_NONE: "This browser offers no notifications here; the tab's title tells instead.", "Dieser Browser bietet hier keine Meldungen; stattdessen sagt es der Titel des Tabs.";
}

#[cfg(test)]
mod tests;
