//! Which option of a list of files means a file. Windows separates folders by `\`, other systems by `/`, so a
//! workflow may spell a file otherwise than the engine that runs it. Knows no workflow and no engine.

/// The option that means the file of a value: the same text, or else the only one that differs in its separators, or
/// else the only one that differs in the case of ASCII letters, too. A value that is not a file means only the same text.
pub fn file_option<'a>(
    options: impl Iterator<Item = &'a str> + Clone,
    value: &str,
) -> Option<&'a str> {
    let mut same = options.clone().filter(|option| *option == value);
    if let Some(same) = same.next() {
        return Some(same);
    }
    if !is_file(value) {
        return None;
    }
    only(options.clone().filter(|option| is_same_file(option, value)))
        .or_else(|| only(options.filter(|option| is_alike(option, value))))
}

/// Whether two texts are the same but for the separators of folders.
pub fn is_same_file(one: &str, other: &str) -> bool {
    let separated = |byte: u8| if byte == b'\\' { b'/' } else { byte };
    are_equal(one, other, separated)
}

/// Whether two texts are also the same but for the case of their letters.
fn is_alike(one: &str, other: &str) -> bool {
    let lower = |byte: u8| match byte {
        b'\\' => b'/',
        byte => byte.to_ascii_lowercase(),
    };
    are_equal(one, other, lower)
}

fn are_equal(one: &str, other: &str, plain: impl Fn(u8) -> u8) -> bool {
    let mut bytes = one.bytes().zip(other.bytes());
    one.len() == other.len() && bytes.all(|(one, other)| plain(one) == plain(other))
}

/// The text with one kind of separator, so that the same files have the same.
pub fn plain_path(path: &str) -> String {
    path.replace('\\', "/")
}

fn only<'a>(mut options: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let first = options.next()?;
    options.all(|other| other == first).then_some(first)
}

/// Whether a value looks like the path of a file: it has a folder or an extension.
fn is_file(value: &str) -> bool {
    let extension = value.rsplit_once('.').map(|(_, extension)| extension);
    let is_extension = |text: &str| {
        text.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && text.bytes().any(|byte| byte.is_ascii_alphabetic())
    };
    value.contains(['/', '\\']) || extension.is_some_and(is_extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option<'a>(options: &[&'a str], value: &str) -> Option<&'a str> {
        file_option(options.iter().copied(), value)
    }

    #[test]
    fn a_file_is_found_however_its_folders_are_separated() {
        let options = ["a.sft", "XL\\a.sft", "sd/b/c.sft"];
        assert_eq!(option(&options, "XL/a.sft"), Some("XL\\a.sft"));
        assert_eq!(option(&options, "sd\\b/c.sft"), Some("sd/b/c.sft"));
        assert_eq!(option(&options, "b\\c.sft"), None);
        assert_eq!(option(&["x/ü.png"], "x\\ü.png"), Some("x/ü.png"));
        assert_eq!(option(&["models/v1"], "models\\v1"), Some("models/v1"));
    }

    #[test]
    fn the_case_of_letters_counts_only_where_it_decides() {
        assert_eq!(
            option(&["SD\\Model.sft"], "sd/model.SFT"),
            Some("SD\\Model.sft")
        );
        let both = ["model.sft", "Model.sft"];
        assert_eq!(option(&both, "Model.sft"), Some("Model.sft"));
        assert_eq!(option(&both, "MODEL.sft"), None);
        let separated = ["a\\B.sft", "a/b.sft"];
        assert_eq!(option(&separated, "a/B.sft"), Some("a\\B.sft"));
    }

    #[test]
    fn two_files_of_one_spelling_are_not_guessed() {
        let both = ["a/b\\c.sft", "a\\b/c.sft"];
        assert_eq!(option(&both, "a/b/c.sft"), None);
        assert_eq!(option(&both, "a\\b/c.sft"), Some("a\\b/c.sft"));
    }

    #[test]
    fn other_values_only_mean_themselves() {
        for (name, value) in [("euler", "Euler"), ("1.5", "1,5"), ("", " ")] {
            assert_eq!(option(&[name], value), None, "{value}");
            assert_eq!(option(&[name], name), Some(name));
        }
    }
}
