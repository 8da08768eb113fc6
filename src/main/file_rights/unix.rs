//! Owners, groups and modes.

use std::fs::{self, Metadata};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use rustix::process::{getegid, geteuid, getgroups};

use crate::shell;

/// What users have who are neither the owner nor in the group.
const OTHERS: u32 = 0o007;
const GROUP: u32 = 0o070;

const ROOT: u32 = 0;

/// The file with the names of the groups.
const GROUPS: &str = "/etc/group";

/// The user of a service, who must be able to read its files.
pub(super) struct Reader {
    user: u32,
    groups: Groups,
}

enum Groups {
    /// Every group of the user.
    All(Vec<u32>),
    /// One of them; the others are not known.
    Some(u32),
}

impl Groups {
    fn contain(&self, group: u32) -> bool {
        match self {
            Self::All(all) => all.contains(&group),
            Self::Some(one) => *one == group,
        }
    }
}

impl Reader {
    /// The user of the service with this data folder: its owner if root asks, else the user of this process.
    pub(super) fn of(data: &Path) -> Self {
        let user = geteuid().as_raw();
        let owner = fs::metadata(data).ok();
        match owner.filter(|folder| user == ROOT && folder.uid() != ROOT) {
            Some(folder) => Self {
                user: folder.uid(),
                groups: Groups::Some(folder.gid()),
            },
            None => Self {
                user,
                groups: Groups::All(own_groups()),
            },
        }
    }

    /// The owner of the data folder, without the groups unless they are needed to read this file.
    pub(super) fn owner_of(data: &Path, file: &Path) -> Self {
        let reader = Self::of(data);
        let user = fs::metadata(data).map_or(reader.user, |folder| folder.uid());
        let is_owner = fs::metadata(file).is_ok_and(|file| file.uid() == user);
        Self {
            user,
            groups: match is_owner {
                true => Groups::All(Vec::new()),
                false => reader.groups,
            },
        }
    }
}

fn own_groups() -> Vec<u32> {
    let further = getgroups().unwrap_or_default();
    let all = further.into_iter().chain([getegid()]);
    all.map(|group| group.as_raw()).collect()
}

/// The command after which nobody but the owner and the reader can open a file; `None` if that is so already.
pub(super) fn closing(path: &Path, reader: &Reader) -> Option<String> {
    command(path, &fs::metadata(path).ok()?, reader)
}

fn command(path: &Path, file: &Metadata, reader: &Reader) -> Option<String> {
    let mode = file.permissions().mode();
    let is_in_group = reader.groups.contain(file.gid());
    let is_other_group = match reader.groups {
        Groups::All(_) => mode & GROUP != 0 && !is_in_group,
        // It may be one of those that are not known.
        Groups::Some(_) => false,
    };
    if mode & OTHERS == 0 && !is_other_group {
        return None;
    }
    let name = shell::quoted(path);
    Some(match (is_in_group, &reader.groups) {
        (true, _) => format!("chmod o-rwx {name}"),
        // Its owner, and root, can read it without a group.
        (false, _) if [file.uid(), ROOT].contains(&reader.user) => format!("chmod go-rwx {name}"),
        (false, Groups::All(all)) => through_group(all.last().copied(), &name),
        (false, Groups::Some(group)) => through_group(Some(*group), &name),
    })
}

/// Lets a reader who is not the owner read a file through a group.
fn through_group(group: Option<u32>, name: &str) -> String {
    let group = group.map_or_else(|| "GROUP".to_owned(), group_name);
    format!("chgrp {group} {name} && chmod 640 {name}")
}

/// The name of a group, or its number if it has none.
fn group_name(group: u32) -> String {
    let number = group.to_string();
    let all = fs::read_to_string(GROUPS).unwrap_or_default();
    let named = all.lines().find_map(|line| {
        let mut parts = line.split(':');
        let name = parts.next()?;
        (parts.nth(1)? == number).then(|| name.to_owned())
    });
    named.unwrap_or(number)
}

#[cfg(test)]
#[path = "unix/tests.rs"]
mod tests;
