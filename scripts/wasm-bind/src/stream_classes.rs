//! Removes the classes of wasm-streams from a module before it is bound. leptos links them for server functions, which
//! the page does not have. Whatever is exported to JavaScript stays in the module: 4.6 KB of the first load. Works on
//! the bytes, because a parsed module loses the relocations that the splitter needs.

/// What the names of their exports contain, and those of their descriptions.
const EXPORT: &[u8] = b"intounderlying";
const CLASS: &[u8] = b"IntoUnderlying";

/// The section with wasm-bindgen's descriptions of classes and functions.
const DESCRIPTIONS: &[u8] = b"__wasm_bindgen_unstable";

const CUSTOM: u8 = 0;
const EXPORTS: u8 = 7;

/// The module without the classes; the same bytes if it is not as expected.
pub fn removed(module: &[u8]) -> Vec<u8> {
    without(module).unwrap_or_else(|| module.to_vec())
}

fn without(module: &[u8]) -> Option<Vec<u8>> {
    let (header, mut rest) = module.split_at_checked(8)?;
    let mut out = header.to_vec();
    while let Some((&id, after)) = rest.split_first() {
        let (size, after) = number(after)?;
        let (section, after) = after.split_at_checked(size)?;
        let kept = match id {
            EXPORTS => exports(section)?,
            CUSTOM => descriptions(section)?.unwrap_or_else(|| section.to_vec()),
            _ => section.to_vec(),
        };
        out.push(id);
        push(kept.len(), &mut out);
        out.extend(kept);
        rest = after;
    }
    Some(out)
}

/// The section of exports without theirs.
fn exports(section: &[u8]) -> Option<Vec<u8>> {
    let (count, mut rest) = number(section)?;
    let mut kept = Vec::new();
    for _ in 0..count {
        let (length, after) = number(rest)?;
        let name = after.get(..length)?;
        let (_, after) = number(after.get(length + 1..)?)?;
        let (export, after) = rest.split_at_checked(rest.len() - after.len())?;
        if !contains(name, EXPORT) {
            kept.push(export);
        }
        rest = after;
    }
    let mut out = Vec::new();
    push(kept.len(), &mut out);
    Some([out, kept.concat()].concat())
}

/// The section of descriptions without theirs; `None` within for another section.
fn descriptions(section: &[u8]) -> Option<Option<Vec<u8>>> {
    let (length, after) = number(section)?;
    let (name, mut rest) = after.split_at_checked(length)?;
    if name != DESCRIPTIONS {
        return Some(None);
    }
    let mut out = section.get(..section.len() - rest.len())?.to_vec();
    while !rest.is_empty() {
        let (version, after) = sized(rest)?;
        let (program, after) = sized(after)?;
        if !contains(program, CLASS) {
            out.extend([version, program].concat());
        }
        rest = after;
    }
    Some(Some(out))
}

/// The bytes after their size, with it, and what follows them.
fn sized(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let size = u32::from_le_bytes(bytes.get(..4)?.try_into().ok()?);
    bytes.split_at_checked(4 + usize::try_from(size).ok()?)
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// A number in LEB128, and what follows it.
fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let mut value = 0;
    for (index, byte) in bytes.iter().enumerate().take(5) {
        value |= usize::from(byte & 0x7f) << (7 * index);
        if byte & 0x80 == 0 {
            return Some((value, bytes.get(index + 1..)?));
        }
    }
    None
}

fn push(mut value: usize, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
