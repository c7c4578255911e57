//! Pictures as phones had them: few colours, and each sprite as large as what is seen of it.

use crate::make::phone::Sprite;
use crate::paint::ramp::{dithered, palette_for};
use crate::paint::{Canvas, Rgb};

/// How strong dots are between two colours.
const ROUGH: i32 = 20;

/// A wall of 64 by 64 in colours of its own.
pub(super) struct Wall {
    pub(super) indices: Vec<u8>,
    pub(super) palette: Vec<Rgb>,
}

/// In so many colours.
pub(super) fn wall(canvas: &Canvas, colours: usize) -> Wall {
    let palette = palette_for(&[canvas], colours);
    Wall { indices: dithered(canvas, &palette, ROUGH), palette }
}

/// Frames of one figure, which share their colours.
pub(super) struct Frames {
    pub(super) sprites: Vec<Sprite>,
    pub(super) palette: Vec<Rgb>,
}

pub(super) fn frames(canvases: &[Canvas], colours: usize) -> Frames {
    let palette = palette_for(&canvases.iter().collect::<Vec<_>>(), colours);
    Frames { sprites: canvases.iter().map(|canvas| cut(canvas, &palette)).collect(), palette }
}

/// Only what is seen, and where on 64 by 64 it is.
fn cut(canvas: &Canvas, palette: &[Rgb]) -> Sprite {
    let (width, indices) = (canvas.width, dithered(canvas, palette, ROUGH / 2));
    let seen = |x: i32, y: i32| canvas.seen(x, y) > 127;
    let columns: Vec<i32> = (0..width).filter(|x| (0..canvas.height).any(|y| seen(*x, y))).collect();
    let rows: Vec<i32> = (0..canvas.height).filter(|y| (0..width).any(|x| seen(x, *y))).collect();
    let ends = |list: &[i32]| (list.first().copied().unwrap_or(0), list.last().copied().unwrap_or(0));
    let ((left, right), (top, bottom)) = (ends(&columns), ends(&rows));
    let places = (top..=bottom).flat_map(|y| (left..=right).map(move |x| (x, y)));
    let pixel = |(x, y): (i32, i32)| seen(x, y).then(|| indices[(y * width + x) as usize]);
    Sprite {
        at: (left as u8, top as u8),
        size: ((right - left + 1) as usize, (bottom - top + 1) as usize),
        pixels: places.map(pixel).collect(),
    }
}

/// The same with what is blue in another colour: its channels in another order.
pub(super) fn repainted(palette: &[Rgb], order: [usize; 3]) -> Vec<Rgb> {
    let other = |colour: &Rgb| {
        let is_blue = colour[2] > colour[0] + 16;
        if is_blue { order.map(|part| colour[part]) } else { *colour }
    };
    palette.iter().map(other).collect()
}
