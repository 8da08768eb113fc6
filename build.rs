//! Compiles files into the program: the playground and the node pack if they have been built, the sample workflows and
//! the documents. Each is compressed once, here or when it was built.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::UNIX_EPOCH;
use std::{env, fs, io};

use flate2::{Compression, GzBuilder};

/// Where `make` puts what it builds, also if cargo's target folder is another one.
const BUILT: &str = "target";

/// Set for the quick program, which gets its playground from a folder, so that a change of the page does not compile
/// the program again.
const WITHOUT_PLAYGROUND: &str = "FLOWDECK_WITHOUT_PLAYGROUND";

/// Smaller files are not compressed.
const MIN_COMPRESSED: usize = 512;

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed={WITHOUT_PLAYGROUND}");
    println!("cargo:rerun-if-env-changed=SOURCE_DATE_EPOCH");
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let built = root.join(BUILT);
    // What is compiled for tests and lints is compiled often, and does not need what takes minutes to build.
    let is_release = variable("PROFILE")? == "release";
    let has_playground = is_release && env::var_os(WITHOUT_PLAYGROUND).is_none();
    if has_playground {
        ensure_built(&built)?;
    }
    let build = match is_release {
        true => build_of(&root, &variable("CARGO_PKG_VERSION")?),
        false => None,
    };
    println!(
        "cargo:rustc-env=FLOWDECK_BUILD={}",
        build.unwrap_or_default()
    );
    let folder = |name, is_wanted| match is_wanted {
        true => files(&built.join(name), ""),
        false => Ok(Vec::new()),
    };
    let licenses = match is_release {
        true => file(&built, "licenses.txt")?,
        false => Vec::new(),
    };
    let mut list = List::new()?;
    list.add("PLAYGROUND", folder("site", has_playground)?)?;
    list.add("NODE_PACK", folder("comfyui", is_release)?)?;
    list.add("SAMPLES", files(&root.join("www/workflows"), "")?)?;
    list.add("DOCUMENTS", documents(&root.join("docs"))?)?;
    list.add("OPERATING", operating(&root)?)?;
    list.add("LICENSES", licenses)?;
    fs::write(list.folder.join("embedded.rs"), list.code)
}

/// What a program that people install contains, and what makes it.
pub(crate) const PARTS: [(&str, &str); 3] = [
    ("site/index.html", "site"),
    ("comfyui/pyproject.toml", "nodes"),
    ("licenses.txt", "licenses"),
];

/// Ensures that the page and everything else of a program that people install has been built.
pub(crate) fn ensure_built(built: &Path) -> io::Result<()> {
    let missing = PARTS.iter().filter(|(file, _)| !built.join(file).is_file());
    let missing: Vec<&str> = missing.map(|(_, target)| *target).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let missing = missing.join(" ");
    Err(io::Error::other(format!(
        "adding the page to the program: it has not been built; run `make install`, which builds everything, or `make \
         {missing}` and then this command again, or set {WITHOUT_PLAYGROUND}=1 for a program without the page"
    )))
}

/// What tells two builds of a version apart: the time and the name of the commit, such as `+202611281355.g010252a`.
/// `None` for a release, and outside git.
pub(crate) fn build_of(root: &Path, version: &str) -> Option<String> {
    // The source may be within somebody else's repository.
    let top = PathBuf::from(git(root, &["rev-parse", "--show-toplevel"])?);
    if top.canonicalize().ok()? != root.canonicalize().ok()? {
        return None;
    }
    // It is written whenever another commit is checked out.
    let log = git(root, &["rev-parse", "--git-path", "logs/HEAD"])?;
    println!("cargo:rerun-if-changed={}", root.join(log).display());
    let tags = git(root, &["tag", "--points-at", "HEAD"])?;
    if tags
        .lines()
        .any(|tag| tag.strip_prefix('v') == Some(version))
    {
        return None;
    }
    let time = [
        "log",
        "-1",
        "--format=%cd",
        "--date=format-local:%Y%m%d%H%M",
    ];
    let commit = git(root, &["rev-parse", "--short=7", "HEAD"])?;
    Some(format!("+{}.g{commit}", git(root, &time)?))
}

/// What a command of git prints.
fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let mut git = Command::new("git");
    let output = git
        .current_dir(root)
        .env("TZ", "UTC")
        .args(arguments)
        .output();
    let output = output.ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.trim().to_owned())
}

fn variable(name: &str) -> io::Result<String> {
    env::var(name).map_err(|why| io::Error::other(format!("{name}: {why}")))
}

/// A file, and its name in the program.
type Source = (PathBuf, String);

/// The files of a folder; none if it has not been built.
fn files(folder: &Path, within: &str) -> io::Result<Vec<Source>> {
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut found = Vec::new();
    if !folder.is_dir() {
        return Ok(found);
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{within}{}", entry.file_name().to_string_lossy());
        match entry.file_type()?.is_dir() {
            // What Python compiles is not part of the pack.
            true if entry.file_name() == "__pycache__" => {}
            true => found.extend(files(&entry.path(), &format!("{name}/"))?),
            false => found.push((entry.path(), name)),
        }
    }
    Ok(found)
}

/// A file of a folder; nothing if it has not been built.
fn file(folder: &Path, name: &str) -> io::Result<Vec<Source>> {
    let path = folder.join(name);
    println!("cargo:rerun-if-changed={}", path.display());
    let is_built = path.is_file();
    Ok(is_built
        .then(|| (path, name.to_owned()))
        .into_iter()
        .collect())
}

/// The documents, without their pictures.
fn documents(folder: &Path) -> io::Result<Vec<Source>> {
    let mut found = files(folder, "")?;
    found.retain(|(_, name)| name.ends_with(".md"));
    Ok(found)
}

/// What an operator installs besides the program: units, proxies, and what a monitoring system reads.
fn operating(root: &Path) -> io::Result<Vec<Source>> {
    let mut found = files(&root.join("packaging/operate"), "")?;
    found.extend(files(&root.join("docs/monitoring"), "")?);
    found.retain(|(_, name)| !name.ends_with(".md"));
    Ok(found)
}

/// The lists of files, as Rust code.
struct List {
    /// Where the code and the compressed files are.
    folder: PathBuf,
    code: String,
    /// The compressed files by their content: the page and the node pack have files in common.
    written: BTreeMap<Vec<u8>, PathBuf>,
}

impl List {
    fn new() -> io::Result<Self> {
        let folder = PathBuf::from(variable("OUT_DIR")?);
        let contents = folder.join("embedded");
        // Those of an earlier build.
        if contents.is_dir() {
            fs::remove_dir_all(&contents)?;
        }
        fs::create_dir_all(contents)?;
        Ok(Self {
            folder,
            code: String::new(),
            written: BTreeMap::new(),
        })
    }

    /// Adds a list of files under a name.
    fn add(&mut self, list: &str, mut files: Vec<Source>) -> io::Result<()> {
        files.sort_by(|(_, one), (_, other)| one.cmp(other));
        let modified = modified(&files)?;
        self.line(&format!("pub(crate) const {list}: EmbeddedFiles = EmbeddedFiles {{ modified: {modified}, files: &["))?;
        let names: Vec<&str> = files.iter().map(|(_, name)| name.as_str()).collect();
        for (path, name) in &files {
            // The copies that browsers get belong to the file without the ending.
            let original = name
                .strip_suffix(".br")
                .or_else(|| name.strip_suffix(".gz"));
            if original.is_none_or(|original| !names.contains(&original)) {
                self.add_file(path, name)?;
            }
        }
        self.line("] };")
    }

    fn add_file(&mut self, path: &Path, name: &str) -> io::Result<()> {
        let beside = |ending: &str| fs::read(format!("{}.{ending}", path.display())).ok();
        let bytes = fs::read(path)?;
        let gzip = match beside("gz") {
            Some(gzip) => Some(gzip),
            None => smaller(&bytes)?,
        };
        let is_gzip = gzip.is_some();
        let content = self.included(gzip.unwrap_or(bytes))?;
        let brotli = match beside("br") {
            Some(brotli) => format!("Some({})", self.included(brotli)?),
            None => "None".to_owned(),
        };
        self.line(&format!(
            "    EmbeddedFile {{ path: {name:?}, content: {content}, is_gzip: {is_gzip}, brotli: {brotli} }},"
        ))
    }

    /// The code that includes these bytes. They are copied, so that the file can be built again meanwhile.
    fn included(&mut self, bytes: Vec<u8>) -> io::Result<String> {
        let number = self.written.len();
        let path = match self.written.get(&bytes) {
            Some(path) => path.clone(),
            None => {
                let path = self.folder.join("embedded").join(number.to_string());
                fs::write(&path, &bytes)?;
                self.written.insert(bytes, path.clone());
                path
            }
        };
        Ok(format!("include_bytes!({path:?})"))
    }

    fn line(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.code, "{line}").map_err(io::Error::other)
    }
}

/// When files were made, in seconds since 1970: a browser asks for those that are newer.
fn modified(files: &[Source]) -> io::Result<u64> {
    if let Ok(time) = env::var("SOURCE_DATE_EPOCH") {
        return time.parse().map_err(io::Error::other);
    }
    let mut newest = 0;
    for (path, _) in files {
        let modified = fs::metadata(path)?.modified()?;
        let since = modified.duration_since(UNIX_EPOCH).unwrap_or_default();
        newest = newest.max(since.as_secs());
    }
    Ok(newest)
}

/// The bytes compressed, if that makes them smaller.
fn smaller(bytes: &[u8]) -> io::Result<Option<Vec<u8>>> {
    if bytes.len() < MIN_COMPRESSED {
        return Ok(None);
    }
    let mut writer = GzBuilder::new().write(Vec::new(), Compression::best());
    writer.write_all(bytes)?;
    let compressed = writer.finish()?;
    Ok((compressed.len() < bytes.len() / 10 * 9).then_some(compressed))
}
