//! Messages of the command palette and of the keyboard shortcuts.

use crate::language::Message;

messages! { PALETTES;
    PALETTE: "Command palette", "Befehlspalette";
    PALETTE_SEARCH: "Search", "Suchen";
    PALETTE_HINT: "Find a workflow, run, action or setting", "Workflow, Lauf, Aktion oder Einstellung suchen";
    PALETTE_NONE: "Nothing found.", "Nichts gefunden.";
    PALETTE_ACTION: "Action", "Aktion";
    PALETTE_RUN: "Result", "Ergebnis";
    PALETTE_SETTING: "Setting", "Einstellung";
    SHORTCUTS: "Keyboard shortcuts", "Tastenkürzel";
    SHORTCUTS_MAC: "On a Mac, use ⌘ in place of Ctrl. S and C work while a run or a result has the focus.", "Auf dem Mac ⌘ statt Strg verwenden. S und C wirken, solange ein Lauf oder ein Ergebnis den Fokus hat.";
    SHORTCUT_RUN: "Run the form", "Formular ausführen";
    SHORTCUT_PALETTE: "Find anything", "Alles durchsuchen";
    SHORTCUT_SHORTCUTS: "Show this list", "Diese Liste anzeigen";
    SHORTCUT_MOVE: "Move between runs or results", "Zwischen Läufen oder Ergebnissen wechseln";
    SHORTCUT_OPEN: "Show the focused run or result", "Den fokussierten Lauf oder das Ergebnis anzeigen";
    SHORTCUT_STAR: "Star the shown run", "Den gezeigten Lauf markieren";
    SHORTCUT_COMPARE: "Compare the shown run with another", "Den gezeigten Lauf mit einem anderen vergleichen";
    SHORTCUT_UNDO: "Undo the last removal or change", "Die letzte Entfernung oder Änderung rückgängig machen";
    SHORTCUT_CLOSE: "Close what is open", "Schließen, was offen ist";
}
