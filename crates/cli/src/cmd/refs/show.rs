//! The answer for people: trees for what is small, tables and lists for folders.

use super::gather::Gathered;
use super::path;
use crate::disk;
use crate::table::{Align, Table};
use crate::world::{BOLD, DIM, GREEN, Out, RED, World, YELLOW};
use relict_toolkit::core::args;
use relict_toolkit::core::report::Args;
use relict_toolkit::core::text::printable;
use relict_toolkit::refs::{self, Edge, Graph, State};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{self, Write};

/// Of those who want one missing thing, and of what one library has for nobody, so many are listed.
const FEW_USERS: usize = 3;
const FEW_UNUSED: usize = 20;

/// Longer trees are read by nobody.
const LONGEST_TREE: usize = 100_000;
/// Real chains have three links; a file made to confuse has a million.
const DEEPEST_TREE: usize = 16;

pub(super) fn print(graph: &Graph, gathered: &Gathered, world: &World) -> io::Result<()> {
    let mut show = Show { graph, world, out: world.out(), lines: 0 };
    if !gathered.has_folder || world.verbose {
        show.uses()?;
    }
    show.used_by(gathered)?;
    if gathered.has_folder {
        show.libraries()?;
    }
    show.missing()?;
    show.unused()?;
    if !world.quiet {
        show.total()?;
        show.remarks(gathered)?;
    }
    show.out.flush()
}

struct Show<'s> {
    graph: &'s Graph,
    world: &'s World,
    out: Out,
    /// Of trees, so far.
    lines: usize,
}

/// Which way a tree grows.
#[derive(Clone, Copy)]
enum Growth {
    /// To what is used.
    Down,
    /// To those who use it.
    Up,
}

/// A line of a tree, and what grows on from it.
struct Limb {
    text: String,
    next: Option<usize>,
}

impl Show<'_> {
    fn title(&mut self, id: &str) -> io::Result<()> {
        writeln!(self.out, "{BOLD}{}{BOLD:#}", self.world.say(id, vec![]))
    }

    fn say(&mut self, id: &str, args: Args) -> io::Result<()> {
        writeln!(self.out, "{}", self.world.say(id, args))
    }

    /// What was asked for, each with what it uses. What stands below another is not said again.
    fn uses(&mut self) -> io::Result<()> {
        let mut shown = HashSet::new();
        for node in self.graph.tops() {
            if shown.contains(&node) || self.is_cut() {
                continue;
            }
            writeln!(self.out, "{BOLD}{}{BOLD:#}", printable(path(self.graph, node)))?;
            let mut here = HashSet::new();
            self.grow(node, Growth::Down, "", &mut here)?;
            shown.extend(here);
        }
        self.tell_cut()
    }

    /// The entries that were asked for, each with those who use it.
    fn used_by(&mut self, gathered: &Gathered) -> io::Result<()> {
        self.lines = 0;
        for node in self.graph.within() {
            let path = path(self.graph, *node);
            if self.graph.edges_to(*node).next().is_some() {
                writeln!(self.out, "{BOLD}{}{BOLD:#}", self.world.say("refs-used-by", args!(path = path)))?;
                self.grow(*node, Growth::Up, "", &mut HashSet::new())?;
            } else if gathered.within.iter().any(|asked| asked == path) && self.is_for_use(*node) {
                let folder = disk::shown(&gathered.around);
                self.say("refs-nobody", args!(folder = folder, path = path))?;
            }
        }
        self.tell_cut()
    }

    /// Whether it is there to be used: it lies in a library, or it uses nothing itself.
    fn is_for_use(&self, node: usize) -> bool {
        path(self.graph, node).split(['/', '\\']).any(refs::is_library)
            || self.graph.edges_of(node).is_empty()
    }

    fn is_cut(&self) -> bool {
        self.lines >= LONGEST_TREE
    }

    fn tell_cut(&mut self) -> io::Result<()> {
        if self.is_cut() { self.say("refs-tree-cut", vec![]) } else { Ok(()) }
    }

    /// Each node grows on once in a tree, so that circles end.
    fn grow(
        &mut self,
        node: usize,
        growth: Growth,
        before: &str,
        seen: &mut HashSet<usize>,
    ) -> io::Result<()> {
        // Every level stands three columns further in.
        if before.chars().count() >= 3 * DEEPEST_TREE || !seen.insert(node) {
            return Ok(());
        }
        let limbs = self.limbs(node, growth);
        for (i, limb) in limbs.iter().enumerate() {
            if self.is_cut() {
                break;
            }
            self.lines += 1;
            let (fork, on) = if i + 1 == limbs.len() { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            writeln!(self.out, "{DIM}{before}{fork}{DIM:#}{}", limb.text)?;
            if let Some(next) = limb.next {
                self.grow(next, growth, &format!("{before}{on}"), seen)?;
            }
        }
        Ok(())
    }

    /// What leads on from a node. Several fields with one name, or of one user, are one line.
    fn limbs(&self, node: usize, growth: Growth) -> Vec<Limb> {
        match growth {
            Growth::Down => {
                let alike = |edge: &Edge| (edge.role.name, edge.name.clone());
                let groups = grouped(self.graph.edges_of(node).iter(), alike);
                groups.iter().map(|edges| self.down(edges)).collect()
            }
            Growth::Up => {
                let groups =
                    grouped(self.graph.edges_to(node).take(LONGEST_TREE), |edge| (edge.from, edge.state));
                groups.iter().map(|edges| self.up(edges)).collect()
            }
        }
    }

    fn down(&self, edges: &[&Edge]) -> Limb {
        let Some(edge) = edges.first() else { return Limb { text: String::new(), next: None } };
        let what = self.what(edge);
        let style = style(edge.state);
        let mut text = format!("{}  {style}{what}{style:#}", printable(&edge.name));
        if edge.state != State::Found {
            text.push_str(&format!("  {}", fields(edges)));
        } else if edges.len() > 1 {
            let times = self.world.say("refs-times", args!(count = edges.len()));
            text.push_str(&format!(" {DIM}{times}{DIM:#}"));
        }
        Limb { text, next: edge.to }
    }

    fn up(&self, edges: &[&Edge]) -> Limb {
        let Some(edge) = edges.first() else { return Limb { text: String::new(), next: None } };
        let mut text = format!("{}  {DIM}{}{DIM:#}", printable(path(self.graph, edge.from)), fields(edges));
        if edge.state != State::Found {
            let what = self.what(edge);
            text.push_str(&format!("  {RED}{}: {what}{RED:#}", printable(&edge.name)));
        }
        Limb { text, next: Some(edge.from) }
    }

    /// What became of a reference, in words.
    fn what(&self, edge: &Edge) -> String {
        let library = edge.library.and_then(|library| self.graph.libraries.get(library));
        let unreadable = library.is_some_and(|library| library.path.is_some());
        let id = match edge.state {
            State::Found => "refs-found",
            State::StandIn => "refs-stand-in",
            State::FirstEntry => "refs-first-entry",
            State::Missing => "refs-missing",
            State::Optional => "refs-optional",
            State::NoLibrary if unreadable => "refs-cannot-read",
            State::NoLibrary => "refs-no-library",
        };
        let first = edge.to.map_or("", |node| path(self.graph, node));
        let first = first.rsplit('/').next().unwrap_or(first);
        let args = args!(
            role = self.role(edge),
            library = self.place(edge),
            stand_in = edge.role.stand_in.unwrap_or_default(),
            first = first
        );
        self.world.say(id, args)
    }

    /// The word for what is named; new roles have none yet.
    fn role(&self, edge: &Edge) -> String {
        let id = format!("refs-role-{}", edge.role.name);
        self.world.catalogue().get(&id, &vec![]).unwrap_or_else(|| edge.role.name.to_owned())
    }

    /// Where a name was looked for.
    fn place<'e>(&'e self, edge: &Edge) -> &'e str {
        match edge.library.and_then(|library| self.graph.libraries.get(library)) {
            Some(library) => library.path.as_deref().unwrap_or(library.name),
            None => path(self.graph, edge.from).rsplit_once('/').map_or("", |(archive, _)| archive),
        }
    }

    fn libraries(&mut self) -> io::Result<()> {
        if self.graph.libraries.is_empty() {
            return Ok(());
        }
        let head = |id: &str, align| (self.world.say(id, vec![]), align);
        let mut table = Table::new(vec![
            head("refs-head-library", Align::Left),
            head("cli-head-entries", Align::Right),
            head("refs-head-used", Align::Right),
            head("refs-head-unused", Align::Right),
            head("refs-head-references", Align::Right),
        ]);
        for library in &self.graph.libraries {
            let number = |number: Option<usize>| number.map_or("-".into(), |number| number.to_string());
            let used = library.entries.map(|_| library.used);
            let unused = library.unused.as_ref().map(|unused| unused.count);
            table.row([
                library.path.clone().unwrap_or_else(|| self.absent(library)),
                number(library.entries),
                number(used),
                number(unused),
                library.references.to_string(),
            ]);
        }
        table.write(&mut self.out)?;
        writeln!(self.out)
    }

    fn absent(&self, library: &refs::Library) -> String {
        format!("{} ({})", library.name, self.world.say("refs-head-not-here", vec![]))
    }

    /// What is missing, each with those who want it.
    fn missing(&mut self) -> io::Result<()> {
        let mut groups: BTreeMap<(&str, &str, &str), Vec<&Edge>> = BTreeMap::new();
        for edge in self.graph.followed().filter(|edge| edge.state.is_missing()) {
            groups.entry((edge.role.name, self.place(edge), &edge.name)).or_default().push(edge);
        }
        let lines: Vec<String> = groups.values().flat_map(|edges| self.wanted(edges)).collect();
        if !lines.is_empty() {
            self.title("refs-title-missing")?;
            lines.iter().try_for_each(|line| writeln!(self.out, "  {line}"))?;
        }
        Ok(())
    }

    fn wanted(&self, edges: &[&Edge]) -> Vec<String> {
        let Some(edge) = edges.first() else { return vec![] };
        let mut lines = vec![format!("{}  {RED}{}{RED:#}", printable(&edge.name), self.what(edge))];
        let few = if self.world.verbose { edges.len() } else { FEW_USERS };
        let user = |edge: &&Edge| {
            format!("    {}", self.world.place(path(self.graph, edge.from), &edge.field, None))
        };
        lines.extend(edges.iter().take(few).map(user));
        lines.extend((edges.len() > few).then(|| self.more(edges.len() - few, true)));
        lines
    }

    fn more(&self, count: usize, listed: bool) -> String {
        let id = if listed { "refs-more-verbose" } else { "refs-more" };
        format!("    {DIM}{}{DIM:#}", self.world.say(id, args!(count = count)))
    }

    fn unused(&mut self) -> io::Result<()> {
        let told = self.graph.libraries.iter().filter_map(|library| library.unused.as_ref());
        let told: Vec<&refs::Unused> = told.filter(|unused| unused.count > 0).collect();
        if told.is_empty() {
            return Ok(());
        }
        self.title("refs-title-unused")?;
        for unused in told {
            let few =
                if self.world.verbose { unused.paths.len() } else { FEW_UNUSED.min(unused.paths.len()) };
            for path in &unused.paths[..few] {
                writeln!(self.out, "  {}", printable(path))?;
            }
            if unused.count > few {
                writeln!(self.out, "{}", self.more(unused.count - few, few < unused.paths.len()))?;
            }
        }
        Ok(())
    }

    fn total(&mut self) -> io::Result<()> {
        let totals = self.graph.totals();
        let told = self.graph.libraries.iter().filter_map(|library| library.unused.as_ref());
        let unused = told.clone().next().map(|_| told.map(|unused| unused.count).sum());
        let entries = !self.graph.within().is_empty();
        let users: HashSet<usize> = self.graph.used_by().iter().map(|edge| edge.from).collect();
        let any = totals.references > 0;
        let some = |count: usize| Some(count).filter(|count| *count > 0);
        let parts = [
            ("found", any.then_some(totals.found)),
            // That nothing is missing can be said only if everything could be looked up.
            ("missing", any.then_some(totals.missing).filter(|count| *count > 0 || totals.no_library == 0)),
            ("optional", some(totals.optional)),
            ("no-library", some(totals.no_library)),
            ("unused", unused),
            ("users", some(users.len())),
        ];
        let part = |(id, count): (&str, Option<usize>)| {
            Some(self.world.say(&format!("refs-part-{id}"), args!(count = count?)))
        };
        let parts: Vec<String> = parts.into_iter().filter_map(part).collect();
        let mut all = self.world.say("refs-assets", args!(count = self.graph.assets));
        if any || !entries {
            let references = self.world.say("refs-references", args!(count = totals.references));
            all = format!("{all}, {references}");
        }
        if !parts.is_empty() {
            all = format!("{all}: {}", parts.join(", "));
        }
        let style = if totals.missing == 0 { GREEN } else { BOLD };
        writeln!(self.out, "{style}{all}{style:#}")
    }

    /// What is left open, and why.
    fn remarks(&mut self, gathered: &Gathered) -> io::Result<()> {
        for library in self.graph.libraries.iter().filter(|library| library.entries.is_none()) {
            let id = if library.path.is_some() { "refs-open-unreadable" } else { "refs-open-library" };
            let shown = library.path.as_deref().unwrap_or(library.name);
            self.say(id, args!(library = shown, count = library.references))?;
        }
        let (unreadable, unfollowed) = (&self.graph.unreadable, self.graph.unfollowed);
        if let Some(first) = unreadable.paths.first() {
            self.say("refs-unreadable", args!(count = unreadable.count, path = first.as_str()))?;
        }
        if unfollowed > 0 {
            self.say("refs-unfollowed", args!(count = unfollowed))?;
        }
        if gathered.is_lone_library() {
            self.say("refs-hint", vec![])?;
        }
        Ok(())
    }
}

fn style(state: State) -> anstyle::Style {
    match state {
        State::Found => DIM,
        State::StandIn | State::FirstEntry | State::Missing => RED,
        State::NoLibrary | State::Optional => YELLOW,
    }
}

/// The fields that hold a name, as far as they fit a line.
fn fields(edges: &[&Edge]) -> String {
    let mut shown: Vec<_> = edges.iter().take(3).map(|edge| printable(&edge.field)).collect();
    if edges.len() > shown.len() {
        shown.push("…".into());
    }
    shown.join(", ")
}

/// Edges of one key together, in the order in which the keys come.
fn grouped<'e, K: std::hash::Hash + Eq>(
    edges: impl Iterator<Item = &'e Edge>,
    key: impl Fn(&Edge) -> K,
) -> Vec<Vec<&'e Edge>> {
    let mut places = HashMap::new();
    let mut groups: Vec<Vec<&Edge>> = vec![];
    for edge in edges {
        let place = *places.entry(key(edge)).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.push(edge),
            None => groups.push(vec![edge]),
        }
    }
    groups
}
