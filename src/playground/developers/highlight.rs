//! Splits code into comments, strings, keywords and the rest, well enough for the colours of generated
//! code in any of its languages.

#[cfg(test)]
mod tests;

const KEYWORDS: &[&str] = &[
    "as",
    "async",
    "await",
    "break",
    "case",
    "const",
    "def",
    "do",
    "done",
    "else",
    "esac",
    "fn",
    "for",
    "from",
    "function",
    "if",
    "import",
    "in",
    "let",
    "match",
    "new",
    "not",
    "or",
    "return",
    "satisfies",
    "set",
    "throw",
    "use",
    "while",
    "with",
];

/// What a piece of code is. Its name is its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Comment,
    String,
    Keyword,
    Other,
}

impl Token {
    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Comment => "token-comment",
            Self::String => "token-string",
            Self::Keyword => "token-keyword",
            Self::Other => "",
        }
    }
}

/// The pieces of the code in their order; together they are the code.
pub(super) fn tokens(code: &str) -> Vec<(Token, &str)> {
    let mut found: Vec<(Token, &str)> = Vec::new();
    let (mut rest, mut other) = (code, 0);
    while let Some(next) = rest.get(other..).filter(|next| !next.is_empty()) {
        let before = rest.get(..other).unwrap_or_default();
        let (token, length) = token(before.chars().next_back(), next);
        if token == Token::Other {
            other += length;
            continue;
        }
        let (text, after) = next.split_at(length);
        found.extend([(Token::Other, before), (token, text)]);
        (rest, other) = (after, 0);
    }
    found.push((Token::Other, rest));
    found.retain(|(_, text)| !text.is_empty());
    found
}

/// The first token of `text` and its length in bytes; `before` is the character before it.
fn token(before: Option<char>, text: &str) -> (Token, usize) {
    let word = text
        .find(|character: char| !is_word(character))
        .unwrap_or(text.len());
    let starts_line = before.is_none_or(char::is_whitespace);
    match text.chars().next() {
        Some('#') if starts_line => (Token::Comment, line(text)),
        Some('/') if starts_line && text.starts_with("//") => (Token::Comment, line(text)),
        Some(quote @ ('"' | '\'' | '`')) => (Token::String, string(text, quote)),
        Some(_) if word > 0 => match KEYWORDS.contains(&text.get(..word).unwrap_or_default()) {
            true => (Token::Keyword, word),
            false => (Token::Other, word),
        },
        // The shell's quote outside of quotes.
        Some('\\') if text.starts_with("\\'") => (Token::Other, 2),
        first => (Token::Other, first.map_or(1, char::len_utf8)),
    }
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || "_$-".contains(character)
}

fn line(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// The length of a literal. Only the shell's single quotes have no escapes, and a backslash before their end
/// is rare enough.
fn string(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (index, character) in text.char_indices().skip(1) {
        if character == quote && !is_escaped {
            return index + quote.len_utf8();
        }
        is_escaped = character == '\\' && !is_escaped;
    }
    text.len()
}
