//! Messages of the connection panel and of the connection's status.

use crate::language::Message;

messages! { CONNECTIONS;
    STATUS_NOT_CONNECTED: "not connected", "nicht verbunden";
    STATUS_CONNECTING: "connecting", "verbindet";
    STATUS_CONNECTED: "connected", "verbunden";
    STATUS_KEY_REJECTED: "key rejected", "Schlüssel abgelehnt";
    STATUS_ADDRESS_INVALID: "invalid address", "Adresse ungültig";
    STATUS_UNREACHABLE: "unreachable", "nicht erreichbar";
    STATUS_SERVER_ERROR: "server error", "Serverfehler";
    DEPLOYMENT: "Deployment", "Deployment";
    SAVE_AS: "Save as", "Speichern als";
    KEY: "Key", "Schlüssel";
    KEY_NEEDED: "This deployment needs a key.", "Dieses Deployment braucht einen Schlüssel.";
    KEY_NOT_KEPT: "The key was not stored, so reloading the page removed it. Enter it again.", "Der Schlüssel war nicht gespeichert und ist seit dem Neuladen weg. Bitte erneut eingeben.";
    KEY_OF_OTHER_TAB: "Keys are kept per tab. Enter the key here too, or have this browser remember it.", "Schlüssel gelten pro Tab. Bitte hier ebenfalls eingeben oder in diesem Browser merken lassen.";
    KEY_DOES_NOT_MATCH: "This key doesn’t match this service. Open the link that “flowdeck serve” prints, or ask whoever runs it.", "Dieser Schlüssel passt nicht zu diesem Dienst. Bitte den Link öffnen, den „flowdeck serve“ ausgibt, oder beim Betreiber nachfragen.";
    LAST_KNOWN_KEY_REJECTED: "Key rejected. Showing the last known state. Enter the right key to resume.", "Schlüssel abgelehnt. Angezeigt wird der letzte bekannte Stand. Weiter geht es mit dem richtigen Schlüssel.";
    KEY_HINT: "It is in the link that “flowdeck serve” prints, or in the deployment’s dashboard. It is only ever sent to this deployment.", "Er steht in dem Link, den „flowdeck serve“ ausgibt, oder im Dashboard des Deployments. Er wird nur an dieses Deployment gesendet.";
    CONNECT_TO: "Connect to {0}", "Mit {0} verbinden";
    CONNECT_ABOUT: "flowdeck turns ComfyUI workflows into forms and runs them here. All it needs is the key.", "flowdeck macht aus ComfyUI-Workflows Formulare und führt sie hier aus. Dazu fehlt nur der Schlüssel.";
    CONNECT_LATER: "Look around without connecting", "Ohne Verbindung umsehen";
    OTHER_DEPLOYMENT: "Another deployment", "Anderes Deployment";
    LINK_KEY_QUESTION: "This link has a different key for {0} than the one you use here. Which one do you want to use?", "Dieser Link enthält für {0} einen anderen Schlüssel als den bisher verwendeten. Welcher soll gelten?";
    LINK_KEY_USE: "Use the link’s key", "Schlüssel aus dem Link verwenden";
    LINK_KEY_KEEP: "Keep my key", "Bisherigen Schlüssel behalten";
    REMEMBER_QUESTION: "Remember the key in this browser?", "Schlüssel in diesem Browser merken?";
    REMEMBER_YES: "Remember", "Merken";
    REMEMBER_NO: "Not now", "Nicht merken";
    REMEMBER_KEY: "Remember key", "Schlüssel merken";
    REMEMBER_UNTIL_RELOAD: "Until I leave or reload this page", "Bis zum Verlassen oder Neuladen";
    REMEMBER_IN_TAB: "Until I close this tab", "Bis dieser Tab geschlossen wird";
    REMEMBER_IN_BROWSER: "In this browser, until I remove it", "Dauerhaft in diesem Browser";
    CONNECT: "Connect", "Verbinden";
    FORGET_KEY: "Forget key", "Schlüssel vergessen";
    SAVED_DEPLOYMENTS: "Saved deployments", "Gespeicherte Deployments";
    SAVED_REMOVED: "“{0}” and its key removed.", "„{0}“ samt Schlüssel entfernt.";
    SAVED_REMOVE: "Remove {0} and its key", "{0} samt Schlüssel entfernen";
    ADVICE_OTHER_API: "{0} responds, but it isn’t this API. Use the part of the address before /api/v1/runs.", "{0} antwortet, aber nicht mit dieser API. Bitte den Teil der Adresse vor /api/v1/runs angeben.";
    ADVICE_SERVER_ERROR: "{0} responds with an error. It may be starting or overloaded. Retrying automatically.", "{0} antwortet mit einem Fehler. Vielleicht startet es noch oder ist überlastet. flowdeck versucht es automatisch weiter.";
    ADVICE_CORS: "{0} responds, but doesn’t let this page read its responses (CORS). If it is your deployment, ask whoever runs it to allow the origin {1}, or open the page that the service itself serves. Otherwise, check the address.", "{0} antwortet, erlaubt dieser Seite aber nicht, die Antworten zu lesen (CORS). Ist es das richtige Deployment, bitte den Betreiber um Freigabe des Ursprungs {1} bitten oder die Seite öffnen, die der Dienst selbst ausliefert. Andernfalls die Adresse prüfen.";
    ADVICE_UNREACHABLE: "Nothing responds at {0}. Check the address, your network, and that the service is running.", "Unter {0} antwortet nichts. Bitte die Adresse und das Netzwerk prüfen und ob der Dienst läuft.";
    ADVICE_LOCAL_NETWORK: "Nothing responds at {0}, or the browser blocks access to programs on this machine. Check the address and that the service is running, and allow local network access in the browser’s settings for this site.", "Unter {0} antwortet nichts, oder der Browser blockiert den Zugriff auf Programme dieses Rechners. Bitte die Adresse prüfen und ob der Dienst läuft; außerdem in den Browser-Einstellungen dieser Website den Zugriff auf das lokale Netzwerk erlauben.";
    ADVICE_MIXED_CONTENT: "This page was loaded over https, so the browser blocks http addresses. Use the https address of {0}, or open the page that the service itself serves.", "Diese Seite wurde über https geladen, deshalb blockiert der Browser http-Adressen. Bitte die https-Adresse von {0} verwenden oder die Seite öffnen, die der Dienst selbst ausliefert.";
}
