//! Models, as every program with a third dimension reads them.

use crate::answer::Answer;
use crate::asked::Asked;
use crate::session::{Depends, Session};
use relict::core::format::{Context, Library, Limits};
use relict::core::scene::{Scene, Shown};
use relict::model::{self, Open};
use relict::open::Asset;
use relict::problem::Result;

pub const GLB: &str = "model/gltf-binary";

/// The model, what it wears and what moves it.
pub const DEPENDS: Depends = Depends { paths: &["p", "motions"], beside: true, all: false };

/// Motions that are given at once; a model has some dozens.
const MOTIONS: usize = 256;

pub fn answer(session: &Session, asked: &Asked) -> Result<Answer> {
    session.asset(asked.path(), |asset, opened| {
        let mut scene = scene(&asset, &session.shelf(opened))?;
        animate(session, &mut scene, asked)?;
        let files = model::written(asset.path, &scene, Open::Glb, model::stem(asset.path))?;
        Ok(Answer::new(GLB, files.main))
    })
}

/// All states and levels of a model, without what would turn it into a file again.
pub fn scene(asset: &Asset<'_>, library: &dyn Library) -> Result<Scene> {
    model::scene(asset, Shown::All, false, Context::new(library))
}

/// Gives a model the motions that were asked for.
pub fn animate(session: &Session, scene: &mut Scene, asked: &Asked) -> Result<()> {
    for motions in asked.words("motions").take(MOTIONS) {
        session.asset(motions, |motions, _| model::animate(scene, &motions, &[], Limits::default()))?;
    }
    Ok(())
}
