//! Colours of the games are mixed as they are shown; those of a scene are as bright as they say.

/// How bright a colour is that is shown as `part`, both from 0 to 1.
pub fn linear(part: f32) -> f32 {
    if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
}

/// The way back.
pub fn shown(bright: f32) -> f32 {
    if bright <= 0.003_130_8 { bright * 12.92 } else { 1.055 * bright.powf(1.0 / 2.4) - 0.055 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_comes_back() {
        for part in 0..=255u8 {
            let part = f32::from(part) / 255.0;
            assert!((shown(linear(part)) - part).abs() < 1e-5, "{part}");
        }
        assert_eq!((linear(0.0), linear(1.0)), (0.0, 1.0));
    }
}
