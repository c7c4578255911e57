//! The pictures of an archive that is edited as a whole, in the colours that they have there.

use super::picture::png;
use crate::answer::Answer;
use crate::galleries::{Gallery, Leaf};
use crate::request::Request;
use crate::session::Session;
use relict_toolkit::answer::page::{self, GalleryItem, PictureInfo};
use relict_toolkit::core::image::Image;
use relict_toolkit::problem::Result;
use std::sync::Arc;

pub fn answer(session: &Session, request: &Request) -> Result<Answer> {
    let gallery = gallery(session, request)?;
    Answer::json(&page::Gallery { folder: &gallery.folder, items: gallery.leaves.iter().map(item).collect() })
}

fn item(leaf: &Leaf) -> GalleryItem<'_> {
    let (width, height) = leaf.size.unzip();
    let last = || leaf.path.rsplit('/').next().unwrap_or(&leaf.path);
    let name = leaf.name.as_deref().unwrap_or_else(last);
    GalleryItem { name, leaf: &leaf.path, width, height, kind: leaf.kind, shown: leaf.name.is_some() }
}

pub fn picture(session: &Session, request: &Request) -> Result<Answer> {
    let image = image(session, request)?;
    Ok(Answer::png(png(request.path(), image, request.number("thumb")?)?))
}

pub fn info(session: &Session, request: &Request) -> Result<Answer> {
    Answer::json(&PictureInfo::from(&image(session, request)?))
}

fn gallery(session: &Session, request: &Request) -> Result<Arc<Gallery>> {
    session.asset(request.path(), |asset, opened| session.galleries.get(&asset, opened.stamp))
}

fn image(session: &Session, request: &Request) -> Result<Image> {
    let leaf = request.required("leaf")?;
    session.asset(request.path(), |asset, opened| {
        session.galleries.get(&asset, opened.stamp)?.image(&asset, leaf)
    })
}
