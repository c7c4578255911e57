//! Formats of five role-playing games for phones: Doom RPG, Doom II RPG, Orcs & Elves and its sequel, Wolfenstein RPG.

#![forbid(unsafe_code)]

mod bank;
pub mod bsp;
pub mod chunks;
pub mod colour;
mod cover;
mod date;
pub mod doom;
pub mod entities;
pub mod font_ranges;
pub mod gallery;
pub mod game;
pub mod index;
pub mod jar;
pub mod language_entities;
pub mod language_menus;
pub mod map_strings;
pub mod mappings;
pub mod maps;
mod means;
pub mod media;
pub mod media_bank;
pub mod menus;
mod names;
pub mod new_map;
pub mod new_mappings;
pub mod new_palettes;
pub mod new_texels;
pub mod orc_map;
pub mod orcs;
pub mod palettes;
mod phrases;
pub mod plain;
pub mod plan;
pub mod publisher;
pub mod release;
mod resource;
pub mod shapes;
pub mod sine_table;
pub mod spread;
pub mod sprite;
mod starts;
pub mod stexels;
pub mod string_bank;
pub mod strings;
pub mod tables;
pub mod text_block;
pub mod text_tables;
pub mod texture;
pub mod wtexels;

pub use phrases::PHRASES;
use plain::{amr, bmp, manifest, midi, opaque, pmd, png, text, wave};
use publisher::{charmap, language_list, texts as publisher_texts};
use relict_core::format::Kind;

/// Text of the games is English, or whatever language a build was made for; it is shown as Western European.
pub const CODE_PAGE: u16 = 1252;

pub static FORMATS: &[Kind] = relict_core::formats![
    jar::Jar,
    wtexels::Wtexels,
    texture::Texture,
    stexels::Stexels,
    palettes::Palettes,
    mappings::Mappings,
    shapes::Shapes,
    index::Index,
    chunks::Chunks,
    new_mappings::NewMappings,
    new_palettes::NewPalettes,
    new_texels::NewTexels,
    strings::Strings,
    string_bank::StringBank,
    bsp::Bsp,
    new_map::NewMap,
    maps::Maps,
    orc_map::OrcMap,
    tables::Tables,
    entities::Entities,
    text_tables::TextTables,
    map_strings::MapStrings,
    menus::Menus,
    language_menus::LanguageMenus,
    language_entities::LanguageEntities,
    sine_table::SineTable,
    font_ranges::FontRanges,
    language_list::LanguageList,
    publisher_texts::PublisherTexts,
    charmap::Charmap,
    media_bank::MediaBank,
    png::Png,
    midi::Midi,
    amr::Amr,
    bmp::Bmp,
    wave::Wave,
    pmd::Pmd,
    manifest::ManifestFile,
    text::PlainText,
    opaque::Opaque,
];
