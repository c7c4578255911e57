//! What the engines of both Orcs & Elves have room for: their programs keep the lists in arrays of fixed sizes.

use super::{Form, LIMIT, Mappings};
use relict_core::args;
use relict_core::report::Report;

/// The most entries of each list.
struct Limits {
    textures: usize,
    sprites: usize,
    texture_ids: usize,
    sprite_ids: usize,
}

const FIRST: Limits = Limits { textures: 40, sprites: 550, texture_ids: 200, sprite_ids: 260 };
const SECOND: Limits = Limits { textures: 41, sprites: 475, texture_ids: 192, sprite_ids: 256 };

impl Limits {
    /// Of the game whose mappings have this form. The builds for BREW, and Doom RPG, have limits that nobody knows.
    fn of(form: Form, indexed: bool) -> Option<Self> {
        match form {
            Form::Four => indexed.then_some(FIRST),
            Form::Narrow => Some(SECOND),
            Form::Six => None,
        }
    }
}

impl Mappings<'_> {
    /// Reports lists that are longer than the arrays of the engine. `indexed` tells Orcs & Elves from Doom RPG.
    pub(super) fn check_limits(&self, indexed: bool, report: &mut Report) {
        let Some(limits) = Limits::of(self.form(), indexed) else { return };
        let [textures, sprites] = self.list_names();
        let lists = [
            (textures, self.texture_pairs().len(), limits.textures),
            (sprites, self.sprite_pairs().len(), limits.sprites),
            ("texture_ids", self.texture_ids.len(), limits.texture_ids),
            ("sprite_ids", self.sprite_ids.len(), limits.sprite_ids),
        ];
        for (list, count, most) in lists {
            report.expect(count <= most, &LIMIT, list, || args!(list = list, count = count, most = most));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::bytes::Cursor;
    use relict_core::format::{Context, Format, Library, Origin};

    /// Lists of zeros, as many as the counters say.
    fn mappings(counters: [u16; 4], wide: bool) -> Vec<u8> {
        let width = if wide { 4 } else { 2 };
        let header = counters.iter().flat_map(|count| u32::from(*count).to_le_bytes()[..width].to_vec());
        let [textures, sprites, texture_ids, sprite_ids] = counters.map(usize::from);
        let lists = 2 * width * (textures + sprites) + 2 * (texture_ids + sprite_ids);
        header.chain(std::iter::repeat_n(0, lists)).collect()
    }

    /// An index of textures, which Doom RPG does not have.
    struct Indexed;

    impl Library for Indexed {
        fn file(&self, name: &str) -> Option<std::borrow::Cow<'_, [u8]>> {
            (name == "wtexels.idx").then(|| vec![1, 0, 0, 0, 0, 255, 1, 8].into())
        }
    }

    fn limits(counters: [u16; 4], wide: bool, context: Context<'_>) -> Vec<String> {
        let bytes = mappings(counters, wide);
        let mappings = Mappings::read(&mut Cursor::new(&bytes), Origin::named("mappings.bin")).unwrap();
        let mut report = Report::default();
        Format::check(&mappings, &mut report, context);
        let found = report.findings.into_iter().filter(|finding| finding.rule.code == LIMIT.code);
        found.map(|finding| finding.field).collect()
    }

    // idmobile-real 3: engine limits
    #[test]
    fn more_than_the_engines_have_room_for_is_reported() {
        let none = Vec::<String>::new();
        let context = Context { origin: Origin::named("mappings.bin"), ..Context::new(&Indexed) };
        assert_eq!(limits([40, 550, 200, 260], true, context), none);
        let all = ["textures", "sprites", "texture_ids", "sprite_ids"];
        assert_eq!(limits([41, 551, 201, 261], true, context), all);
        assert_eq!(limits([41, 551, 201, 261], true, Context::ALONE), none, "this may be Doom RPG");
        assert_eq!(limits([41, 475, 192, 256], false, Context::ALONE), none);
        let all = ["narrow_textures", "narrow_sprites", "texture_ids", "sprite_ids"];
        assert_eq!(limits([42, 476, 193, 257], false, Context::ALONE), all);
    }
}
