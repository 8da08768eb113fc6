//! Messages of sharing results by links.

use crate::language::Message;

messages! { SHARES;
    SHARE_OPEN: "Share…", "Teilen …";
    SHARE_TITLE: "Share “{0}”", "„{0}“ teilen";
    SHARE_HINT: "Anyone with the link can see the outputs, the inputs and the workflow’s name, without a key. The files may contain the workflow they were made with.", "Wer den Link hat, sieht ohne Schlüssel die Ausgaben, die Eingaben und den Namen des Workflows. Die Dateien können den Workflow enthalten, mit dem sie erstellt wurden.";
    SHARE_HINT_WITHOUT_INPUTS: "Anyone with the link can see the outputs and the workflow’s name, without a key. This workflow hides the inputs. Files other than PNG images may still contain the workflow they were made with.", "Wer den Link hat, sieht ohne Schlüssel die Ausgaben und den Namen des Workflows. Die Eingaben verbirgt dieser Workflow. Andere Dateien als PNG-Bilder können aber den Workflow enthalten, mit dem sie erstellt wurden.";
    SHARE_FORBIDDEN: "This workflow’s author doesn’t allow sharing its results. You can still download them.", "Ergebnisse dieses Workflows dürfen nicht geteilt werden; so hat es sein Autor festgelegt. Herunterladen lassen sie sich.";
    SHARE_LOCAL: "This link only opens on this computer. To share with others, start the service with an address that they can reach, such as: flowdeck serve --listen 0.0.0.0:{0}", "Dieser Link öffnet sich nur auf diesem Computer. Für andere den Dienst mit einer Adresse starten, die sie erreichen, etwa: flowdeck serve --listen 0.0.0.0:{0}";
    SHARE_LIFETIME: "Link expires after", "Link gilt für";
    SHARE_DAYS: "{0} day|{0} days", "{0} Tag|{0} Tage";
    SHARE_CREATE: "Create link", "Link erstellen";
    SHARE_LINK: "Link", "Link";
    SHARE_CREATED: "Link created.", "Link erstellt.";
    SHARE_FAILED: "Couldn’t create the link: {0}", "Der Link konnte nicht erstellt werden: {0}";
    SHARE_EXPIRES: "Expires {0}", "Gilt bis {0}";
    SHARE_REVOKE: "Revoke", "Widerrufen";
    SHARE_REVOKED: "Link revoked. It no longer works.", "Link widerrufen. Er funktioniert nicht mehr.";
    SHARE_REVOKE_FAILED: "Couldn’t revoke the link: {0}", "Der Link konnte nicht widerrufen werden: {0}";
    SHARED_LINKS: "Your shared links", "Geteilte Links";
    SHARED_LINKS_LOADING: "Loading…", "Wird geladen …";
    SHARED_LINKS_NONE: "No links yet.", "Noch keine Links.";
    SHARED_LINKS_FAILED: "Couldn’t load the links: {0}", "Die Links konnten nicht geladen werden: {0}";
    SHARED_ON: "Shared {0}", "Geteilt {0}";
}
