//! Text in HTML. Does not know what it says.

/// Appends a text, so that it is never read as HTML, in an element or in a quoted attribute.
pub(super) fn push_escaped(text: &str, html: &mut String) {
    for c in text.chars() {
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            '\n' | '\t' => html.push(c),
            '\r' => {}
            c if c.is_control() => html.push('\u{fffd}'),
            c => html.push(c),
        }
    }
}

/// How many characters of a name are shown.
const MAX_NAME: usize = 120;

/// A name, escaped. A text in its place is cut off, so that the result stays in sight.
pub(super) fn escaped_name(name: &str) -> String {
    let mut html = escaped(&name.chars().take(MAX_NAME).collect::<String>());
    if name.chars().nth(MAX_NAME).is_some() {
        html.push('…');
    }
    html
}

/// A text, escaped.
pub(super) fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    push_escaped(text, &mut html);
    html
}

#[cfg(test)]
mod tests {
    use super::{escaped, escaped_name};

    #[test]
    fn a_long_name_is_cut_off() {
        assert_eq!(escaped_name("<b>"), "&lt;b&gt;");
        let (longest, longer) = ("ü".repeat(120), "ü".repeat(121));
        assert_eq!(escaped_name(&longest), longest);
        assert_eq!(escaped_name(&longer), longest + "…");
    }

    #[test]
    fn a_text_stays_text() {
        let hostile = "</pre><script>alert('1')</script>\" onload=\"x\" &lt;\0\r\n";
        assert_eq!(
            escaped(hostile),
            "&lt;/pre&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot; onload=&quot;x&quot; &amp;lt;\u{fffd}\n"
        );
    }
}
