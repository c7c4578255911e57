//! How files of the games are put together: the rules that specimens and showpieces share.

pub(crate) mod drawn;
pub(crate) mod flt;
pub(crate) mod fxid;
pub(crate) mod images;
pub(crate) mod jar;
pub(crate) mod mat0;
pub(crate) mod mesh;
pub(crate) mod msh;
pub(crate) mod package;
pub(crate) mod phone;
pub(crate) mod polygons;
pub(crate) mod sculpted;
pub(crate) mod texm;
pub(crate) mod unit;
