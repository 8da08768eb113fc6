//! Messages of the page as a whole: its regions, themes, deferred loading, copying.

use crate::language::Message;

messages! { PAGE;
    FORM: "Form", "Formular";
    RUNS: "Runs", "Läufe";
    QUEUE: "Queue", "Warteschlange";
    SETTINGS: "Settings", "Einstellungen";
    CONNECTION: "Connection", "Verbindung";
    NO_DEPLOYMENT: "No deployment", "Kein Deployment";
    LANGUAGE: "Language", "Sprache";
    INSTALL_INSECURE: "This page came over http, so that it cannot be installed as an app. Over https it can.", "Diese Seite kam über http und lässt sich deshalb nicht als App installieren. Über https geht es.";
    THEME: "Theme", "Design";
    THEME_SYSTEM_SHORT: "System", "System";
    THEME_LIGHT_SHORT: "Light", "Hell";
    THEME_DARK_SHORT: "Dark", "Dunkel";
    THEME_SYSTEM: "System theme", "Design: System";
    THEME_LIGHT: "Light theme", "Design: Hell";
    THEME_DARK: "Dark theme", "Design: Dunkel";
    DEFERRED_LOADING: "Loading…", "Wird geladen …";
    DEFERRED_FAILED: "Part of this page couldn’t be loaded. Check your network and that the page’s server is running. Try again and your last click goes through. If the server was updated, reload the page.", "Ein Teil dieser Seite konnte nicht geladen werden. Bitte das Netzwerk prüfen und ob der Server der Seite läuft. Beim nächsten Versuch wird der letzte Klick ausgeführt. Wurde der Server aktualisiert, bitte die Seite neu laden.";
    TRY_AGAIN: "Try again", "Erneut versuchen";
    COPY: "Copy", "Kopieren";
    COPIED: "Copied", "Kopiert";
    COPY_FAILED: "Couldn’t copy: select the text", "Nicht kopiert: Text bitte markieren";
    COPY_INSECURE: "Copying needs https or localhost: select the text", "Kopieren braucht https oder localhost: Text bitte markieren";
    UNDO: "Undo", "Rückgängig";
    CLOSE: "Close", "Schließen";
}
