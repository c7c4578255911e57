//! `relict pose`: where the nodes of a model are at a moment.

use super::{Input, Outcome, short};
use crate::table::{Align, Table};
use crate::world::World;
use relict_toolkit::answer::{Blend, PoseAnswer, PoseNode, schema_id};
use relict_toolkit::core::args;
use relict_toolkit::core::bytes::Cursor;
use relict_toolkit::core::error::Error;
use relict_toolkit::core::format::{Format, Kind};
use relict_toolkit::ngi::msh::pose::{Moment, Pose, rows};
use relict_toolkit::ngi::msh::{Kind as What, Model, Msh};
use relict_toolkit::open::Asset;
use relict_toolkit::problem::{POSE_NO_MODEL, POSE_NOT_FINITE, POSE_TIME, Problem};
use std::io::Write;
use std::process::ExitCode;

/// Print the node transforms of a model at a point in time, as the engine computes them
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A model: an entry of an archive (game.rlb/tank.msh), a file, or - for standard input
    path: String,
    /// Time, in frames
    #[arg(long, value_name = "FRAME", allow_hyphen_values = true, required_unless_present = "rest")]
    time: Option<f32>,
    /// Use the rest pose instead of a point in time
    #[arg(long, conflicts_with_all = ["time", "blend"])]
    rest: bool,
    /// Second point in time, to blend with the first
    #[arg(long, value_name = "FRAME", allow_hyphen_values = true, requires = "weight")]
    blend: Option<f32>,
    /// Weight of the second point in time, from 0 to 1
    #[arg(long, value_name = "WEIGHT", allow_hyphen_values = true, requires = "blend")]
    weight: Option<f32>,
    /// As the game draws it: the first node rotates but does not move
    #[arg(long)]
    engine: bool,
    /// Accept a model with errors, as far as it can be read
    #[arg(long)]
    tolerant: bool,
}

impl Args {
    /// What is no moment the model would refuse, too, but not in the words of who asked.
    fn moment(&self, path: &str) -> Result<Moment, Problem> {
        let no_moment =
            |why: &str, found: String| Problem::new(POSE_TIME, path, args!(option = why, found = found));
        for (option, number) in [("--time", self.time), ("--blend", self.blend), ("--weight", self.weight)] {
            if let Some(number) = number.filter(|number| !number.is_finite()) {
                return Err(no_moment(option, number.to_string()));
            }
        }
        Ok(match (self.time, self.blend, self.weight) {
            (Some(a), Some(b), Some(weight)) => {
                let moment = Moment::Blend { a, b, weight };
                if !moment.counts() {
                    return Err(no_moment("neither", format!("{a}, {b}; {weight}")));
                }
                moment
            }
            (Some(time), ..) => Moment::Time(time),
            (None, ..) => Moment::Rest,
        })
    }
}

pub fn run(args: &Args, world: &World) -> Outcome {
    let answer = Input::open(&args.path)?.asset(|asset| posed(&asset, args))?;
    if world.json {
        world.answer(&answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = world.out();
    table(&answer, world).write(&mut out)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn posed(asset: &Asset<'_>, args: &Args) -> Result<PoseAnswer, Problem> {
    let (kind, _) = asset.open()?;
    if kind.id != Msh::ID {
        return Err(Problem::new(POSE_NO_MODEL, asset.path, args!(format = kind.id)));
    }
    let unreadable = |error: Error| refused(kind, asset, error);
    let msh = Msh::read(&mut Cursor::new(asset.bytes), asset.origin).map_err(unreadable)?;
    if msh.kind() == What::Terrain {
        return Err(Problem::new(POSE_NO_MODEL, asset.path, args!(format = "terrain")));
    }
    let model = msh.model(!args.tolerant).map_err(unreadable)?;
    let moment = args.moment(asset.path)?;
    let pose = if args.engine { model.engine_pose(moment) } else { model.pose(moment) };
    let pose = pose.map_err(unreadable)?;
    let blend = args.blend.zip(args.weight).map(|(time, weight)| Blend { time, weight });
    Ok(PoseAnswer {
        schema: schema_id("pose"),
        path: asset.path.to_owned(),
        time: args.time,
        blend,
        engine: args.engine,
        frames: model.frame_count(),
        nodes: nodes(asset, &model, &pose)?,
    })
}

/// The problem that a model has an error, with the bytes where it is.
fn refused(kind: &Kind, asset: &Asset<'_>, error: Error) -> Problem {
    Problem::unreadable(kind, asset.path, asset.bytes, &kind.placed(error, asset.bytes, asset.origin))
}

fn nodes(asset: &Asset<'_>, model: &Model<'_>, pose: &Pose) -> Result<Vec<PoseNode>, Problem> {
    let node = |index: usize| {
        let (local, world) = (rows(&pose.local[index]), rows(&pose.model[index]));
        // Places that lie as far away as numbers go lead beyond them.
        if !local.iter().chain(&world).all(|number| number.is_finite()) {
            return Err(Problem::new(POSE_NOT_FINITE, asset.path, args!(node = index)));
        }
        let name = model.name(index).map(std::borrow::Cow::into_owned);
        Ok(PoseNode { index, name, parent: model.parent(index), local, world })
    };
    (0..pose.local.len()).map(node).collect()
}

fn table(answer: &PoseAnswer, world: &World) -> Table {
    let head = |name: &str, align| (world.say(&format!("head-{name}"), vec![]), align);
    let mut table = Table::new(vec![
        head("number", Align::Right),
        head("name", Align::Left),
        head("parent", Align::Right),
        head("local", Align::Right),
        head("world", Align::Right),
        head("turned", Align::Right),
    ]);
    for node in &answer.nodes {
        table.row([
            node.index.to_string(),
            node.name.clone().unwrap_or_default(),
            node.parent.map_or("–".into(), |parent| parent.to_string()),
            place(&node.local),
            place(&node.world),
            format!("{:.1}°", turned(&node.world)),
        ]);
    }
    table
}

/// Where a matrix puts the origin.
fn place(matrix: &[f32; 16]) -> String {
    [matrix[3], matrix[7], matrix[11]].map(short).join("  ")
}

/// By how much a matrix turns, in degrees.
fn turned(matrix: &[f32; 16]) -> f32 {
    let trace = matrix[0] + matrix[5] + matrix[10];
    ((trace - 1.0) / 2.0).clamp(-1.0, 1.0).acos().to_degrees()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_right_angle_is_told() {
        let mut matrix = [0.0; 16];
        (matrix[1], matrix[4], matrix[10], matrix[15]) = (-1.0, 1.0, 1.0, 1.0);
        assert_eq!(format!("{:.1}", turned(&matrix)), "90.0");
    }
}
