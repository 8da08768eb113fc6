//! The templates and slots of `index.html`, and those that the page and the first form name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::sources::{self, Sources, root};

/// What a mistake in a name would be, and where.
type Faults = Vec<String>;
/// The slots of each template, by its id.
type Templates = BTreeMap<String, BTreeSet<String>>;

/// The methods that fill in a slot.
const FILL: [&str; 3] = ["slot", "slot_text", "replace"];

/// The names that code uses.
#[derive(Default)]
struct Names {
    templates: BTreeSet<String>,
    /// Slots with the template that they must be in; `None` means any.
    slots: BTreeSet<(Option<String>, String)>,
    faults: Faults,
}

/// The names that only the markup has, or only the code of this crate and of the first form's scripts.
fn faults(html: &str, krate: &str, sources: &Sources, scripts: &[String]) -> Faults {
    let templates = templates_in(html);
    let mut names = Names::default();
    let is_of = |module: &str| module.split("::").next() == Some(krate);
    for (module, source) in sources.iter().filter(|(module, _)| is_of(module)) {
        let tokens = source.parse().unwrap();
        Scan {
            module,
            names: &mut names,
        }
        .tokens(tokens);
    }
    for script in scripts {
        names.of_script(script);
    }
    let mut faults = std::mem::take(&mut names.faults);
    faults.extend(names.missing(&templates));
    faults.extend(names.unused(&templates));
    faults
}

fn templates_in(html: &str) -> Templates {
    let template = |part: &str| {
        let (id, rest) = part.split_once('"').unwrap();
        let (content, _) = rest.split_once("</template>").unwrap();
        let slots = content.split("data-slot=\"").skip(1);
        let slots = slots.map(|slot| slot.split('"').next().unwrap().to_owned());
        (id.to_owned(), slots.collect())
    };
    html.split("<template id=\"")
        .skip(1)
        .map(template)
        .collect()
}

impl Names {
    /// The names that the markup does not have.
    fn missing(&self, templates: &Templates) -> Faults {
        let unknown = self
            .templates
            .iter()
            .filter(|id| !templates.contains_key(*id));
        let mut faults: Faults = unknown.map(|id| format!("no template {id}")).collect();
        for (template, slot) in &self.slots {
            match template.as_ref().map(|id| (id, templates.get(id))) {
                Some((id, Some(slots))) if !slots.contains(slot) => {
                    faults.push(format!("no slot {slot} in template {id}"));
                }
                None if !templates.values().any(|slots| slots.contains(slot)) => {
                    faults.push(format!("no slot {slot} in any template"));
                }
                _ => {}
            }
        }
        faults
    }

    /// The names that only the markup has.
    fn unused(&self, templates: &Templates) -> Faults {
        let mut faults = Faults::new();
        for (id, slots) in templates {
            if !self.templates.contains(id) {
                faults.push(format!("nothing uses template {id}"));
            }
            let is_used = |slot: &str| {
                let named = |template| self.slots.contains(&(template, slot.to_owned()));
                named(None) || named(Some(id.clone()))
            };
            let unused = slots.iter().filter(|slot| !is_used(slot));
            faults.extend(unused.map(|slot| format!("nothing fills slot {slot} of template {id}")));
        }
        faults
    }

    /// Adds what the first form's helpers are called with: `clone(id)`, `around(id, …)`, `fill(view, slot, …)`.
    fn of_script(&mut self, script: &str) {
        for call in ["clone(", "around("] {
            let arguments = arguments_of(script, call).filter_map(|all| all.into_iter().next());
            self.templates.extend(arguments.flat_map(quoted));
        }
        for call in ["slot(", "fill(", "fillText("] {
            let arguments = arguments_of(script, call).filter_map(|all| all.into_iter().nth(1));
            let slots = arguments.flat_map(quoted);
            self.slots.extend(slots.map(|slot| (None, slot)));
        }
    }
}

/// The first two arguments of each call, as text.
fn arguments_of<'a>(script: &'a str, call: &'a str) -> impl Iterator<Item = Vec<&'a str>> {
    let follows_name = |start: usize| {
        let before = script[..start].chars().next_back();
        before.is_some_and(|before| before.is_alphanumeric() || before == '.')
    };
    let calls = script.match_indices(call);
    let calls = calls.filter(move |(start, _)| !follows_name(*start));
    calls.map(|(start, call)| {
        let rest = &script[start + call.len()..];
        let end = rest.find([')', '\n']).unwrap_or(rest.len());
        rest[..end].splitn(3, ',').take(2).collect()
    })
}

/// The strings in double quotes.
fn quoted(text: &str) -> Vec<String> {
    let parts = text.split('"').skip(1).step_by(2);
    parts.map(str::to_owned).collect()
}

/// Reads the tokens of a file, so that macros count like other code.
struct Scan<'a> {
    module: &'a str,
    names: &'a mut Names,
}

impl Scan<'_> {
    fn tokens(&mut self, tokens: TokenStream) {
        let mut template = None;
        let mut before = None;
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match &token {
                TokenTree::Ident(name) => {
                    let arguments = match tokens.peek() {
                        Some(TokenTree::Group(group)) if is_call(group) => Some(group.stream()),
                        _ => None,
                    };
                    let is_method = is_mark(before.as_ref(), '.');
                    match (is_method, arguments) {
                        (true, Some(arguments)) => self.method(name, arguments, &template),
                        (false, Some(arguments)) => template = self.call(name, &arguments),
                        (true, None) => {}
                        (false, None) => template = None,
                    }
                }
                TokenTree::Group(group) => {
                    self.tokens(group.stream());
                    if !is_call(group) {
                        template = None;
                    }
                }
                TokenTree::Punct(mark) if ['.', '?'].contains(&mark.as_char()) => {}
                _ => template = None,
            }
            before = Some(token);
        }
    }

    /// Notes a call of `template`, and returns the id: the methods that follow are called on its clone.
    fn call(&mut self, name: &proc_macro2::Ident, arguments: &TokenStream) -> Option<String> {
        if name != "template" {
            return None;
        }
        let id = literal(arguments.clone());
        match &id {
            Some(id) => {
                self.names.templates.insert(id.clone());
            }
            None => self.fault("a template whose id is not written in the call"),
        }
        id
    }

    /// Notes the slot that a method fills in.
    fn method(&mut self, name: &proc_macro2::Ident, arguments: TokenStream, of: &Option<String>) {
        if !FILL.iter().any(|fill| name == fill) || name == "replace" && !replaces_slot(&arguments)
        {
            return;
        }
        match literal(arguments) {
            Some(slot) => {
                self.names.slots.insert((of.clone(), slot));
            }
            None => self.fault("a slot whose name is not written in the call"),
        }
    }

    fn fault(&mut self, fault: &str) {
        self.names
            .faults
            .push(format!("{} names {fault}", self.module));
    }
}

fn is_call(group: &proc_macro2::Group) -> bool {
    group.delimiter() == Delimiter::Parenthesis
}

fn is_mark(token: Option<&TokenTree>, mark: char) -> bool {
    matches!(token, Some(TokenTree::Punct(token)) if token.as_char() == mark)
}

/// The string that is the first argument.
fn literal(arguments: TokenStream) -> Option<String> {
    let first = arguments.into_iter().next()?.to_string();
    Some(first.strip_prefix('"')?.strip_suffix('"')?.to_owned())
}

/// Whether it is not the method of strings: a slot is replaced by `Some` or `None`.
fn replaces_slot(arguments: &TokenStream) -> bool {
    let second = arguments.clone().into_iter().nth(2);
    second.is_some_and(|by| by.to_string() == "Some" || by.to_string() == "None")
}

#[test]
fn the_page_and_its_markup_name_the_same_templates_and_slots() {
    let read = |path| fs::read_to_string(root().join(path)).unwrap();
    let scripts = ["form.js", "hand-over.js", "texts.js"];
    let scripts = scripts.map(|name| read(format!("www/first/{name}")));
    let faults = faults(
        &read("index.html".into()),
        "playground",
        &sources::all(),
        &scripts,
    );
    assert_eq!(faults, [""; 0]);
}

#[test]
fn a_name_that_only_the_markup_or_only_the_code_has_is_reported() {
    let html = r#"
        <template id="tile"><li><b data-slot="name"></b><i data-slot="note"></i></li></template>
        <template id="row"><p data-slot="text"></p></template>
        <template id="seed"><p data-slot="number"></p></template>
        <template id="old"><p></p></template>"#;
    let code = r#"
        fn tile() -> El { template("tile").on("click", open).slot("text", |slot| slot).slot("name", fill) }
        fn all() -> Vec<El> { vec![ui::template("row").replace("text", None), template("gone")] }
        fn inside(view: El) -> El { view.slot_text("hint", &id, "a".replace("b", "c")) }
        fn other(id: &'static str) -> El { template(id) }"#;
    let script = r#"const view = around("seed", number); fill(view, "number", {}); fillText(view, "lost", id);"#;
    let sources = [
        ("page::runs", code),
        ("ui::slots", "fn f() { El::new().slot(name); }"),
    ];
    let sources = super::planted::planted(&sources);
    let faults = faults(html, "page", &sources, &[script.to_owned()]);
    assert_eq!(
        faults,
        [
            "page::runs names a template whose id is not written in the call",
            "no template gone",
            "no slot hint in any template",
            "no slot lost in any template",
            "no slot text in template tile",
            "nothing uses template old",
            "nothing fills slot note of template tile",
        ]
    );
}
