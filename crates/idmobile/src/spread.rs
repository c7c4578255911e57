//! A whole game as a folder: textures in grey and in true colour, palettes, sprites, the sky, maps to look at, and texts,
//! images and sounds that lie in files with an index.
//!
//! The layout is that of the community's editor, with folders of our own beside those it knows, so that a folder that
//! it made can be gathered, too. What is in the folder is read against what the game has ([`gallery`](crate::gallery),
//! [`media`](crate::media)); only what comes out other is an edit.

mod banks;
mod colours;
mod file_id;
mod found;
mod gallery;
mod load;
mod maps;
mod media;
mod messages;
mod sky;
mod sprite_note;

use crate::phrases;
pub use messages::CODES;

use crate::gallery::{Gallery, Trouble};
use crate::game::{Detected, Game, Layout};
use crate::jar::Jar;
use crate::media::{Media, Wanted};
use crate::tables::{self, Sky};
use crate::texture::SIDE;
use crate::{doom, orcs};
use banks::Bank;
use file_id::{Banks, FileId, Kind, Part};
use load::{Purpose, Resources};
use maps::{MapOf, OrcMaps};
use relict_core::args;
use relict_core::error::{Error, Result, broken};
use relict_core::format::Facts;
use relict_core::tree::{Content, EditableTree, Folder, GatherHow, Gathered, Refused};

relict_core::rules! { @ Error TOO_LARGE = "game.too-large" }

/// No game has a tenth of this; more is somebody's attempt to fill a disk.
const MOST_FILES: usize = 1 << 14;
const MOST_PIXELS: usize = 64 << 20;

/// The folder of a game whose name nobody knows.
const NAMELESS: &str = "Unknown Game";

/// A game, spread out.
pub(crate) struct Spreading<'d> {
    layout: Layout,
    game: Option<Game>,
    resources: Resources<'d>,
    pictures: Pictures<'d>,
    banks: Vec<Bank>,
    skies: Vec<Sky>,
    orc_maps: Option<OrcMaps>,
    textures: Banks,
    /// Whether the folders of grey textures have the numbers of their files.
    banked: bool,
    leaves: Vec<(String, Leaf)>,
}

/// What there is to see, as the layout has it.
enum Pictures<'d> {
    Gallery(Gallery<'d>),
    Media(Media<'d>),
}

/// What a file of the folder is made of.
#[derive(Clone, Copy, Debug)]
enum Leaf {
    /// The bytes of a resource, by its place.
    Resource(usize),
    /// The plan of a map.
    Map(MapOf),
    /// A map whose parts lie column by column, by its number.
    MapJson(usize),
    Picture(FileId),
    /// A chunk of a bank, by their places.
    Chunk(usize, usize),
    Sky(usize),
}

/// The game in a JAR; none if there is none.
pub(crate) fn open<'d>(jar: &'d Jar<'_>) -> Result<Box<dyn EditableTree + 'd>> {
    let found = jar.detected();
    let layout =
        found.layout.ok_or_else(|| Error::unexpected(phrases::resources_of_a_game(), phrases::none()))?;
    Ok(Box::new(Spreading::open(jar, &found, layout)?))
}

/// How many pictures and maps the game in a JAR has, and how it holds them; nothing where it cannot be told.
pub(crate) fn facts(jar: &Jar<'_>, found: &Detected) -> Facts {
    let opened = found.layout.map(|layout| Spreading::open(jar, found, layout));
    let Some(Ok(spreading)) = opened else { return vec![] };
    let leaves = || spreading.leaves.iter().map(|(_, leaf)| *leaf);
    let pictures = |is: fn(Kind) -> bool| leaves().filter(|leaf| leaf.is_picture(is)).count();
    let counts = [
        ("textures", pictures(|kind| matches!(kind, Kind::Grey(_)))),
        ("coloured_textures", pictures(|kind| kind == Kind::Texture)),
        ("flats", pictures(|kind| kind == Kind::Flat)),
        ("sprites", pictures(|kind| kind == Kind::Sprite)),
        ("images", pictures(|kind| kind == Kind::Media)),
        ("palette_count", pictures(|kind| kind == Kind::Palette)),
        ("maps", leaves().filter(|leaf| matches!(leaf, Leaf::Map(_))).count()),
    ];
    let counts = counts.into_iter().filter(|(_, count)| *count > 0);
    counts.map(|(name, count)| (name, count.into())).chain(spreading.pictures.dialect()).collect()
}

impl Pictures<'_> {
    fn textures(&self) -> Banks {
        let mut banks = Banks::new();
        if let Self::Gallery(gallery) = self {
            for (place, texture) in gallery.textures.iter().enumerate() {
                banks.entry(texture.bank).or_default().push(place);
            }
        }
        banks
    }

    /// What was found out by probing: builds that nobody has seen yet may speak otherwise.
    fn dialect(&self) -> Facts {
        match self {
            Self::Gallery(gallery) => {
                let order = gallery.palettes.first().map(|palette| palette.order.name());
                order.map(|order| ("colour_order", order.into())).into_iter().collect()
            }
            Self::Media(media) => {
                let dialect = &media.dialect;
                let mut facts: Facts = vec![
                    ("colour_order", dialect.colour.name().into()),
                    ("form", dialect.form().into()),
                    ("bits", dialect.bits.count().into()),
                    ("runs", dialect.direction.name().into()),
                    ("marked", dialect.marked.into()),
                    ("first_row", dialect.first_row.into()),
                ];
                facts.extend(dialect.limit.map(|limit| ("file_limit", limit.into())));
                facts
            }
        }
    }
}

/// The error that a resource is in.
fn error(trouble: Trouble) -> Error {
    trouble.error.inside(trouble.resource)
}

/// The error that a game would take more than any does.
pub(crate) fn too_large(what: &str, size: usize, most: usize) -> Error {
    broken(&TOO_LARGE, "", args!(what = what, size = size, most = most))
}

impl<'d> Spreading<'d> {
    fn open(jar: &'d Jar<'_>, found: &Detected, layout: Layout) -> Result<Self> {
        let resources = Resources::load(jar, found, layout)?;
        let lookup = |name: &str| resources.bytes(name);
        // What these hold on to.
        let taken = |name: &str| resources.taken(name);
        let pictures = match layout {
            Layout::Drpg => doom::open(&taken).map(Pictures::Gallery),
            Layout::OeIndexed | Layout::Oe2Indexed | Layout::SeedBanks => {
                orcs::open(&lookup).map(Pictures::Gallery)
            }
            Layout::NewMedia => {
                let wanted = Wanted { game: found.game, ..Wanted::default() };
                Media::open_as(&taken, wanted).map(Pictures::Media)
            }
        };
        let pictures = pictures.map_err(error)?;
        let (game, leaves) = (found.game, vec![]);
        let banks = Bank::all(&lookup, game);
        let skies = sky::all(resources.bytes(tables::NAME).as_deref());
        let textures = pictures.textures();
        let orc_maps = OrcMaps::load(&lookup);
        let mut new = Self {
            layout,
            game,
            resources,
            pictures,
            banks,
            skies,
            orc_maps,
            textures,
            banked: false,
            leaves,
        };
        new.banked = new.has_numbered_banks();
        new.leaves = new.all_leaves()?;
        Ok(new)
    }

    /// The first Orcs & Elves has two files of textures in all builds, the second has one; others have no numbers.
    fn has_numbered_banks(&self) -> bool {
        let several = self.textures.len() > 1;
        match self.layout {
            Layout::Drpg | Layout::NewMedia => false,
            Layout::OeIndexed => true,
            Layout::Oe2Indexed => several,
            Layout::SeedBanks => several || self.game == Some(Game::OrcsAndElves),
        }
    }

    fn all_leaves(&self) -> Result<Vec<(String, Leaf)>> {
        let mut leaves: Vec<(String, Leaf)> = vec![];
        for (place, resource) in self.resources.list.iter().enumerate() {
            let name = resource.name.to_ascii_lowercase();
            if file_id::is_of_the_seed(&name) && self.layout != Layout::NewMedia {
                leaves.push((name, Leaf::Resource(place)));
            }
        }
        let ids = match &self.pictures {
            Pictures::Gallery(gallery) => self.gallery_ids(gallery)?,
            Pictures::Media(media) => self.media_ids(media)?,
        };
        leaves.extend(ids.into_iter().map(|id| (self.path(id), Leaf::Picture(id))));
        leaves.extend(self.map_leaves());
        leaves.extend((0..self.skies.len()).map(|number| (sky::path(number), Leaf::Sky(number))));
        for (number, bank) in self.banks.iter().enumerate() {
            leaves.extend((0..bank.len()).map(|chunk| (bank.path(chunk), Leaf::Chunk(number, chunk))));
        }
        if leaves.len() > MOST_FILES {
            return Err(too_large("files", leaves.len(), MOST_FILES));
        }
        Ok(leaves)
    }

    /// Where a picture stands in the folder.
    fn path(&self, id: FileId) -> String {
        let entry = match &self.pictures {
            Pictures::Gallery(gallery) => id.entry(gallery),
            Pictures::Media(_) => None,
        };
        id.path(self.banked, entry)
    }
}

impl EditableTree for Spreading<'_> {
    fn folder(&self) -> String {
        format!("{}/Unpacked", self.game.map_or(NAMELESS, Game::title))
    }

    fn leaves(&self) -> Vec<&str> {
        self.leaves.iter().map(|(path, _)| path.as_str()).collect()
    }

    fn content(&self, leaf: usize) -> Result<Content> {
        let missing = || Error::unexpected(phrases::a_file_of_the_folder(), leaf);
        match self.leaves.get(leaf).ok_or_else(missing)?.1 {
            Leaf::Resource(place) => {
                let resource = self.resources.list.get(place).ok_or_else(missing)?;
                Ok(Content::Bytes(resource.bytes.to_vec()))
            }
            Leaf::Map(map) => self.map_plan(map),
            Leaf::MapJson(map) => {
                let json = self.orc_maps.as_ref().and_then(|maps| maps.json(map));
                json.map(Content::Json).ok_or_else(missing)
            }
            Leaf::Chunk(bank, chunk) => {
                self.banks.get(bank).and_then(|bank| bank.content(chunk)).ok_or_else(missing)
            }
            Leaf::Sky(number) => self.skies.get(number).map(sky::content).ok_or_else(missing),
            Leaf::Picture(id) => match &self.pictures {
                Pictures::Gallery(gallery) => id.content(gallery, &self.textures).ok_or_else(missing),
                Pictures::Media(media) => media::content(media, id)?.ok_or_else(missing),
            },
        }
    }

    fn covers(&self, entry: usize) -> bool {
        self.resources.of_entry(entry).is_some_and(|resource| match resource.purpose {
            Purpose::Pictures => true,
            Purpose::Map => false,
            // Of the tables, pictures show no more than the sky.
            Purpose::Extra => {
                let maps = self.orc_maps.as_ref().is_some_and(|maps| maps.holds(&resource.name));
                maps || self.banks.iter().any(|bank| bank.holds(&resource.name))
            }
        })
    }

    fn gathered(&self, folder: &dyn Folder, how: GatherHow) -> Result<Gathered, Refused> {
        let found = self.found(folder)?;
        let mut gathered = match &self.pictures {
            Pictures::Gallery(gallery) => self.gathered_gallery(gallery, folder, &found, how),
            Pictures::Media(media) => self.gathered_media(media, folder, &found, how),
        }?;
        for more in
            [self.gathered_sky(folder, how)?, self.gathered_banks(folder)?, self.gathered_maps(folder)?]
        {
            gathered.changed.extend(more.changed);
            gathered.edited.extend(more.edited);
            gathered.remarks.extend(more.remarks);
        }
        self.expect_no_other_bytes(folder, &gathered)?;
        gathered.remarks.extend(found.remark());
        gathered.remarks.extend(self.edited_maps(folder)?);
        Ok(gathered)
    }

    fn former_path(&self, leaf: usize) -> Option<String> {
        match self.leaves.get(leaf)?.1 {
            Leaf::Chunk(bank, chunk) => self.banks.get(bank)?.former_path(chunk),
            _ => None,
        }
    }

    fn shown(&self) -> Vec<(String, usize)> {
        let has_colours = self.leaves.iter().any(|(_, leaf)| leaf.is_picture(|kind| kind == Kind::Texture));
        let is_shown = |kind: Kind| match kind {
            Kind::Palette => false,
            Kind::Grey(_) => !has_colours,
            Kind::Texture | Kind::Flat | Kind::Sprite | Kind::Media => true,
        };
        let shown = self.leaves.iter().enumerate().filter(|(_, (_, leaf))| leaf.is_picture(is_shown));
        shown.map(|(place, (path, _))| (file_id::label(path), place)).collect()
    }

    /// Textures of the usual size are taken apart by the formats of the files that hold them.
    fn is_entry(&self, leaf: usize) -> bool {
        let Pictures::Gallery(gallery) = &self.pictures else { return false };
        let Some((_, Leaf::Picture(id))) = self.leaves.get(leaf) else { return false };
        id.blob(gallery, &self.textures).is_some_and(|blob| blob.drawing.side() == SIDE)
    }
}

impl Leaf {
    fn is_picture(self, kind: impl Fn(Kind) -> bool) -> bool {
        matches!(self, Self::Picture(FileId { part: Part::Picture, kind: this, .. }) if kind(this))
    }
}
