//! From files to the graph: look through them, look up what they name, join the two.

use super::places::{Places, split};
use super::scan::{self, Link, Scan, joined};
use super::shelf::{Outcome, Shelf, Wanted};
use super::{
    Edge, Files, Graph, Interest, Known, Library, Node, ROLES, State, Unreadable, Unused, library_of,
};
use rayon::prelude::*;
use relict_core::format::Limits;
use relict_core::refs::{Place, Role};
use std::collections::{BTreeMap, HashMap, HashSet};

/// References that are followed, of all files together; the rest is counted.
const KEPT_IN_ALL: usize = 1_000_000;

/// Files that are looked through before their answers are put together.
const CHUNK: usize = 64;

/// Who uses what in the files that are known. `within` are paths of entries that were asked for by name.
pub fn graph(known: &[Known], files: &dyn Files, within: &[String], limits: Limits) -> Graph {
    let draft = Draft::scan(known, files, limits);
    let ways = Ways::new(known, &draft.users);
    let shelves = ways.shelves(known, files, &draft.users);
    Joiner::new(known, ways, shelves).join(draft, within)
}

/// An asset that refers to others.
struct User {
    file: usize,
    /// From the outermost file on.
    path: String,
    links: Vec<Link>,
}

/// What the files refer to, before anything is looked up.
#[derive(Default)]
struct Draft {
    assets: usize,
    users: Vec<User>,
    kept: usize,
    unfollowed: usize,
    unreadable: Unreadable,
}

impl Draft {
    fn scan(known: &[Known], files: &dyn Files, limits: Limits) -> Self {
        let mut draft = Self::default();
        for (number, chunk) in known.chunks(CHUNK).enumerate() {
            let look = |(i, Known { path, .. }): (usize, &Known)| {
                let mut scan = Scan::unread();
                files.read(number * CHUNK + i, &mut |bytes| scan = scan::file(path, bytes, limits));
                scan
            };
            let scans: Vec<Scan> = chunk.par_iter().enumerate().map(look).collect();
            for (i, scan) in scans.into_iter().enumerate() {
                draft.append(number * CHUNK + i, &chunk[i].path, scan);
            }
        }
        draft
    }

    fn append(&mut self, file: usize, path: &str, scan: Scan) {
        self.assets += scan.assets;
        self.unfollowed += scan.unfollowed;
        self.unreadable.append(path, scan.unreadable);
        for user in scan.users {
            if self.kept + user.links.len() > KEPT_IN_ALL {
                self.unfollowed += user.links.len();
                continue;
            }
            self.kept += user.links.len();
            self.users.push(User { file, path: joined(path, &user.path), links: user.links });
        }
    }
}

/// Which file every reference leads into.
struct Ways {
    /// The roles of a library, by its name in lower case.
    roles: BTreeMap<String, Vec<&'static Role>>,
    /// By the file that refers and the library that it names.
    leads: HashMap<(usize, &'static str), Option<usize>>,
}

impl Ways {
    fn new(known: &[Known], users: &[User]) -> Self {
        let named =
            || users.iter().flat_map(|user| user.links.iter().map(move |link| (user.file, link.role)));
        let mut distinct = ROLES.to_vec();
        for (_, role) in named() {
            if !distinct.contains(&role) {
                distinct.push(role);
            }
        }
        let mut roles: BTreeMap<String, Vec<&'static Role>> = BTreeMap::new();
        for role in distinct {
            let library = library_of(role).map(str::to_lowercase);
            library.into_iter().for_each(|library| roles.entry(library).or_default().push(role));
        }
        let places = Places::new(known, |name| roles.contains_key(name));
        let mut leads = HashMap::new();
        for (file, library) in named().filter_map(|(file, role)| Some((file, library_of(role)?))) {
            let nearest = || places.nearest(split(&known[file].path).0, library);
            leads.entry((file, library)).or_insert_with(nearest);
        }
        Self { roles, leads }
    }

    /// The library that a reference in `file` leads into: none if it means its own archive or the library is not there.
    fn lead(&self, file: usize, role: &Role) -> Option<usize> {
        self.leads.get(&(file, library_of(role)?)).copied().flatten()
    }

    /// Opens every library once, for all that is wanted of it.
    fn shelves(&self, known: &[Known], files: &dyn Files, users: &[User]) -> BTreeMap<usize, Option<Shelf>> {
        let wanted: Vec<(usize, Wanted<'_>)> = self.wanted(known, users).into_iter().collect();
        let look = |(file, wanted): &(usize, Wanted<'_>)| {
            let mut shelf = None;
            files.read(*file, &mut |bytes| shelf = Shelf::look(&known[*file].path, bytes, wanted));
            (*file, shelf)
        };
        wanted.par_iter().map(look).collect::<Vec<_>>().into_iter().collect()
    }

    fn wanted<'u>(&self, known: &[Known], users: &'u [User]) -> BTreeMap<usize, Wanted<'u>> {
        let mut wanted: BTreeMap<usize, Wanted<'u>> = BTreeMap::new();
        for (file, Known { path, interest }) in known.iter().enumerate() {
            if let Some(roles) = self.roles.get(&split(path).1.to_lowercase()) {
                let tell_unused = *interest == Interest::Folder;
                wanted.insert(file, Wanted { names: HashSet::new(), roles: roles.clone(), tell_unused });
            }
        }
        for (user, link) in users.iter().flat_map(|user| user.links.iter().map(move |link| (user, link))) {
            let Some(file) = self.lead(user.file, link.role) else { continue };
            let Some(wanted) = wanted.get_mut(&file) else { continue };
            wanted.names.insert(&link.name);
            // Alone, a library cannot tell that it is not used; beside one that uses it, it can.
            let beside = user.file != file && known[user.file].interest.is_asked();
            wanted.tell_unused |= known[file].interest == Interest::File && beside;
        }
        wanted
    }
}

/// Joins references and what they lead to.
struct Joiner<'k> {
    known: &'k [Known],
    ways: Ways,
    shelves: BTreeMap<usize, Option<Shelf>>,
    nodes: Vec<Node>,
    by_path: HashMap<String, usize>,
    /// Files by their folder and name, in lower case; where names differ only by case, the first in order counts.
    by_place: HashMap<(&'k str, String), usize>,
    /// The nodes of entries of libraries, so that their paths are made once.
    by_entry: HashMap<(usize, usize), usize>,
    libraries: Vec<Library>,
    /// The numbers of libraries: by file, or by name where there is none.
    by_file: HashMap<usize, usize>,
    by_name: HashMap<&'static str, usize>,
}

impl<'k> Joiner<'k> {
    fn new(known: &'k [Known], ways: Ways, shelves: BTreeMap<usize, Option<Shelf>>) -> Self {
        let (nodes, libraries) = (vec![], vec![]);
        let (by_path, by_entry) = (HashMap::new(), HashMap::new());
        let (by_file, by_name) = (HashMap::new(), HashMap::new());
        let place = |path: &'k str| (split(path).0, split(path).1.to_lowercase());
        let by_place =
            known.iter().enumerate().rev().map(|(file, known)| (place(&known.path), file)).collect();
        Self { known, ways, shelves, nodes, by_path, by_place, by_entry, libraries, by_file, by_name }
    }

    fn join(mut self, draft: Draft, within: &[String]) -> Graph {
        let mut asked = vec![];
        for user in &draft.users {
            let node = self.node(user.path.clone());
            asked.resize(self.nodes.len(), false);
            asked[node] |= self.known[user.file].interest.is_asked();
        }
        self.list_libraries();
        let mut edges = Vec::with_capacity(draft.kept);
        for user in draft.users {
            let from = self.node(user.path);
            let first = edges.len();
            edges.extend(user.links.into_iter().map(|link| self.edge(from, user.file, link)));
            self.nodes[from].edges = first..edges.len();
        }
        for path in within {
            self.node(path.clone());
        }
        asked.resize(self.nodes.len(), false);
        let within: Vec<usize> = (0..self.nodes.len()).filter(|node| self.lies_in(*node, within)).collect();
        within.iter().for_each(|node| asked[*node] = true);
        let mut incoming: Vec<(usize, usize)> =
            edges.iter().enumerate().filter_map(|(i, edge)| Some((edge.to?, i))).collect();
        incoming.sort_unstable();
        let reached = reached(&self.nodes, &edges, asked.clone());
        let libraries = counted(self.libraries, &mut edges, &reached);
        let Draft { assets, unfollowed, unreadable, .. } = draft;
        let (nodes, by_path) = (self.nodes, self.by_path);
        Graph {
            assets,
            nodes,
            edges,
            libraries,
            unfollowed,
            unreadable,
            asked,
            reached,
            within,
            incoming,
            by_path,
        }
    }

    fn lies_in(&self, node: usize, within: &[String]) -> bool {
        let path = &self.nodes[node].path;
        within.iter().any(|outer| {
            path.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }

    fn node(&mut self, path: String) -> usize {
        *self.by_path.entry(path).or_insert_with_key(|path| {
            self.nodes.push(Node { path: path.clone(), edges: 0..0 });
            self.nodes.len() - 1
        })
    }

    /// The node of an entry of a library.
    fn entry(&mut self, file: usize, index: usize) -> usize {
        if let Some(node) = self.by_entry.get(&(file, index)) {
            return *node;
        }
        let shelf = self.shelves.get(&file).and_then(Option::as_ref);
        let step = shelf.and_then(|shelf| shelf.steps.get(&index)).map_or("", String::as_str);
        let node = self.node(joined(&self.known[file].path, step));
        self.by_entry.insert((file, index), node);
        node
    }

    /// Those that are there, in the order of the files.
    fn list_libraries(&mut self) {
        for (file, shelf) in &mut self.shelves {
            let path = &self.known[*file].path;
            let roles = self.ways.roles.get(&split(path).1.to_lowercase());
            let Some(name) = roles.and_then(|roles| library_of(roles.first()?)) else { continue };
            let wanted = self.known[*file].interest.is_asked();
            let unused = shelf.as_mut().filter(|_| wanted).and_then(|shelf| shelf.unused.take());
            let full = |step: &String| joined(path, step);
            let unused = unused
                .map(|unused| Unused { count: unused.count, paths: unused.paths.iter().map(full).collect() });
            let entries = shelf.as_ref().map(|shelf| shelf.entries);
            self.by_file.insert(*file, self.libraries.len());
            let path = Some(path.clone());
            self.libraries.push(Library { name, path, entries, references: 0, used: 0, unused });
        }
    }

    /// The number of the library that a role leads to, there or not.
    fn library(&mut self, file: Option<usize>, role: &Role) -> Option<usize> {
        if let Some(file) = file {
            return self.by_file.get(&file).copied();
        }
        let name = library_of(role)?;
        Some(*self.by_name.entry(name).or_insert_with(|| {
            let (path, entries, unused) = (None, None, None);
            self.libraries.push(Library { name, path, entries, references: 0, used: 0, unused });
            self.libraries.len() - 1
        }))
    }

    fn edge(&mut self, from: usize, file: usize, link: Link) -> Edge {
        let Link { role, name, field, here } = link;
        let lead = self.ways.lead(file, role);
        let library = self.library(lead, role);
        let (state, to) = match (here, lead) {
            (Some(here), _) => {
                let (state, path) = here.state(role);
                (state, path.map(|path| self.node(joined(&self.known[file].path, &path))))
            }
            (None, Some(lead)) => self.looked_up(lead, role, &name),
            (None, None) if role.place == Place::SameFolder => self.found_beside(file, role, &name),
            (None, None) => (State::NoLibrary, None),
        };
        Edge { from, to, role, name, field, state, library }
    }

    fn found_beside(&mut self, file: usize, role: &Role, name: &str) -> (State, Option<usize>) {
        let known: &'k [Known] = self.known;
        let place = (split(&known[file].path).0, name.to_lowercase());
        let found = self.by_place.get(&place).copied();
        let (state, found) = found.map_or(Outcome::Nothing, Outcome::Found).state(role);
        (state, found.map(|file| self.node(known[file].path.clone())))
    }

    fn looked_up(&mut self, lead: usize, role: &Role, name: &str) -> (State, Option<usize>) {
        let Some(Some(shelf)) = self.shelves.get(&lead) else { return (State::NoLibrary, None) };
        let (state, index) = Outcome::of(role, name, &shelf.found, shelf.entries).state(role);
        (state, index.map(|index| self.entry(lead, index)))
    }
}

/// What was asked for, and all that it leads to. Each node is looked at once, so circles are no matter.
fn reached(nodes: &[Node], edges: &[Edge], asked: Vec<bool>) -> Vec<bool> {
    let mut next: Vec<usize> = (0..nodes.len()).filter(|node| asked[*node]).collect();
    let mut reached = asked;
    while let Some(node) = next.pop() {
        for to in edges[nodes[node].edges.clone()].iter().filter_map(|edge| edge.to) {
            if !std::mem::replace(&mut reached[to], true) {
                next.push(to);
            }
        }
    }
    reached
}

/// The libraries that matter, with what is used of them. The others go.
fn counted(mut libraries: Vec<Library>, edges: &mut [Edge], reached: &[bool]) -> Vec<Library> {
    let mut used: Vec<HashSet<usize>> = vec![HashSet::new(); libraries.len()];
    for edge in edges.iter().filter(|edge| reached[edge.from]) {
        let Some(library) = edge.library else { continue };
        libraries[library].references += 1;
        if edge.state == State::Found {
            used[library].extend(edge.to);
        }
    }
    let mut places = vec![None; libraries.len()];
    let mut kept = vec![];
    for (i, mut library) in libraries.into_iter().enumerate() {
        library.used = used[i].len();
        if library.references > 0 || library.unused.is_some() {
            places[i] = Some(kept.len());
            kept.push(library);
        }
    }
    edges.iter_mut().for_each(|edge| edge.library = edge.library.and_then(|library| places[library]));
    kept
}
