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
}

#[cfg(test)]
mod tests;
