//! Models for both games: a mech that walks, and a lamp that has all that models may have.

use super::materials::{self, FOOT, GLASS, HULL, LIMB, MARKS, STEEL, STRIPE};
use super::motions::REST;
use super::patch;
use relict_samples::make::flt::{Piece, bytes, group, model, packed, seen};
use relict_samples::mechs::shapes::{Solid, lamp, piece};
use relict_toolkit::mw3::dialect::Dialect;
use relict_toolkit::mw3::model::Model;

/// Thigh, calf and foot. What stands to the left is the same as to the right.
fn leg([thigh, calf]: [(&str, [f32; 3]); 2], foot: &str) -> Piece {
    let upper = Solid::new([-0.5, -2.7, -0.5], [0.5, 0.3, 0.6], LIMB).narrower(0.8);
    let lower = Solid::new([-0.4, -2.8, -0.4], [0.4, 0.2, 0.4], STEEL).narrower(1.3);
    let toes = Solid::new([-0.7, -0.3, -1.3], [0.7, 0.2, 0.7], FOOT).narrower(0.7);
    let foot = piece(foot, [0.0, -2.9, -0.3], &[toes]);
    let calf = Piece { children: vec![foot], ..piece(calf.0, calf.1, &[lower]) };
    Piece { children: vec![calf], ..piece(thigh.0, thigh.1, &[upper]) }
}

fn arm((name, at): (&str, [f32; 3])) -> Piece {
    let gun = Solid::new([-0.35, -0.5, -2.6], [0.35, 0.3, 0.8], STEEL);
    let shoulder = Solid::new([-0.5, -0.6, -0.6], [0.5, 0.7, 0.9], STRIPE).narrower(0.7);
    piece(name, at, &[shoulder, gun])
}

/// From the hip on, with the nodes that the motions move.
fn strider() -> Piece {
    let [hip, torso, l_thigh, r_thigh, l_calf, r_calf, l_arm, r_arm] = REST;
    let pelvis = Solid::new([-0.9, -0.5, -0.6], [0.9, 0.7, 0.6], STEEL).narrower(0.6);
    let hull = Solid::new([-1.7, 0.0, -1.6], [1.7, 2.0, 1.5], HULL).marked(MARKS).narrower(0.75);
    let window = Solid::new([-0.6, 1.1, -2.2], [0.6, 1.9, -1.1], GLASS).narrower(0.6);
    let torso = Piece { children: vec![arm(l_arm), arm(r_arm)], ..piece(torso.0, torso.1, &[hull, window]) };
    let children = vec![torso, leg([l_thigh, l_calf], "l_foot"), leg([r_thigh, r_calf], "r_foot")];
    Piece { children, ..piece(hip.0, hip.1, &[pelvis]) }
}

/// As seen from far away.
fn outline() -> Piece {
    let body = Solid::new([-1.7, 6.5, -1.6], [1.7, 9.0, 1.5], HULL);
    let legs = Solid::new([-1.5, 0.0, -0.6], [1.5, 6.5, 0.6], LIMB);
    piece("strider_far", [0.0; 3], &[body, legs])
}

/// The expansion has levels of detail.
pub(crate) fn mech(game: Dialect) -> Model<'static> {
    let children = match game {
        Dialect::Mw => vec![strider()],
        Dialect::Pm => vec![
            seen("strider_near", 0.0, 150.0, vec![strider()]),
            seen("strider_lod", 150.0, 2000.0, vec![outline()]),
        ],
    };
    model(game, &group(MECH, vec![group("strider", children)]))
}

const MECH: &str = "mech_strider.flt";

/// The members of a mechlib, in the order in which the games have them.
pub(crate) fn members(game: Dialect) -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("format", 1u32.to_le_bytes().into()),
        ("version", game.mechlib_version().to_le_bytes().into()),
        (MECH, bytes(&mech(game))),
        ("lamp.flt", bytes(&lamp(game))),
        (relict_toolkit::mw3::materials::NAME, materials::bytes(&materials::materials())),
    ]
}

pub(crate) fn mechlib(game: Dialect) -> Vec<u8> {
    packed(game, &members(game))
}

/// So many polygons the meshes of a large model have; those of the games have fewer, but not by much.
const OF_A_MESH: usize = 240;

/// A model with as many polygons as are wanted, of all sorts.
fn large(game: Dialect, name: &str, number: usize, polygons: usize) -> Model<'static> {
    let part = |i: usize| {
        let shape = patch::patch(number * 1009 + i, OF_A_MESH.min(polygons - i * OF_A_MESH));
        let at = [(i % 8 * 20) as f32, 0.0, (i / 8 * 20) as f32];
        Piece { shape, ..piece(&format!("part_{i:03}"), at, &[]) }
    };
    let parts: Vec<Piece> = (0..polygons.div_ceil(OF_A_MESH)).map(part).collect();
    let children = match game {
        Dialect::Mw => parts,
        Dialect::Pm => vec![seen("near", 0.0, 150.0, parts), seen("far", 150.0, 2000.0, vec![outline()])],
    };
    model(game, &group(name, children))
}

/// A mechlib of many large models, for measuring: in size like those of the games, or larger.
pub fn mechlib_of(game: Dialect, models: usize, polygons: usize) -> Vec<u8> {
    let name = |i: usize| format!("large_{i:03}.flt");
    let mut members: Vec<(String, Vec<u8>)> = vec![
        ("format".into(), 1u32.to_le_bytes().into()),
        ("version".into(), game.mechlib_version().to_le_bytes().into()),
    ];
    members.extend((0..models).map(|i| (name(i), bytes(&large(game, &name(i), i, polygons)))));
    members.push((relict_toolkit::mw3::materials::NAME.into(), materials::bytes(&materials::materials())));
    let members: Vec<(&str, &[u8])> =
        members.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    packed(game, &members)
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_toolkit::core::bytes::Cursor;
    use relict_toolkit::core::format::{Context, Format, Origin};
    use relict_toolkit::core::report::Report;

    #[test]
    fn models_are_without_fault_and_have_the_nodes_that_the_motions_move() {
        for game in Dialect::ALL {
            for model in [mech(game), lamp(game)] {
                let bytes = bytes(&model);
                let read = Model::read(&mut Cursor::new(&bytes), Origin::named("a.flt")).unwrap();
                let mut report = Report::default();
                read.check(&mut report, Context::ALONE);
                assert_eq!((report.codes(), read.game), (vec![], game));
            }
            let mech = mech(game);
            for (name, rest) in REST {
                let node = mech.nodes.iter().find(|node| node.name() == name).unwrap();
                assert_eq!(node.object.as_ref().unwrap().matrix[3], rest, "{name}");
            }
            let [low, high] = mech.nodes[0].bounds.node_box;
            assert!(low[1] > -0.5 && low[1] < 0.5 && high[1] > 8.0, "{low:?} {high:?}");
        }
    }

    #[test]
    fn a_large_mechlib_is_without_fault_and_has_polygons_of_all_sorts() {
        for game in Dialect::ALL {
            let mechlib = mechlib_of(game, 3, 1000);
            let asset = relict_toolkit::open::Asset::file("mechlib.zbd", &mechlib);
            let report = relict_toolkit::check::file(&asset, Context::ALONE).report;
            assert_eq!(report.codes(), Vec::<&str>::new());
            assert!(mechlib == mechlib_of(game, 3, 1000));
            let model = large(game, "a.flt", 0, 1000);
            let corners: Vec<usize> = model
                .meshes()
                .flat_map(|mesh| {
                    mesh.corners.iter().map(|corners| corners.vertices.len()).collect::<Vec<_>>()
                })
                .collect();
            assert!((3..=6).all(|count| corners.contains(&count)), "{corners:?}");
        }
    }
}
