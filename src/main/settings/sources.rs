//! One setting and its places: flags, environment variables and the configuration file. Does not know whether its value
//! is valid.

use std::ffi::OsString;
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches};

use crate::config::Config;

/// Where a setting comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Flag,
    /// The name of the environment variable.
    Environment(String),
    File {
        path: PathBuf,
        line: usize,
    },
    Default,
}

impl Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => f.write_str("command line"),
            Self::Environment(variable) => f.write_str(variable),
            Self::File { path, line } => write!(f, "{}, line {line}", path.display()),
            Self::Default => f.write_str("default"),
        }
    }
}

/// One setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Setting {
    /// The name of its flag.
    pub(crate) name: String,
    /// As they would follow the flag. A switch has `true` or `false`.
    pub(crate) values: Vec<OsString>,
    pub(crate) source: Source,
}

/// The name of a flag, a key of the file.
pub(super) fn name(arg: &Arg) -> &str {
    arg.get_long().unwrap_or_default()
}

/// The environment variable of a flag.
pub(super) fn variable(arg: &Arg) -> String {
    let name = name(arg).to_ascii_uppercase().replace('-', "_");
    format!("FLOWDECK_{name}")
}

fn is_switch(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::SetTrue)
}

fn is_list(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::Append)
}

/// The values of a flag as they were given.
pub(super) fn raw_values(matches: &ArgMatches, arg: &Arg) -> Vec<OsString> {
    let values = matches.get_raw(arg.get_id().as_str());
    values.into_iter().flatten().map(OsString::from).collect()
}

/// The setting on the command line.
pub(super) fn from_flag(given: &ArgMatches, arg: &Arg) -> Option<Setting> {
    let is_given = given.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
    is_given.then(|| Setting {
        name: name(arg).to_owned(),
        values: match is_switch(arg) {
            true => vec!["true".into()],
            false => raw_values(given, arg),
        },
        source: Source::Flag,
    })
}

/// The setting in the environment. An empty variable counts as unset; the values of a list are separated by commas.
pub(super) fn from_environment(
    arg: &Arg,
    environment: &impl Fn(&str) -> Option<OsString>,
) -> Option<Result<Setting, String>> {
    let name = name(arg);
    let key = variable(arg);
    let text = environment(&key).filter(|text| !text.is_empty())?;
    let values = if is_switch(arg) {
        match text.to_str() {
            Some("true" | "1") => vec!["true".into()],
            Some("false" | "0") => vec!["false".into()],
            _ => return Some(Err(format!("reading {key}: set it to true or false"))),
        }
    } else {
        match text.to_str().filter(|_| is_list(arg)) {
            Some(list) => list.split(',').map(|one| one.trim().into()).collect(),
            None => vec![text],
        }
    };
    Some(Ok(Setting {
        name: name.to_owned(),
        values,
        source: Source::Environment(key),
    }))
}

/// The setting in the configuration file at this path.
pub(super) fn from_file(
    config: &Config,
    arg: &Arg,
    path: &Path,
) -> Option<Result<Setting, String>> {
    let name = name(arg);
    let key = config.keys.iter().find(|key| key.name == name)?;
    let source = Source::File {
        path: path.to_owned(),
        line: key.line,
    };
    let values = match (&key.value, is_switch(arg), is_list(arg)) {
        (toml::Value::Boolean(on), true, _) => vec![on.to_string()],
        (toml::Value::Array(all), false, true) => match all.iter().map(text).collect() {
            Some(values) => values,
            None => return Some(Err(mistake(&source, name, "it must be an array of texts"))),
        },
        (_, true, _) => return Some(Err(mistake(&source, name, "it must be true or false"))),
        (_, _, true) => return Some(Err(mistake(&source, name, "it must be an array of texts"))),
        (value, ..) => match text(value) {
            Some(value) => vec![value],
            None => return Some(Err(mistake(&source, name, "it must be a text or a number"))),
        },
    };
    Some(Ok(Setting {
        name: name.to_owned(),
        values: values.into_iter().map(OsString::from).collect(),
        source,
    }))
}

fn text(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Float(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The text of a mistake in a setting.
pub(super) fn mistake(source: &Source, name: &str, why: &str) -> String {
    match source {
        Source::File { path, line } => {
            format!("reading {}: line {line}: {name}: {why}", path.display())
        }
        Source::Environment(variable) => format!("reading {variable}: {why}"),
        Source::Flag | Source::Default => format!("reading --{name}: {why}"),
    }
}
