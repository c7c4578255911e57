//! What the engine asks its settings, the device and the registry for; here it is given.

use crate::texm::loader::{MipFlags, Switches};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The registry's. They reach the texture loader, which tells what it makes of each.
    pub switches: Switches,
    /// Setting 109, `EMBOSS_BUMP` in `Iron_3D.ini`; off by default (spec 3.1).
    pub emboss_bump: bool,
    /// Whether the device supports texture mode 6.
    pub texture_mode_6: bool,
    /// Load flags that the texture detail of the player adds to every texture of a material (spec 6.5). The bits
    /// 0x72000000 of them decide which levels are left out, unless the header does.
    pub texture_detail: u32,
    /// Which word decides that (spec 1.6, T26: not settled).
    pub mip_flags: MipFlags,
    /// Milliseconds between two sweeps of the texture cache; about 20000 (spec 6.7).
    pub sweep_interval: u32,
    /// Milliseconds after which a sweep takes a texture that nobody uses; about 60000.
    pub sweep_idle: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            switches: Switches::default(),
            emboss_bump: false,
            texture_mode_6: false,
            texture_detail: 0,
            mip_flags: MipFlags::Load,
            sweep_interval: 20_000,
            sweep_idle: 60_000,
        }
    }
}
