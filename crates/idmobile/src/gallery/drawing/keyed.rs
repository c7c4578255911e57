//! Pictures whose index 0 is transparent, and whose other pixels are all visible.

use super::{Drawing, Framed, MOST_COLOURS, Misfit, Palette, Reading, own_indices};
use relict_core::image::{Image, NO_COLOUR};

impl Drawing {
    /// The same picture with index 0 transparent: what is hidden gets that index, and what has it is hidden.
    pub(crate) fn keyed(&self) -> Self {
        let pixels = self.indices.iter().enumerate();
        let indices: Vec<u8> =
            pixels.map(|(place, &index)| if self.is_visible(place) { index } else { 0 }).collect();
        let mask = Some(indices.iter().map(|index| *index != 0).collect());
        Self { indices, mask, ..*self }
    }

    /// A keyed picture with its own indices, of which 0 is transparent, and the palette in its order.
    pub(crate) fn indexed_keyed(&self, palette: &Palette) -> Framed {
        let mut colours = palette.colours();
        colours.resize(colours.len().clamp(1, MOST_COLOURS), NO_COLOUR);
        // Its colour stays to be seen by its palette.
        colours[0][3] = 0;
        let image = Image::indexed(self.width, self.height, self.indices.clone(), colours);
        Framed { image, transparent: Some(0), mask: None }
    }

    /// The drawing that a picture in colour shows, in place of this one: [`Drawing::read`], where transparent pixels get
    /// index 0. A pixel that is not transparent gets another one, even if it has the colour of index 0; only magenta, which
    /// nobody draws with, counts as transparent.
    pub fn read_keyed(&self, image: &Image, how: Reading<'_>) -> Result<Self, Misfit> {
        self.expect_size(image)?;
        let colours = how.palette.colours();
        let found = match own_indices(image, &colours) {
            Some((indices, palette)) => {
                self.adopted(image, indices, palette, &colours, how.transparent.or(Some(0)))
            }
            None => self.matched(image, &colours, how.quantise, true),
        }?;
        let indices = found.into_iter().map(Option::unwrap_or_default).collect();
        Ok(Self { width: image.width, height: image.height, indices, mask: None }.keyed())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Spot;
    use super::*;
    use crate::colour::Order;

    fn reading(palette: &Palette) -> Reading<'_> {
        Reading { palette, transparent: None, quantise: false }
    }

    // idmobile-real 10, row 9.
    #[test]
    fn index_0_is_transparent_out_and_in() {
        let palette = Palette { words: vec![0xF81F, 0xF800, 0x001F, 0x07E0], order: Order::Rgb565 };
        let picture = Drawing { width: 2, height: 2, indices: vec![0, 1, 2, 0], mask: None }.keyed();
        assert_eq!(picture.mask, Some(vec![false, true, true, false]));
        let Framed { image, transparent, mask } = picture.indexed_keyed(&palette);
        assert_eq!((transparent, mask, image.has_alpha), (Some(0), None, true));
        assert_eq!(image.to_rgba()[0][3], 0);
        assert_eq!(picture.read_keyed(&image, reading(&palette)).unwrap(), picture);
        // Without transparency, as an editor may save it; in true colour; and with another transparent index.
        let opaque = Image::indexed(2, 2, picture.indices.clone(), palette.colours());
        assert_eq!(picture.read_keyed(&opaque, reading(&palette)).unwrap(), picture);
        let true_colour = Image::rgba(2, 2, image.to_rgba(), true);
        assert_eq!(picture.read_keyed(&true_colour, reading(&palette)).unwrap(), picture);
        let flat = Image::rgba(2, 2, opaque.to_rgba(), false);
        assert_eq!(picture.read_keyed(&flat, reading(&palette)).unwrap(), picture, "magenta is nothing");
        let more = Image::indexed(2, 2, vec![0, 3, 4, 4], [palette.colours(), vec![[9, 9, 9, 0]]].concat());
        let how = Reading { transparent: Some(4), ..reading(&palette) };
        assert_eq!(picture.read_keyed(&more, how).unwrap().indices, [0, 3, 0, 0]);
        let wide =
            picture.read_keyed(&Image::indexed(4, 1, vec![1; 4], palette.colours()), reading(&palette));
        assert_eq!(
            wide.map(|wide| (wide.width, wide.height)),
            Ok((4, 1)),
            "whether that fits is asked later"
        );
    }

    // idmobile-real 10, row 9.
    #[test]
    fn a_visible_pixel_never_becomes_the_transparent_index() {
        // Black is index 0 and nothing else.
        let palette = Palette { words: vec![0, 0xF800, 0x001F, 0x2104], order: Order::Rgb565 };
        let picture = Drawing { width: 1, height: 1, indices: vec![1], mask: None }.keyed();
        let black = Image::rgba(1, 1, vec![[0, 0, 0, 255]], false);
        let spot = Spot { x: 0, y: 0 };
        let refused = picture.read_keyed(&black, reading(&palette));
        assert_eq!(refused, Err(Misfit::Key { spot, colour: [0; 3] }));
        let nearest = picture.read_keyed(&black, Reading { quantise: true, ..reading(&palette) });
        assert_eq!(nearest.unwrap().indices, [3]);
        let twice = Palette { words: vec![0, 0xF800, 0], order: Order::Rgb565 };
        assert_eq!(picture.read_keyed(&black, reading(&twice)).unwrap().indices, [2]);
        let grey = Image::rgba(1, 1, vec![[9, 9, 9, 255]], false);
        let refused = picture.read_keyed(&grey, reading(&palette));
        assert_eq!(refused, Err(Misfit::Colour { spot, colour: [9; 3] }));
    }
}
