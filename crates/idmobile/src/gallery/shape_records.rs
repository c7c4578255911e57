//! Shapes from their records, and new shapes as records.

use super::{Drawing, Misfit, NewShape, Shape};
use crate::shapes::{self, Head};
use crate::spread::too_large;
use crate::sprite::{self, CANVAS, HEAD, RoomRule, mask_bytes};
use relict_core::args;
use relict_core::error::{Error, broken};
use relict_core::record::Field;

/// No game has a quarter of this. A byte of a mask stands for eight pixels, and of each something is held.
const MOST_SHAPE_PIXELS: usize = 16 << 20;

/// Refuses shapes that would take more memory than those of any game, before the first is made.
pub(crate) fn expect_room<'s>(records: impl Iterator<Item = Option<shapes::Shape<'s>>>) -> Result<(), Error> {
    let sizes = records.flatten().filter_map(|record| record.head.size());
    let pixels = sizes.fold(0, |pixels: usize, (width, height)| pixels.saturating_add(width * height));
    if pixels > MOST_SHAPE_PIXELS { Err(too_large("pixels", pixels, MOST_SHAPE_PIXELS)) } else { Ok(()) }
}

/// The shape that a record tells of, the `number`th. `bytes` are those that should be it, and `texels` finds so many from
/// the start that it states, with their depth.
pub(crate) fn shape_of(
    number: usize,
    at: usize,
    bytes: &[u8],
    record: Option<shapes::Shape<'_>>,
    texels: impl FnOnce(u32, usize) -> Option<(u8, Vec<u8>)>,
) -> Result<Shape, Error> {
    let visible = record.and_then(|record| Some((record.visible()?, record.head)));
    let Some(((width, height, mask), head)) = visible else {
        return Err(broken(&shapes::BOUNDS, "tail", shapes::told_of(bytes, number)));
    };
    let count = mask.iter().filter(|visible| **visible).count();
    let (depth, texels) = texels(head.texels, count).ok_or_else(|| {
        let args = args!(start = head.texels, visible = count);
        broken(&shapes::TEXELS, format_args!("shapes[{number}].head.texels"), args)
    })?;
    let indices = sprite::spread(&texels, &mask, width, height);
    Ok(Shape {
        at,
        texels: head.texels,
        x0: head.x0.into(),
        y0: head.y0.into(),
        depth,
        decoded_size: head.decoded_size,
        drawing: Drawing { width, height, indices, mask: Some(mask) },
    })
}

/// Refuses sprites that reach beyond their canvas. The bounds are those of the last row and column.
fn bounds(new: &NewShape) -> Result<[u8; 4], Misfit> {
    let (right, bottom) =
        (new.x0.saturating_add(new.drawing.width), new.y0.saturating_add(new.drawing.height));
    if right > CANVAS || bottom > CANVAS {
        return Err(Misfit::Canvas { right, bottom });
    }
    let byte = |side: usize| side as u8;
    Ok([byte(new.x0), byte(right - 1), byte(new.y0), byte(bottom - 1)])
}

/// What the shapes of a game count the room by that they state; none if they do not tell.
pub(crate) fn room_rule<'s>(shapes: impl Iterator<Item = &'s Shape>) -> Option<RoomRule> {
    RoomRule::of(shapes.map(|shape| {
        let Drawing { width, height, mask, .. } = &shape.drawing;
        let mask = mask.as_deref().unwrap_or_default();
        (shape.decoded_size.into(), RoomRule::ALL.map(|rule| rule.room(mask, *width, *height)))
    }))
}

/// The record of a shape; `new` is trimmed. What does not fit its fields cannot come up on the canvas.
pub(crate) fn record(new: &NewShape, texels: u32, rule: RoomRule) -> Result<Vec<u8>, Misfit> {
    let [x0, x1, y0, y1] = bounds(new)?;
    let (width, height) = (new.drawing.width, new.drawing.height);
    let visible = new.drawing.mask.as_deref().unwrap_or_default();
    let mask = mask_bytes(visible, width, height);
    let head = Head {
        texels,
        stated_size: (mask.len() + 4) as u16,
        decoded_size: rule.room(visible, width, height) as u16,
        x0,
        x1,
        y0,
        y1,
    };
    let mut record = vec![0; HEAD];
    head.put(&mut record);
    record.extend(mask);
    Ok(record)
}
