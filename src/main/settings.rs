//! The settings of `flowdeck serve`: each is a flag, an environment variable or a key of the configuration file, in
//! this order. Knows no single setting: what clap knows of the flags is enough.

#[path = "settings/sources.rs"]
mod sources;

use std::env;
use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use service::{EngineSettings, engine_address};

use super::arguments::Serve;
use super::config::{self, Config};
use super::file_rights;
use super::home_folder;
pub(crate) use sources::{Setting, Source};
use sources::{from_environment, from_file, from_flag, mistake, name, raw_values};

/// The setting that names the configuration file. `engine` is there, too, but with more than an address.
const CONFIG: &str = "config";
const ENGINE: &str = "engine";

/// The number of embedded engines if none is given.
const DEFAULT_ENGINES: u16 = 2;

/// The settings of a start.
pub(crate) struct Settings {
    pub(crate) serve: Serve,
    /// The engine instances of the configuration file.
    pub(crate) engines: Vec<EngineSettings>,
    /// How many embedded engines there are, unless another engine is found.
    pub(crate) embedded: u16,
    /// Whether to look for ComfyUI on this machine.
    pub(crate) searches: bool,
    pub(crate) all: Vec<Setting>,
    /// What a person should check of how the configuration file was read.
    pub(crate) note: Option<String>,
}

impl Settings {
    /// These flags, and nothing else.
    pub(crate) fn of(serve: Serve) -> Self {
        Self {
            serve,
            engines: Vec::new(),
            embedded: 0,
            searches: false,
            all: Vec::new(),
            note: None,
        }
    }

    /// Whether nobody has set this setting.
    pub(crate) fn is_default(&self, name: &str) -> bool {
        let mut all = self.all.iter();
        all.any(|setting| setting.name == name && setting.source == Source::Default)
    }

    /// Warns if others can read the configuration file, and it has credentials of engines.
    pub(crate) fn warn_of_open_credentials(&self) {
        if let Some(path) = &self.serve.config
            && config::has_credentials(&self.engines)
        {
            file_rights::warn_if_others_can_read(path, "the credentials", &self.serve.data);
        }
    }
}

/// The settings of this process, by the arguments of the command line.
///
/// # Errors
/// Every mistake, a line for each.
pub(crate) fn resolved(given: &ArgMatches) -> Result<Settings, String> {
    let settings = resolve(given, |name| env::var_os(name));
    settings.map_err(|mistakes| mistakes.join("\n  "))
}

/// The settings, by the arguments of the command line, the environment and the configuration file.
///
/// # Errors
/// Every mistake, with its place.
pub(crate) fn resolve(
    given: &ArgMatches,
    variable: impl Fn(&str) -> Option<OsString>,
) -> Result<Settings, Vec<String>> {
    let command = Serve::augment_args(Command::new("serve").no_binary_name(true));
    let above_file = |arg: &Arg| {
        let set = from_flag(given, arg).map(Ok);
        set.or_else(|| from_environment(arg, &variable))
    };
    let mut mistakes = Vec::new();
    let path = command.get_arguments().find(|arg| arg.get_id() == CONFIG);
    let path = path.and_then(above_file).and_then(Result::ok);
    let path = path.and_then(|path| path.values.into_iter().next());
    let path = path.map(|path| home_folder::expanded(Path::new(&path)));
    let path = path
        .transpose()
        .map_err(|why| vec![format!("reading --config: {why}")])?;
    let config = match path.as_deref().map(config::read) {
        None => Config::default(),
        Some(Ok(config)) => config,
        Some(Err(why)) => return Err(vec![why]),
    };
    let path = path.unwrap_or_default();
    mistakes.extend(unknown_keys(&config, &command, &path));
    let mut all = Vec::new();
    for arg in command.get_arguments() {
        let from_file = || from_file(&config, arg, &path);
        match above_file(arg).or_else(from_file) {
            None => {}
            Some(Err(why)) => mistakes.push(why),
            Some(Ok(setting)) => match check(&command, &setting) {
                Ok(()) => all.push(setting),
                Err(why) => mistakes.push(why),
            },
        }
    }
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    let settings = settings(command, all, config.engines).map_err(|why| vec![why])?;
    Ok(Settings {
        note: config.note,
        ..settings
    })
}

/// The settings. Each is valid on its own; together they may not be.
fn settings(
    command: Command,
    mut all: Vec<Setting>,
    engines: Vec<EngineSettings>,
) -> Result<Settings, String> {
    let arguments = all.iter().flat_map(arguments);
    let matches = command.clone().try_get_matches_from(arguments);
    let matches = matches.map_err(|why| format!("reading the settings: {}", reason(&why)))?;
    let serve = Serve::from_arg_matches(&matches).map_err(|why| reason(&why))?;
    let embedded = embedded_engines(&serve, &engines)?;
    let is_told = !serve.engine.is_empty() || !engines.is_empty() || serve.engines.is_some();
    let searches = !serve.no_search && !is_told;
    ensure_two_listeners(&serve)?;
    for arg in command.get_arguments() {
        let name = name(arg);
        if all.iter().all(|setting| setting.name != name) {
            all.push(Setting {
                name: name.to_owned(),
                values: raw_values(&matches, arg),
                source: Source::Default,
            });
        }
    }
    all.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(Settings {
        serve,
        engines,
        embedded,
        searches,
        all,
        note: None,
    })
}

/// Ensures that the listener for monitoring has an address of its own.
fn ensure_two_listeners(serve: &Serve) -> Result<(), String> {
    let is_same = serve.metrics_listen == Some(serve.listen) && serve.listen.port() != 0;
    match is_same {
        true => Err(
            "reading the settings: `listen` and `metrics-listen` are the same address; choose another port for one of \
             them"
                .to_owned(),
        ),
        false => Ok(()),
    }
}

/// How many embedded engines to start: none beside other engines. A configuration file may get its engines later, so
/// with one, they are started only if their number is given.
fn embedded_engines(serve: &Serve, engines: &[EngineSettings]) -> Result<u16, String> {
    let has_others = !serve.engine.is_empty() || !engines.is_empty();
    match (serve.engines, has_others) {
        (Some(_), true) => Err(
            "reading the settings: `engines` starts embedded engines, which cannot run beside other engines; remove \
             it, or the other engines"
                .to_owned(),
        ),
        (Some(count), false) => Ok(count),
        (None, false) if serve.config.is_none() => Ok(DEFAULT_ENGINES),
        (None, _) => Ok(0),
    }
}

/// A mistake for each key of the file that is not a setting.
fn unknown_keys(config: &Config, command: &Command, path: &Path) -> Vec<String> {
    let is_known = |key: &str| {
        let mut names = command.get_arguments().map(name);
        key != CONFIG && key != ENGINE && names.any(|name| name == key)
    };
    let unknown = config.keys.iter().filter(|key| !is_known(&key.name));
    let mistakes = unknown.map(|key| {
        let source = Source::File {
            path: path.to_owned(),
            line: key.line,
        };
        let why = "a configuration file has no such setting; see flowdeck serve --help";
        mistake(&source, &key.name, why)
    });
    mistakes.collect()
}

/// The arguments that have the effect of a setting.
fn arguments(setting: &Setting) -> Vec<OsString> {
    let flag = format!("--{}", setting.name);
    let is_switch = |value: &str| setting.values == [OsString::from(value)];
    if is_switch("false") {
        return Vec::new();
    }
    if is_switch("true") {
        return vec![flag.into()];
    }
    let argument = |value: &OsString| {
        let mut argument = OsString::from(format!("{flag}="));
        argument.push(value);
        argument
    };
    setting.values.iter().map(argument).collect()
}

/// Ensures that a setting alone is valid.
fn check(command: &Command, setting: &Setting) -> Result<(), String> {
    match command.clone().try_get_matches_from(arguments(setting)) {
        // Without the others, one that it belongs to can be missing.
        Err(why) if why.kind() != ErrorKind::MissingRequiredArgument => {
            Err(mistake(&setting.source, &setting.name, &reason(&why)))
        }
        _ if setting.name == ENGINE => {
            let mut addresses = setting.values.iter();
            // Not by clap, which would show a password in the address.
            let checked = addresses
                .try_for_each(|address| engine_address(&address.to_string_lossy()).map(drop));
            checked.map_err(|why| mistake(&setting.source, &setting.name, &why))
        }
        _ => Ok(()),
    }
}

/// Why clap refuses a value, without the value.
fn reason(error: &clap::Error) -> String {
    if let Some(why) = std::error::Error::source(error) {
        return why.to_string();
    }
    match (error.kind(), error.get(ContextKind::ValidValue)) {
        (ErrorKind::InvalidValue, Some(ContextValue::Strings(valid))) => {
            format!("it must be one of {}", valid.join(", "))
        }
        _ => {
            let text = error.to_string();
            let text = text.trim_start_matches("error: ").split("\n\n").next();
            text.unwrap_or_default().replace('\n', " ")
        }
    }
}

#[cfg(test)]
#[path = "settings/documented.rs"]
mod documented;
#[cfg(test)]
#[path = "settings/tests.rs"]
mod tests;
