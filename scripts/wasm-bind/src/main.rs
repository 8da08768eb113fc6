//! `wasm-bind MODULE FOLDER NAME [--split]` turns a module compiled by rustc into `NAME.js` and
//! `NAME_bg.wasm`, and with `--split` also into the chunks that are loaded later. It combines the
//! libraries behind the wasm-bindgen and wasm-split commands, because installing the two commands
//! takes four times as long.

mod stream_classes;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use walrus::{ElementItems, FunctionId, Module};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        [module, folder, name] => bind(Path::new(module), Path::new(folder), name, false),
        [module, folder, name, "--split"] => {
            let main = split(Path::new(module), Path::new(folder), name)?;
            bind(&main, Path::new(folder), name, true)?;
            std::fs::remove_file(main).context("removing the unbound module")
        }
        _ => bail!("usage: wasm-bind MODULE FOLDER NAME [--split]"),
    }
}

/// Splits off the chunks and returns the path of the main module, which has no bindings yet.
fn split(module: &Path, folder: &Path, name: &str) -> Result<PathBuf> {
    std::fs::create_dir_all(folder).context("creating the output folder")?;
    let bytes = std::fs::read(module).with_context(|| format!("reading {}", module.display()))?;
    let main = folder.join(format!("{name}.wasm"));
    let main_script = format!("./{name}.js");
    let bytes = stream_classes::removed(&bytes);
    let mut options = wasm_split_cli_support::Options::new(&bytes);
    options.output_dir = folder;
    options.main_out_path = &main;
    options.main_module = &main_script;
    options.target.web();
    wasm_split_cli_support::transform(options).map_err(|why| anyhow!("splitting: {why:?}"))?;
    Ok(main)
}

/// Writes the bindings. A split module keeps the linker's exports, which its chunks import.
fn bind(module: &Path, folder: &Path, name: &str, is_split: bool) -> Result<()> {
    let mut output = Bindgen::new()
        .web(true)?
        .input_path(module)
        .out_name(name)
        .keep_lld_exports(is_split)
        // Without it, `init()` needs the address of the module.
        .omit_default_module_path(false)
        .generate_output()
        .with_context(|| format!("binding {}", module.display()))?;
    if is_split {
        clear_invokers(output.wasm_mut());
    }
    output.emit(folder).context("writing the bindings")
}

/// Clears the entries of the function table that wasm-bindgen reads to bind closures: JavaScript calls the closures'
/// invokers by their exports. wasm-opt drops such entries itself, but not from a table that a split module exports.
fn clear_invokers(module: &mut Module) {
    let names = &module.funcs;
    let is_invoker = |id: &FunctionId| {
        let name = names.get(*id).name.as_deref().unwrap_or_default();
        name.contains("wasm_bindgen") && name.contains("::closures::_::invoke")
    };
    for element in module.elements.iter_mut() {
        let ElementItems::Functions(items) = &mut element.items else {
            continue;
        };
        // A segment of functions has no empty entries, so that others take their places.
        let Some(other) = items.iter().find(|item| !is_invoker(item)).copied() else {
            continue;
        };
        for item in items.iter_mut().filter(|item| is_invoker(item)) {
            *item = other;
        }
    }
    walrus::passes::gc::run(module);
}
