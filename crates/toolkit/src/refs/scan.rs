//! What one file refers to, itself and everything inside it.

use super::shelf::{self, Outcome};
use crate::allowance::Allowance;
use crate::open::Asset;
use crate::path::Steps;
use rayon::prelude::*;
use relict_core::archive::Archive;
use relict_core::format::Limits;
use relict_core::refs::{Place, Reference, Role};
use std::collections::HashSet;

/// References of one asset beyond this many are counted, not followed: real ones have dozens.
pub(super) const KEPT_PER_ASSET: usize = 4096;
/// The same for everything in one file.
pub(super) const KEPT_PER_FILE: usize = 250_000;
/// Paths of what could not be read, beyond which they are only counted.
pub(super) const KEPT_UNREADABLE: usize = 100;

/// Entries that are looked at before their answers are put together, which bounds what waits.
const CHUNK: usize = 512;

/// What could not be read.
#[derive(Clone, Debug, Default)]
pub struct Unreadable {
    pub count: usize,
    /// The first of them.
    pub paths: Vec<String>,
}

impl Unreadable {
    pub(super) fn add(&mut self, path: String) {
        self.count += 1;
        if self.paths.len() < KEPT_UNREADABLE {
            self.paths.push(path);
        }
    }

    pub(super) fn append(&mut self, outer: &str, other: Self) {
        let room = KEPT_UNREADABLE - self.paths.len();
        self.paths.extend(other.paths.into_iter().take(room).map(|path| joined(outer, &path)));
        self.count += other.count;
    }
}

/// One name in one field, and what it leads to where that is known already.
#[derive(Debug)]
pub(super) struct Link {
    pub role: &'static Role,
    pub name: Box<str>,
    pub field: Box<str>,
    /// For names in the same archive, and of entries also in the same folder: what the engine finds, by its path in the file.
    pub here: Option<Outcome<String>>,
}

/// An asset that refers to others.
#[derive(Debug)]
pub(super) struct User {
    /// In the file; empty for the file itself.
    pub path: String,
    pub links: Vec<Link>,
    /// Whether it is an entry of the archive that is being looked at, and not of one inside.
    direct: bool,
}

#[derive(Debug, Default)]
pub(super) struct Scan {
    pub assets: usize,
    pub users: Vec<User>,
    /// References that were counted and not kept.
    pub unfollowed: usize,
    pub unreadable: Unreadable,
    kept: usize,
}

pub(super) fn joined(outer: &str, inner: &str) -> String {
    match (outer, inner) {
        ("", inner) => inner.into(),
        (outer, "") => outer.into(),
        (outer, inner) => format!("{outer}/{inner}"),
    }
}

/// Of a file and everything in it. What no format claims refers to nothing that we know of.
pub(super) fn file(path: &str, bytes: &[u8], limits: Limits) -> Scan {
    inside(&Asset::file(path, bytes), limits, Allowance::for_size(bytes.len()))
}

fn inside(asset: &Asset<'_>, limits: Limits, allowance: Allowance) -> Scan {
    let mut scan = Scan { assets: 1, ..Scan::default() };
    let Some(kind) = asset.kind() else { return scan };
    let Ok(document) = kind.open(asset.bytes, asset.origin) else { return scan.not_read() };
    scan.keep(document.references());
    if let Some(archive) = document.archive().filter(|_| limits.depth > 0) {
        let steps = Steps::new(&*archive);
        scan.look_into(&*archive, &steps, limits, allowance);
        scan.resolve_here(&*archive, &steps);
    }
    scan
}

impl Scan {
    pub(super) fn unread() -> Self {
        Self { assets: 1, ..Self::default() }.not_read()
    }

    fn not_read(mut self) -> Self {
        self.unreadable.add(String::new());
        self
    }

    fn keep(&mut self, mut references: Vec<Reference>) {
        self.unfollowed += references.len().saturating_sub(KEPT_PER_ASSET);
        references.truncate(KEPT_PER_ASSET);
        if references.is_empty() {
            return;
        }
        self.kept += references.len();
        let link =
            |r: Reference| Link { role: r.role, name: r.name.into(), field: r.field.into(), here: None };
        let links = references.into_iter().map(link).collect();
        self.users.push(User { path: String::new(), links, direct: false });
    }

    fn look_into(&mut self, archive: &dyn Archive, steps: &Steps<'_>, limits: Limits, allowance: Allowance) {
        let deeper = limits.deeper();
        let allowances = allowance.shared_out(archive);
        let look = |i: usize| {
            let allowance = allowances.get(i).copied().flatten();
            let asked = allowance.and_then(|allowance| Some((allowance, archive.payload(i, limits).ok()?)));
            let (Some((allowance, bytes)), Some(entry)) = (asked, archive.entry(i)) else {
                return Self::unread();
            };
            inside(
                &Asset { path: "", origin: entry.origin(), bytes: &bytes, holder: None },
                deeper,
                allowance,
            )
        };
        for start in (0..archive.len()).step_by(CHUNK) {
            let part = start..archive.len().min(start + CHUNK);
            let scans: Vec<Self> = part.clone().into_par_iter().map(look).collect();
            for (i, scan) in part.zip(scans) {
                self.append(&steps.get(i).unwrap_or_default(), scan);
            }
        }
    }

    /// Takes over what was found in the entry `step`.
    fn append(&mut self, step: &str, other: Self) {
        self.assets += other.assets;
        self.unfollowed += other.unfollowed;
        self.unreadable.append(step, other.unreadable);
        for mut user in other.users {
            if self.kept + user.links.len() > KEPT_PER_FILE {
                self.unfollowed += user.links.len();
                continue;
            }
            self.kept += user.links.len();
            user.direct = user.path.is_empty();
            user.path = joined(step, &user.path);
            for found in user.links.iter_mut().filter_map(|link| link.here.as_mut()) {
                found.map_in_place(|path| *path = joined(step, path));
            }
            self.users.push(user);
        }
    }

    /// Looks up the names that entries of this archive mean in this archive, while it is open.
    fn resolve_here(&mut self, archive: &dyn Archive, steps: &Steps<'_>) {
        let here = |link: &&mut Link| is_here(link);
        let links = || self.users.iter().filter(|user| user.direct).flat_map(|user| &user.links);
        let names: HashSet<&str> = links()
            .filter(|link| is_here(link))
            .flat_map(|link| [Some(&*link.name), link.role.stand_in].into_iter().flatten())
            .collect();
        if names.is_empty() {
            return;
        }
        let found = shelf::found(archive, &names);
        let users = self.users.iter_mut().filter(|user| user.direct);
        for link in users.flat_map(|user| &mut user.links).filter(here) {
            let outcome = Outcome::of(link.role, &link.name, &found, archive.len());
            let path = |index| steps.get(index).unwrap_or_default().into_owned();
            link.here = Some(outcome.map(path));
        }
    }
}

/// To an entry, its archive is its folder.
fn is_here(link: &Link) -> bool {
    matches!(link.role.place, Place::SameArchive | Place::SameFolder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::format::Context;

    static PART: Role = Role {
        name: "part",
        place: Place::SameArchive,
        format: "x",
        stand_in: Some("spare"),
        optional: false,
    };

    fn link(name: &str) -> Link {
        Link { role: &PART, name: name.into(), field: "field".into(), here: None }
    }

    fn entry(names: &[&str]) -> Scan {
        let users = vec![User {
            path: String::new(),
            links: names.iter().map(|name| link(name)).collect(),
            direct: false,
        }];
        Scan { assets: 1, users, ..Scan::default() }
    }

    /// An archive of empty entries, in the order of their names.
    fn nres(names: &[&str]) -> Vec<u8> {
        let number = |n: usize| (n as u32).to_le_bytes();
        let mut bytes =
            [&b"NRes\0\x01\0\0"[..], &number(names.len()), &number(16 + 64 * names.len())].concat();
        for (place, name) in names.iter().enumerate() {
            let mut field = name.as_bytes().to_vec();
            field.resize(36, 0);
            bytes.extend(
                [b"TEXT".to_vec(), vec![0; 16], field, number(16).into(), number(place).into()].concat(),
            );
        }
        bytes
    }

    /// What the names lead to in such an archive, as paths in a file that holds it.
    fn outcomes(entries: &[&str], names: &[&str]) -> Vec<Outcome<String>> {
        let bytes = nres(entries);
        let (_, document) = Asset::file("a.rlb", &bytes).open().unwrap();
        let archive = document.archive().unwrap();
        let mut inner = Scan::default();
        inner.append("user", entry(names));
        inner.resolve_here(&*archive, &Steps::new(&*archive));
        let mut outer = Scan::default();
        outer.append("inner", inner);
        outer.users.remove(0).links.into_iter().map(|link| link.here.unwrap()).collect()
    }

    #[test]
    fn names_of_the_same_archive_are_looked_up_in_it() {
        let path = |step: &str| format!("inner/{step}");
        assert_eq!(
            outcomes(&["spare", "User", "x"], &["USER", "none"]),
            [Outcome::Found(path("User")), Outcome::StandIn(path("spare"))]
        );
        assert_eq!(outcomes(&["x", "y"], &["none"]), [Outcome::First(path("x"))]);
        assert_eq!(outcomes(&[], &["none"]), [Outcome::Nothing]);
    }

    #[test]
    fn what_is_too_much_is_counted() {
        let names = vec!["name"; 10];
        let mut scan = Scan::default();
        for _ in 0..KEPT_PER_FILE / 10 + 5 {
            let mut part = entry(&names);
            part.kept = 10;
            part.unreadable.add(String::new());
            scan.append("step", part);
        }
        assert_eq!((scan.kept, scan.unfollowed), (KEPT_PER_FILE, 50));
        assert_eq!(scan.unreadable.paths.len(), KEPT_UNREADABLE);
        assert_eq!(scan.unreadable.count, KEPT_PER_FILE / 10 + 5);
    }

    #[test]
    fn bytes_of_no_format_refer_to_nothing() {
        let scan = file("strange.bin", b"strange", Context::ALONE.limits);
        assert_eq!((scan.assets, scan.users.len(), scan.unreadable.count), (1, 0, 0));
        let scan = file("cut.rlb", b"NRes\0", Context::ALONE.limits);
        assert_eq!((scan.assets, scan.unreadable.count), (1, 1));
    }
}
