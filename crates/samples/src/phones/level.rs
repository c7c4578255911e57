//! Maps out of rows of letters: walls between what is open and what is not, doors, things, and a tree over all lines.

use relict_toolkit::FORMATS;
use relict_toolkit::core::format::Origin;
use serde_json::{Value, json};

/// Tiles to a side, and units to a tile.
pub(super) const TILES: usize = 32;
const TILE: usize = 8;

/// A map as it is drawn, and what its letters mean.
pub(super) struct Level {
    pub(super) id: u8,
    pub(super) name: &'static str,
    pub(super) floor: [u8; 3],
    pub(super) ceiling: [u8; 3],
    pub(super) rows: [&'static str; TILES],
    /// Letters of walls and doors, with the numbers of their textures.
    pub(super) walls: &'static [(u8, u16)],
    pub(super) doors: &'static [(u8, u16)],
    /// Letters of things, with the numbers of their sprites, and whether they are in the way.
    pub(super) things: &'static [(u8, u8, bool)],
}

/// A wall from one corner to the other, in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Line {
    from: [usize; 2],
    to: [usize; 2],
    texture: u16,
}

fn number<T: Copy>(list: &[(u8, T)], letter: u8) -> Option<T> {
    list.iter().find(|(known, _)| *known == letter).map(|(_, number)| *number)
}

impl Level {
    fn at(&self, x: usize, y: usize) -> u8 {
        self.rows.get(y).and_then(|row| row.as_bytes().get(x)).copied().unwrap_or(b' ')
    }

    fn wall(&self, x: usize, y: usize) -> Option<u16> {
        number(self.walls, self.at(x, y))
    }

    fn is_open(&self, x: usize, y: usize) -> bool {
        self.at(x, y) != b' ' && self.wall(x, y).is_none()
    }

    fn tiles() -> impl Iterator<Item = (usize, usize)> {
        (0..TILES * TILES).map(|i| (i % TILES, i / TILES))
    }

    /// Where the player stands first.
    fn spawn(&self) -> usize {
        Self::tiles().position(|(x, y)| self.at(x, y) == b'@').unwrap_or(0)
    }

    /// The wall between a tile and the one before it, if one of the two is open: along rows, or along columns.
    fn between(&self, x: usize, y: usize, across: bool) -> Option<u16> {
        let before = if across { (x, y.checked_sub(1)?) } else { (x.checked_sub(1)?, y) };
        match (self.is_open(x, y), self.is_open(before.0, before.1)) {
            (true, false) => self.wall(before.0, before.1),
            (false, true) => self.wall(x, y),
            _ => None,
        }
    }

    /// Walls along rows, or along columns; neighbours of one texture are one line.
    fn runs(&self, across: bool) -> Vec<Line> {
        let mut lines: Vec<Line> = vec![];
        for (i, j) in Self::tiles() {
            let (x, y) = if across { (i, j) } else { (j, i) };
            let Some(texture) = self.between(x, y, across) else { continue };
            let from = [x * TILE, y * TILE];
            let to = if across { [from[0] + TILE, from[1]] } else { [from[0], from[1] + TILE] };
            match lines.last_mut().filter(|last| last.to == from && last.texture == texture) {
                Some(last) => last.to = to,
                None => lines.push(Line { from, to, texture }),
            }
        }
        lines
    }

    /// Doors stand in the middle of their tiles, from wall to wall.
    fn door_lines(&self) -> Vec<Line> {
        let door = |(x, y): (usize, usize)| {
            let texture = number(self.doors, self.at(x, y))?;
            let (left, top, middle) = (x * TILE, y * TILE, TILE / 2);
            let lies = y > 0 && self.is_open(x, y - 1) && self.is_open(x, y + 1);
            let (from, to) = if lies {
                ([left, top + middle], [left + TILE, top + middle])
            } else {
                ([left + middle, top], [left + middle, top + TILE])
            };
            Some(Line { from, to, texture })
        };
        Self::tiles().filter_map(door).collect()
    }

    fn sprites(&self) -> Vec<Value> {
        let thing = |(x, y): (usize, usize)| {
            let (_, number, blocks) = self.things.iter().find(|(letter, ..)| *letter == self.at(x, y))?;
            let at = |tile: usize| tile * TILE + TILE / 2;
            Some(json!({"x": at(x), "y": at(y), "number": number, "flags": u8::from(*blocks)}))
        };
        Self::tiles().filter_map(thing).collect()
    }

    /// Two bits for each tile.
    fn blocks(&self) -> String {
        let blocked = |i: usize| {
            let (x, y) = (i % TILES, i / TILES);
            let thing = self.things.iter().any(|(letter, _, blocks)| *blocks && *letter == self.at(x, y));
            u8::from(thing || !self.is_open(x, y))
        };
        let byte = |i: usize| (0..4).map(|n| blocked(4 * i + n) << (2 * n)).sum::<u8>();
        (0..TILES * TILES / 4).map(|i| format!("{:02x}", byte(i))).collect()
    }

    /// At every door something happens: a sound, and it opens.
    fn events(&self) -> (Vec<Value>, Vec<Value>) {
        let doors: Vec<usize> = Self::tiles()
            .enumerate()
            .filter(|(_, (x, y))| number(self.doors, self.at(*x, *y)).is_some())
            .map(|(i, _)| i)
            .collect();
        let event = |(i, tile): (usize, &usize)| json!({"tile": tile, "first_command": 2 * i, "command_count": 2, "state": 0, "flags": 2});
        let commands = doors.iter().flat_map(|tile| {
            [json!({"id": 8, "arg1": 2, "arg2": 256}), json!({"id": 2, "arg1": tile, "arg2": 256})]
        });
        (doors.iter().enumerate().map(event).collect(), commands.collect())
    }

    fn json(&self) -> Value {
        let lines = [self.runs(true), self.runs(false), self.door_lines()].concat();
        let tree = Tree::over(lines);
        let (events, commands) = self.events();
        let line = |line: &Line| {
            let [[x1, y1], [x2, y2]] = [line.from, line.to];
            // As doors of real maps have it: a line that opens, with something behind it.
            let flags = if self.doors.iter().any(|(_, door)| *door == line.texture) { 0x105 } else { 0 };
            json!({"x1": x1, "y1": y1, "x2": x2, "y2": y2, "texture": line.texture, "flags": flags})
        };
        json!({
            "header": {
                "floor": self.floor, "ceiling": self.ceiling, "intro": [0, 0, 0],
                "map_id": self.id, "spawn_tile": self.spawn(), "spawn_direction": 64,
            },
            "nodes": tree.nodes,
            "lines": tree.lines.iter().map(line).collect::<Vec<_>>(),
            "sprites": self.sprites(),
            "events": events,
            "commands": commands,
            "blocks": self.blocks(),
            "tail": "",
        })
    }

    /// For Java phones.
    pub(super) fn java(&self) -> Vec<u8> {
        built(&self.json())
    }

    /// For BREW phones, which keep texts and floors in the map.
    pub(super) fn brew(&self, texts: &[&str], [floor, ceiling]: [u8; 2]) -> Vec<u8> {
        let mut json = self.json();
        let mut header = json["header"].take();
        let more = [
            ("name", json!(self.name)),
            ("floor_texture", floor.into()),
            ("ceiling_texture", ceiling.into()),
            ("camera_tile", 0.into()),
        ];
        more.into_iter().for_each(|(key, value)| header[key] = value);
        json["brew_header"] = header;
        json["brew_lines"] = json["lines"].take();
        json["strings"] = texts.iter().map(|text| json!({"text": text})).collect();
        let plane = |texture: u8| format!("{texture:02x}").repeat(TILES * TILES);
        json["planes"] = (plane(floor) + &plane(ceiling)).into();
        built(&json)
    }
}

fn built(json: &Value) -> Vec<u8> {
    let kind = FORMATS.named("idmobile.bsp").unwrap_or_else(|| panic!("no format for maps"));
    kind.build(json, Origin::named("level.bsp")).unwrap_or_else(|e| panic!("{e}"))
}

/// No leaf has more lines, if it can be halved.
const LEAF: usize = 10;

/// The plane, halved again and again; lines in the order of the leaves.
#[derive(Default)]
struct Tree {
    nodes: Vec<Value>,
    lines: Vec<Line>,
}

impl Tree {
    fn over(lines: Vec<Line>) -> Self {
        let mut tree = Self::default();
        tree.add([0, 0], [TILES * TILE - 1; 2], lines);
        tree
    }

    fn add(&mut self, low: [usize; 2], high: [usize; 2], lines: Vec<Line>) -> usize {
        let place = self.nodes.len();
        self.nodes.push(Value::Null);
        let axis = usize::from(high[1] - low[1] > high[0] - low[0]);
        let split = (low[axis] + high[axis]).div_ceil(2) / TILE * TILE;
        let can = split > low[axis] && split < high[axis];
        self.nodes[place] = if lines.len() <= LEAF || !can {
            let first = self.lines.len();
            self.lines.extend(&lines);
            // The first line, and how many there are.
            node(low, high, [0, 0], [first, lines.len()])
        } else {
            let (near, far) = halved(lines, axis, split);
            let (mut end, mut start) = (high, low);
            (end[axis], start[axis]) = (split, split);
            let a = self.add(low, end, near);
            let b = self.add(start, high, far);
            // 1 is split at an x, 2 at a y.
            node(low, high, [1 + axis, split], [a, b])
        };
        place
    }
}

fn node(low: [usize; 2], high: [usize; 2], [kind, split]: [usize; 2], [a, b]: [usize; 2]) -> Value {
    json!({"x1": low[0], "y1": low[1], "x2": high[0], "y2": high[1], "kind": kind, "split": split, "a": a, "b": b})
}

/// What lies before a place and what behind it; a line across it becomes two.
fn halved(lines: Vec<Line>, axis: usize, split: usize) -> (Vec<Line>, Vec<Line>) {
    let (mut near, mut far) = (vec![], vec![]);
    for line in lines {
        if line.to[axis] <= split {
            near.push(line);
        } else if line.from[axis] >= split {
            far.push(line);
        } else {
            let mut cut = line.from;
            cut[axis] = split;
            near.push(Line { to: cut, ..line });
            far.push(Line { from: cut, ..line });
        }
    }
    (near, far)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cutting_lines_loses_nothing() {
        let long = Line { from: [8, 8], to: [240, 8], texture: 1 };
        let tree = Tree::over(vec![long; 11]);
        let length: usize = tree.lines.iter().map(|line| line.to[0] - line.from[0]).sum();
        assert_eq!(length, 11 * 232);
        assert!(tree.nodes.len() > 3);
    }
}
