//! How files of the games are put together: the rules that specimens and showpieces share.

pub(crate) mod drawn;
pub mod flt;
pub mod fxid;
pub mod ground;
pub mod images;
pub mod jar;
pub mod mat0;
pub mod mesh;
pub mod msh;
pub mod package;
pub mod phone;
pub mod polygons;
pub(crate) mod sculpted;
pub mod texm;
pub(crate) mod unit;
