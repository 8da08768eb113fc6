//! The words of the page, in each language. Does not know where they are shown.

/// The words of the page in one language.
#[derive(Debug)]
pub(crate) struct Texts {
    /// The language's code.
    pub(super) language: &'static str,
    pub(super) months: [&'static str; 12],
    /// What follows the day in a date.
    pub(super) after_day: &'static str,
    pub(super) made: &'static str,
    pub(super) expires: &'static str,
    pub(super) result: &'static str,
    pub(super) inputs: &'static str,
    pub(super) no_outputs: &'static str,
    /// Before the name of an image, for people who do not see it.
    pub(super) image: &'static str,
    pub(super) download: &'static str,
    pub(super) cut: &'static str,
    pub(super) empty: &'static str,
    pub(super) on: &'static str,
    pub(super) off: &'static str,
    pub(super) missing_title: &'static str,
    pub(super) missing_advice: &'static str,
}

impl Texts {
    pub(super) const ENGLISH: Self = Self {
        language: "en",
        months: [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ],
        after_day: "",
        made: "Made on",
        expires: "This link expires on",
        result: "Result",
        inputs: "Inputs",
        no_outputs: "This run has no outputs.",
        image: "Image",
        download: "Download",
        cut: "This is only the beginning.",
        empty: "empty",
        on: "On",
        off: "Off",
        missing_title: "This link doesn’t work",
        missing_advice: "It may have expired, or the person who shared it has revoked it. Ask them for a new link.",
    };

    pub(super) const GERMAN: Self = Self {
        language: "de",
        months: [
            "Januar",
            "Februar",
            "März",
            "April",
            "Mai",
            "Juni",
            "Juli",
            "August",
            "September",
            "Oktober",
            "November",
            "Dezember",
        ],
        after_day: ".",
        made: "Erstellt am",
        expires: "Dieser Link gilt bis",
        result: "Ergebnis",
        inputs: "Eingaben",
        no_outputs: "Dieser Lauf hat keine Ausgaben.",
        image: "Bild",
        download: "Herunterladen",
        cut: "Das ist nur der Anfang.",
        empty: "leer",
        on: "An",
        off: "Aus",
        missing_title: "Dieser Link funktioniert nicht",
        missing_advice: "Vielleicht ist er abgelaufen, oder er wurde widerrufen. Bitte um einen neuen Link.",
    };

    /// The words in the language that a browser prefers, by its header `Accept-Language`.
    pub(crate) fn preferred(accepted: &str) -> &'static Self {
        // Browsers list languages by preference.
        let known = accepted.split(',').find_map(|language| {
            let primary = language.trim().split(['-', ';']).next()?;
            match primary.to_ascii_lowercase().as_str() {
                "en" => Some(&Self::ENGLISH),
                "de" => Some(&Self::GERMAN),
                _ => None,
            }
        });
        known.unwrap_or(&Self::ENGLISH)
    }
}

#[cfg(test)]
mod tests {
    use super::Texts;

    #[test]
    fn the_first_known_language_is_used() {
        for (accepted, expected) in [
            ("", "en"),
            ("fr", "en"),
            ("de", "de"),
            ("de-AT,de;q=0.9,en;q=0.8", "de"),
            ("fr-FR, DE;q=0.5", "de"),
            ("en-GB,de", "en"),
            ("deu", "en"),
        ] {
            assert_eq!(Texts::preferred(accepted).language, expected, "{accepted}");
        }
    }
}
