//! Messages that only `www/first.js` shows, before the page has loaded. The build copies them from here.

#[cfg(test)]
use crate::language::Message;

first_paint_messages! { FIRST_PAINT;
    LOADING: "Loading flowdeck…", "flowdeck wird geladen …";
    START_FAILED: "flowdeck couldn’t start: {0}. Reload the page. If that doesn’t help, this browser may not allow WebAssembly, or the page’s server may be missing files.", "flowdeck konnte nicht starten: {0}. Bitte die Seite neu laden. Hilft das nicht, erlaubt dieser Browser vielleicht kein WebAssembly, oder auf dem Server der Seite fehlen Dateien.";
}
