//! Translations of the reasons why a call failed, by error code.

use crate::language::Coded;

coded_messages! {
    /// Without English, because the client's error has an English message. Sentences have no full stop,
    /// since more text may follow.
    REASONS;
    "validation": "Das Deployment nimmt die Angaben so nicht an; bitte korrigieren";
    "authentication": "Das Deployment lehnt den Schlüssel ab; bitte den Schlüssel prüfen";
    "queue_full": "Alle Warteschlangen sind voll; bitte warten, bis die Engines aufgeholt haben";
    "not_found": "Das Deployment kennt das nicht; bitte die ID prüfen und ob dieses Deployment den Aufruf anbietet";
    "http": "Das Deployment antwortet mit Status {0}; bitte prüfen, ob die Adresse zu einem Deployment gehört und ob es fehlerfrei läuft";
    "failed": "Der Aufruf ist fehlgeschlagen (Status {0})";
    "network": "Keine Antwort; bitte die Adresse prüfen und ob das Deployment läuft; außerdem muss es den Ursprung dieser Seite und den Header X-API-KEY zulassen (CORS) und darf nicht weiterleiten";
    "timeout": "Keine rechtzeitige Antwort; das Deployment ist vielleicht überlastet";
    "aborted": "Abgebrochen";
    "decode": "Die Antwort ist nicht lesbar; bitte prüfen, ob die Adresse zu einem Deployment gehört und ob es fehlerfrei läuft";
    "usage": "Mit diesen Angaben ist kein Aufruf möglich; bitte die ID prüfen";
    "address": "Bitte eine Adresse angeben, die mit http:// oder https:// beginnt, ohne Benutzernamen, Passwort, Fragezeichen und #";
    "key": "Der Schlüssel enthält Zeichen, die in einem Header nicht erlaubt sind; bitte noch einmal kopieren";
    "wait": "{0}; in {1} erneut versuchen";
    "later": "Das geht im Moment nicht";
    "said": "{0}. Das Deployment meldet: „{1}“";
}
