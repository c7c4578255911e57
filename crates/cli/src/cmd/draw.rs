//! `relict draw`: what the engine draws of a model, node by node and batch by batch, and what it leaves out.

use super::instance::{InstanceArgs, number, point, ratio};
use super::{Input, Outcome, context};
use crate::table::{Align, Table};
use crate::world::World;
use relict_toolkit::answer::{DrawAnswer, DrawnBatch, DrawnNode, Surface};
use relict_toolkit::core::args;
use relict_toolkit::core::traversal::{Camera, Cull, Sight};
use relict_toolkit::traversal;
use std::io::Write;
use std::process::ExitCode;

/// List what the engine draws of a model: nodes, batches, materials and matrices, and what is culled and why
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A model: an entry of an archive (game.rlb/tank.msh), a file, or - for standard input
    path: String,
    /// Where the camera is (default: no camera, nothing is culled)
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = point)]
    camera: Option<[f32; 3]>,
    /// The point that the camera looks at (default: 0,0,0)
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = point, requires = "camera")]
    target: Option<[f32; 3]>,
    /// Vertical field of view of the camera, in degrees (default: 60)
    #[arg(long, value_name = "DEGREES", value_parser = number, requires = "camera")]
    fov: Option<f32>,
    /// Width of the view by its height (default: 4:3)
    #[arg(long, value_name = "W:H", value_parser = ratio, requires = "camera")]
    aspect: Option<f32>,
    /// Distance of the near plane (default, as in the game: 0.5, or 0.05 for the inside view)
    #[arg(long, value_name = "DISTANCE", value_parser = number, requires = "camera")]
    near: Option<f32>,
    /// Distance of the far plane (default, as in the game: 700, or 10 for the inside view)
    #[arg(long, value_name = "DISTANCE", value_parser = number, requires = "camera")]
    far: Option<f32>,
    /// What of a node is tested against the camera
    #[arg(long, value_name = "WHAT", default_value = "box", hide_default_value = true)]
    cull: CullArg,
    /// The unit's own view, out of its cockpit; then the LOD does not count
    #[arg(long, conflicts_with = "level")]
    inside: bool,
    #[command(flatten)]
    instance: InstanceArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum CullArg {
    Box,
    Sphere,
    None,
}

impl From<CullArg> for Cull {
    fn from(cull: CullArg) -> Self {
        match cull {
            CullArg::Box => Self::Box,
            CullArg::Sphere => Self::Sphere,
            CullArg::None => Self::Nothing,
        }
    }
}

/// The engine's own distances, for the world and for the view from inside. Its angle is not known.
const WORLD: [f32; 2] = [0.5, 700.0];
const INSIDE: [f32; 2] = [0.05, 10.0];
const FOV: f32 = 60.0;

impl Args {
    fn sight(&self) -> Sight {
        let [near, far] = if self.inside { INSIDE } else { WORLD };
        let camera = self.camera.map(|position| Camera {
            position,
            target: self.target.unwrap_or_default(),
            fov: self.fov.unwrap_or(FOV),
            aspect: self.aspect.unwrap_or(4.0 / 3.0),
            near: self.near.unwrap_or(near),
            far: self.far.unwrap_or(far),
        });
        Sight { camera, cull: self.cull.into(), inside: self.inside }
    }
}

pub fn run(args: &Args, world: &World) -> Outcome {
    let input = Input::open(&args.path)?;
    let library = input.library();
    let answer = input.asset(|asset| {
        traversal::draw(&asset, &args.instance.instance(), &args.sight(), context(&library))
    })?;
    if world.json {
        world.answer(&answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = world.out();
    table(&answer, world).write(&mut out)?;
    out.flush()?;
    let culled = answer.nodes.iter().filter(|node| node.culled).count();
    let (calls, triangles) = (answer.draw_calls, answer.triangles);
    world.note(
        "draw-total",
        args!(calls = calls, triangles = triangles, culled = culled, nodes = answer.nodes.len()),
    );
    Ok(ExitCode::SUCCESS)
}

fn table(answer: &DrawAnswer, world: &World) -> Table {
    let head = |name: &str, align| (world.say(&format!("draw-head-{name}"), vec![]), align);
    let mut table = Table::new(vec![
        head("node", Align::Left),
        head("place", Align::Right),
        head("result", Align::Left),
        head("slot", Align::Right),
        head("batch", Align::Right),
        head("triangles", Align::Right),
        head("material", Align::Left),
        head("texture", Align::Left),
    ]);
    for node in &answer.nodes {
        // A node without batches still has its line.
        let batches = node.batches.iter().map(Some).chain(node.batches.is_empty().then_some(None));
        batches.for_each(|batch| table.row(row(node, batch, world)));
    }
    table
}

fn row(node: &DrawnNode, batch: Option<&DrawnBatch>, world: &World) -> [String; 8] {
    let result = match (node.reason, node.side) {
        (Some("outside"), Some(side)) => world.say("draw-outside", args!(side = side)),
        (Some(reason), _) => world.say(&format!("draw-{reason}"), vec![]),
        (None, _) => world.say("draw-drawn", vec![]),
    };
    let number = |number: Option<usize>| number.map_or("–".into(), |number| number.to_string());
    [
        named(node.index, node.name.as_deref()),
        place(&node.matrix),
        result,
        number(node.slot),
        number(batch.map(|batch| batch.batch)),
        number(batch.map(|batch| batch.index_count / 3)),
        batch.map_or("–".into(), |batch| material(&batch.material)),
        batch.and_then(|batch| batch.material.texture.clone()).unwrap_or_else(|| "–".into()),
    ]
}

/// A number, and the name that goes with it.
pub fn named(number: usize, name: Option<&str>) -> String {
    name.map_or_else(|| number.to_string(), |name| format!("{number} {name}"))
}

/// The row of the wear table with its name, and what stands in for a material that is missing.
pub fn material(surface: &Surface) -> String {
    let own = named(surface.row, surface.name.as_deref());
    surface.stand_in.as_ref().map_or(own.clone(), |other| format!("{own} → {other}"))
}

/// Where a matrix puts the origin.
fn place(matrix: &[f32; 16]) -> String {
    [matrix[3], matrix[7], matrix[11]].map(super::short).join("  ")
}
