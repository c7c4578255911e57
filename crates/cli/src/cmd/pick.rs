//! `relict pick`: the triangles of a model that a ray hits, by the engine's own traversal.

use super::draw::{material, named};
use super::instance::{InstanceArgs, bits, point};
use super::{Input, Outcome, context, short};
use crate::table::{Align, Table};
use crate::world::World;
use relict_toolkit::answer::{PickAnswer, PickHit, PickTriangle};
use relict_toolkit::core::args;
use relict_toolkit::core::traversal::{Filter, Ray};
use relict_toolkit::traversal::{self, Counted, Pick};
use std::io::Write;
use std::process::ExitCode;

/// Find the triangle of a model or of ground that a ray hits: node, batch, material, and the triangles next to it
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A model or ground: an entry of an archive (game.rlb/tank.msh), a file, or - for standard input
    path: String,
    /// Where the ray begins
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = point, required_unless_present = "walk")]
    ray: Option<[f32; 3]>,
    /// A point that the ray goes through; it does not end there
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = point, requires = "ray", required_unless_present_any = ["direction", "walk"])]
    to: Option<[f32; 3]>,
    /// The direction of the ray, instead of a point
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = point, requires = "ray", conflicts_with = "to")]
    direction: Option<[f32; 3]>,
    /// List all triangles in the order of the engine, without a ray
    #[arg(long, conflicts_with_all = ["ray", "to", "direction", "all", "joined", "both_sides"])]
    walk: bool,
    /// List all triangles that the ray meets, not only the nearest
    #[arg(long)]
    all: bool,
    /// List all triangles that are joined to the nearest one by edges
    #[arg(long)]
    joined: bool,
    /// Only triangles that have all of these flags, such as 0x02
    #[arg(long, value_name = "FLAGS", value_parser = bits::<u16>)]
    require: Option<u16>,
    /// No triangles that have one of these flags (the filter mask), such as 0x24
    #[arg(long, value_name = "FLAGS", value_parser = bits::<u16>)]
    exclude: Option<u16>,
    /// No triangles of batches that have one of these flags, such as 0x08 for portals
    #[arg(long, value_name = "FLAGS", value_parser = bits::<u32>)]
    pass: Option<u32>,
    /// Only what stops a round: nothing see-through, no glass, no portals
    #[arg(long, conflicts_with_all = ["require", "exclude", "pass"])]
    rounds: bool,
    /// Hit the back of triangles, too
    #[arg(long)]
    both_sides: bool,
    #[command(flatten)]
    instance: InstanceArgs,
}

impl Args {
    fn counted(&self) -> Counted {
        let both_sides = self.both_sides;
        if self.rounds {
            return Counted::StopsRounds { both_sides };
        }
        Counted::ByFlags(Filter {
            required: self.require.unwrap_or(0),
            excluded: self.exclude.unwrap_or(0),
            passed: self.pass.unwrap_or(0),
            both_sides,
        })
    }

    fn what(&self) -> Pick {
        let Some(origin) = self.ray else { return Pick::Walk };
        let through = self.to.map(|to| [0, 1, 2].map(|axis: usize| to[axis] - origin[axis]));
        let direction = self.direction.or(through).unwrap_or_default();
        let most = if self.all { usize::MAX } else { 1 };
        Pick::Ray { ray: Ray { origin, direction }, most, joined: self.joined }
    }
}

pub fn run(args: &Args, world: &World) -> Outcome {
    let input = Input::open(&args.path)?;
    let library = input.library();
    let answer = input.asset(|asset| {
        let instance = args.instance.instance();
        traversal::pick(&asset, &instance, args.counted(), args.what(), context(&library))
    })?;
    if world.json {
        world.answer(&answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    tell(&answer, world)
}

fn tell(answer: &PickAnswer, world: &World) -> Outcome {
    let hits = answer.hits.as_deref().unwrap_or_default();
    if hits.is_empty() && answer.hits.is_some() {
        world.note("pick-nothing", vec![]);
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = world.out();
    match &answer.triangles {
        Some(triangles) => walked(triangles, world).write(&mut out)?,
        None => hit(hits, world).write(&mut out)?,
    }
    if let Some(joined) = &answer.joined {
        let list = joined.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
        writeln!(out, "{}", world.say("pick-joined", args!(count = joined.len(), list = list)))?;
    }
    out.flush()?;
    if let Some(triangles) = &answer.triangles {
        world.note("pick-walked", args!(count = triangles.len()));
    }
    Ok(ExitCode::SUCCESS)
}

fn heads(names: &[(&str, Align)], world: &World) -> Table {
    let head = |(name, align): &(&str, Align)| (world.say(&format!("draw-head-{name}"), vec![]), *align);
    Table::new(names.iter().map(head).collect())
}

fn hit(hits: &[PickHit], world: &World) -> Table {
    use Align::{Left, Right};
    let ground = hits.iter().any(|hit| hit.is_ground.is_some());
    let mut names = vec![
        ("distance", Right),
        ("point", Right),
        ("side", Left),
        if ground { ("cell", Left) } else { ("node", Left) },
        ("batch", Right),
        ("triangle", Right),
        ("neighbours", Left),
        ("material", Left),
        ("texture", Left),
    ];
    names.extend(ground.then_some(("ground", Left)));
    let mut table = heads(&names, world);
    for hit in hits {
        table.row(hit_row(hit, world));
    }
    table
}

fn hit_row(hit: &PickHit, world: &World) -> Vec<String> {
    let side = if hit.from_behind { "pick-back" } else { "pick-front" };
    let owner = hit.triangle.node.map_or(hit.triangle.slot.to_string(), |n| named(n, hit.name.as_deref()));
    let textures = hit.materials.iter().map(|surface| surface.texture.as_deref().unwrap_or("–"));
    let mut row = vec![
        short(hit.distance),
        hit.point.map(short).join("  "),
        world.say(side, vec![]),
        owner,
        number(hit.triangle.batch),
        hit.triangle.triangle.to_string(),
        neighbours(&hit.triangle),
        hit.materials.iter().map(material).collect::<Vec<_>>().join(", "),
        textures.collect::<Vec<_>>().join(", "),
    ];
    let word = |yes: bool| world.say(if yes { "word-yes" } else { "pick-no" }, vec![]);
    row.extend(hit.is_ground.map(word));
    row
}

fn walked(triangles: &[PickTriangle], world: &World) -> Table {
    use Align::{Left, Right};
    let names = [
        ("node", Right),
        ("slot", Right),
        ("batch", Right),
        ("triangle", Right),
        ("vertices", Left),
        ("flags", Left),
        ("neighbours", Left),
    ];
    let mut table = heads(&names, world);
    table.reserve(triangles.len());
    for triangle in triangles {
        table.row([
            number(triangle.node),
            triangle.slot.to_string(),
            number(triangle.batch),
            triangle.triangle.to_string(),
            triangle.vertices.map(|vertex| vertex.to_string()).join(" "),
            format!("{:#06x}", triangle.flags),
            neighbours(triangle),
        ]);
    }
    table
}

fn number(number: Option<usize>) -> String {
    number.map_or("–".into(), |number| number.to_string())
}

/// The triangle across each edge.
fn neighbours(triangle: &PickTriangle) -> String {
    triangle.neighbours.map(|across| number(across.map(|across| across.triangle))).join(" ")
}
