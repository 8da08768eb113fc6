//! The configuration file, in TOML: settings, and engine instances with their credentials, labels and depths. Its
//! values never appear in an error, because they may be secret. Does not know which settings there are.

use std::path::Path;

use bytesize::ByteSize;
use http_server::regular_file;
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use service::{EngineHeaders, EngineRestart, EngineSettings, EngineSource, engine_address};
use std::collections::{BTreeMap, HashSet};
use toml::Spanned;

use super::config_text;

/// The largest file, in bytes.
const MAX_SIZE: u64 = 1 << 20;

/// The largest depth.
const MAX_DEPTH: u16 = 1000;

/// What is in a configuration file.
#[derive(Debug, Default)]
pub(crate) struct Config {
    pub(crate) engines: Vec<EngineSettings>,
    /// Everything else at its top level.
    pub(crate) keys: Vec<Key>,
    /// What a person should check of how it was read.
    pub(crate) note: Option<String>,
}

/// A setting, which may be valid or not.
#[derive(Debug)]
pub(crate) struct Key {
    pub(crate) name: String,
    pub(crate) line: usize,
    pub(crate) value: toml::Value,
}

#[derive(Deserialize)]
struct Engines {
    #[serde(default)]
    engine: Vec<Engine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Engine {
    url: Spanned<String>,
    #[serde(default)]
    labels: Vec<String>,
    depth: Option<u16>,
    /// The command that restarts it, and the memory that may be in use at it.
    restart_with: Option<SecretCommand>,
    max_memory: Option<String>,
    /// For `Authorization: Bearer`.
    token: Option<Secret>,
    /// With `password`, for `Authorization: Basic`.
    user: Option<String>,
    password: Option<Secret>,
    #[serde(default)]
    headers: BTreeMap<String, Secret>,
}

/// A text that errors do not show.
struct Secret(String);

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer);
        text.map(Self)
            .map_err(|_| D::Error::custom("expected a text in quotes"))
    }
}

/// A program with its arguments, which errors do not show.
struct SecretCommand(Vec<String>);

impl<'de> Deserialize<'de> for SecretCommand {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let command = Vec::deserialize(deserializer).map(Self);
        command.map_err(|_| D::Error::custom("expected a list of texts in quotes"))
    }
}

/// Reads a configuration file.
pub(crate) fn read(path: &Path) -> Result<Config, String> {
    let failed = |why: &str| format!("reading {}: {why}", path.display());
    let bytes = regular_file::read_whole(path, MAX_SIZE).map_err(|why| failed(&why.to_string()))?;
    let (text, is_windows_1252) =
        config_text::decode(&bytes).ok_or_else(|| failed("it is not text; save it as UTF-8"))?;
    let note = is_windows_1252.then(|| config_text::note(path));
    Ok(Config {
        engines: parse(&text).map_err(|why| failed(&why))?,
        keys: keys(&text).map_err(|why| failed(&why))?,
        note,
    })
}

/// Whether a configuration has credentials of engines.
pub(crate) fn has_credentials(engines: &[EngineSettings]) -> bool {
    let has_some = |engine: &EngineSettings| engine.headers != EngineHeaders::default();
    engines.iter().any(has_some)
}

/// What is at the top level besides the engines.
fn keys(text: &str) -> Result<Vec<Key>, String> {
    let all: BTreeMap<Spanned<String>, toml::Value> =
        toml::from_str(text).map_err(|error| mistake(text, &error))?;
    let keys = all
        .into_iter()
        .filter(|(name, _)| name.get_ref() != "engine");
    let keys = keys.map(|(name, value)| Key {
        line: line_of(text, name.span().start),
        name: name.into_inner(),
        value,
    });
    Ok(keys.collect())
}

fn mistake(text: &str, error: &toml::de::Error) -> String {
    // The error itself would show the line.
    let line = error.span().map(|span| line_of(text, span.start));
    let place = line.map_or_else(String::new, |line| format!("line {line}: "));
    format!("{place}{}", error.message())
}

fn parse(text: &str) -> Result<Vec<EngineSettings>, String> {
    let all: Engines = toml::from_str(text).map_err(|error| mistake(text, &error))?;
    let mut known = HashSet::new();
    let engines = all.engine.into_iter().map(|engine| {
        let line = line_of(text, engine.url.span().start);
        let address =
            engine_address(engine.url.get_ref()).map_err(|why| format!("line {line}: {why}"))?;
        let failed = |why: &str| format!("line {line}: the engine {address}: {why}");
        if !known.insert(address.clone()) {
            return Err(failed("it is named twice; remove one of them"));
        }
        settings(engine, &address).map_err(|why| failed(&why))
    });
    engines.collect()
}

fn line_of(text: &str, offset: usize) -> usize {
    let before = text.as_bytes().iter().take(offset);
    1 + before.filter(|byte| **byte == b'\n').count()
}

fn settings(engine: Engine, address: &str) -> Result<EngineSettings, String> {
    let mut headers = EngineHeaders::default();
    for (name, value) in &engine.headers {
        headers.set(name, &value.0)?;
    }
    match (&engine.token, &engine.user, &engine.password) {
        (None, None, None) => {}
        (Some(token), None, None) => headers.set_bearer(&token.0)?,
        (None, Some(user), Some(password)) => headers.set_basic(user, &password.0)?,
        (None, ..) => return Err("user and password belong together; set both".to_owned()),
        _ => return Err("set either token, or user and password".to_owned()),
    }
    if engine
        .depth
        .is_some_and(|depth| !(1..=MAX_DEPTH).contains(&depth))
    {
        return Err(format!("the depth must be between 1 and {MAX_DEPTH}"));
    }
    Ok(EngineSettings {
        headers,
        labels: engine.labels,
        depth: engine.depth.map(usize::from),
        restart: restart(engine.restart_with, engine.max_memory)?,
        ..EngineSettings::new(address, EngineSource::File)
    })
}

/// How an engine is restarted.
fn restart(
    command: Option<SecretCommand>,
    max_memory: Option<String>,
) -> Result<Option<EngineRestart>, String> {
    let Some(SecretCommand(command)) = command else {
        return match max_memory {
            None => Ok(None),
            Some(_) => {
                Err("max-memory needs restart-with, the command that restarts it".to_owned())
            }
        };
    };
    if command.first().is_none_or(String::is_empty) {
        let why = r#"restart-with must name a program, such as ["systemctl", "restart", "comfy"]"#;
        return Err(why.to_owned());
    }
    let max_memory = max_memory.map(|size| bytes(&size)).transpose()?;
    Ok(Some(EngineRestart {
        command,
        max_memory,
    }))
}

fn bytes(size: &str) -> Result<u64, String> {
    let bytes = size.parse().map(|ByteSize(bytes)| bytes).ok();
    let bytes = bytes.filter(|bytes| *bytes > 0);
    bytes.ok_or_else(|| "max-memory must be a size such as \"20GB\"".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_have_credentials_headers_labels_and_a_depth() {
        let engines = parse(
            r#"
            [[engine]]
            url = "http://a:8188"

            [[engine]]
            url = "https://b.example/comfy"
            token = "abc"
            depth = 4
            labels = ["a100", "hall 2"]
            [engine.headers]
            X-Team = "video"

            [[engine]]
            url = "http://c:8188"
            user = "flow"
            password = "abc"
            "#,
        )
        .unwrap();
        let mut bearer = EngineHeaders::default();
        bearer.set("x-team", "video").unwrap();
        bearer.set_bearer("abc").unwrap();
        let mut basic = EngineHeaders::default();
        basic.set_basic("flow", "abc").unwrap();
        let named = |url| EngineSettings::new(url, EngineSource::File);
        let second = EngineSettings {
            headers: bearer,
            labels: vec!["a100".to_owned(), "hall 2".to_owned()],
            depth: Some(4),
            ..named("https://b.example/comfy")
        };
        let third = EngineSettings {
            headers: basic,
            ..named("http://c:8188")
        };
        assert_eq!(engines, [named("http://a:8188"), second, third]);
        assert_eq!(parse("").unwrap(), []);
    }

    #[test]
    fn an_engine_may_have_a_command_that_restarts_it() {
        let restart = |settings: &str| {
            let engine = format!("[[engine]]\nurl = \"http://a\"\n{settings}");
            parse(&engine).map(|engines| engines[0].restart.clone())
        };
        let command = r#"restart-with = ["systemctl", "restart", "comfy"]"#;
        let expected = |max_memory| EngineRestart {
            command: ["systemctl", "restart", "comfy"]
                .map(str::to_owned)
                .to_vec(),
            max_memory,
        };
        assert_eq!(restart(command), Ok(Some(expected(None))));
        for (size, bytes) in [("20GB", 20_000_000_000), ("1.5 GiB", 1_610_612_736)] {
            let settings = format!("{command}\nmax-memory = \"{size}\"");
            assert_eq!(
                restart(&settings),
                Ok(Some(expected(Some(bytes)))),
                "{size}"
            );
        }
        assert_eq!(restart(""), Ok(None));
        for (settings, why) in [
            ("restart-with = []", "must name a program"),
            ("restart-with = [\"\"]", "must name a program"),
            ("restart-with = \"reboot hidden\"", "line 3"),
            ("restart-with = [7171]", "line 3: expected a list of texts"),
            ("max-memory = \"20GB\"", "needs restart-with"),
            (
                &format!("{command}\nmax-memory = \"hidden\""),
                "a size such as",
            ),
            (
                &format!("{command}\nmax-memory = \"0GB\""),
                "a size such as",
            ),
            (
                &format!("{command}\nmax-memory = \"-1GB\""),
                "a size such as",
            ),
            (&format!("{command}\nmax-memory = 20"), "line 4"),
        ] {
            let error = restart(settings).unwrap_err();
            assert!(error.contains(why), "{settings}: {error}");
            assert!(
                !error.contains("hidden") && !error.contains("7171"),
                "{error}"
            );
        }
    }

    #[test]
    fn a_mistake_is_named_with_its_line_and_without_values() {
        let engine = "[[engine]]\nurl = \"http://a\"\n";
        let mistakes = [
            ("token = hidden", "line 3"),
            ("token = 71717171", "line 3: expected a text in quotes"),
            (
                "password = [\"hidden\"]",
                "line 3: expected a text in quotes",
            ),
            ("tokn = \"hidden\"", "line 3: unknown field `tokn`"),
            (
                "depth = 0",
                "line 2: the engine http://a: the depth must be between 1 and 1000",
            ),
            ("depth = \"two\"", "line 3: "),
            ("user = \"hidden\"", "user and password belong together"),
            (
                "token = \"hidden\"\nuser = \"u\"\npassword = \"p\"",
                "set either token",
            ),
            (
                "token = \"hidden\\nhidden\"",
                "characters that a header cannot carry",
            ),
            (
                "headers = { Host = \"hidden\" }",
                "host is set by the connection itself",
            ),
            (
                "headers = { \"X Y\" = \"hidden\" }",
                "not the name of a header",
            ),
            (
                "headers = { X = 71717171 }",
                "line 3: expected a text in quotes",
            ),
            ("token = \"hidden", "line 3"),
        ];
        for (mistake, expected) in mistakes {
            let why = parse(&format!("{engine}{mistake}\n")).unwrap_err();
            assert!(why.contains(expected), "{mistake}: {why}");
            assert!(!why.contains("hidden") && !why.contains("7171"), "{why}");
        }
        let why = parse("[[engine]]\ndepth = 2").unwrap_err();
        assert!(why.contains("missing field `url`"), "{why}");
    }

    #[test]
    fn a_wrong_address_is_named_with_its_line() {
        let engine = "[[engine]]\nurl = \"http://a\"\n";
        for (url, expected) in [
            (
                "http://a/",
                "line 4: the engine http://a: it is named twice",
            ),
            (
                "127.0.0.1:8188",
                "line 4: “127.0.0.1:8188” is not an http or https address",
            ),
            (
                "http://u:hidden@b",
                "line 4: the address contains a user name or password",
            ),
            (
                "u:hidden@b",
                "line 4: the address is not an http or https address",
            ),
        ] {
            let why = parse(&format!("{engine}[[engine]]\nurl = \"{url}\"\n")).unwrap_err();
            assert!(why.contains(expected) && !why.contains("hidden"), "{why}");
        }
    }
}
