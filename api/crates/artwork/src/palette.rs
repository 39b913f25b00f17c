//! Colours: the curated palettes of the generated pictures and the arithmetic between them.

use crate::dice::Dice;

/// A colour; red, green and blue from 0 to 1 in sRGB.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rgb {
    r: f64,
    g: f64,
    b: f64,
}

impl Rgb {
    /// From `0xrrggbb`.
    #[must_use]
    pub(super) fn hex(code: u32) -> Self {
        let [_, r, g, b] = code.to_be_bytes();
        Self {
            r: f64::from(r) / 255.0,
            g: f64::from(g) / 255.0,
            b: f64::from(b) / 255.0,
        }
    }

    /// The colour between this (0) and `other` (1), mixed as the eye sees it and not muddy.
    #[must_use]
    pub(super) fn mix(self, other: Self, t: f64) -> Self {
        let t = t.clamp(0.0, 1.0);
        let ((l1, a1, b1), (l2, a2, b2)) = (self.lab(), other.lab());
        Self::from_lab(l1 + (l2 - l1) * t, a1 + (a2 - a1) * t, b1 + (b2 - b1) * t)
    }

    /// The same hue, `light` times as light and `chroma` times as colourful.
    #[must_use]
    pub(super) fn tuned(self, light: f64, chroma: f64) -> Self {
        let (l, a, b) = self.lab();
        Self::from_lab((l * light).min(1.0), a * chroma, b * chroma)
    }

    /// Whether it has more of fire than of ice.
    #[must_use]
    pub(super) fn is_warm(self) -> bool {
        self.r > self.b
    }

    /// Perceived lightness, from 0 to 1.
    #[must_use]
    pub(super) fn lightness(self) -> f64 {
        self.lab().0
    }

    fn lab(self) -> (f64, f64, f64) {
        let linear = |v: f64| {
            if v <= 0.04045 {
                v / 12.92
            } else {
                ((v + 0.055) / 1.055).powf(2.4)
            }
        };
        let (r, g, b) = (linear(self.r), linear(self.g), linear(self.b));
        let l = (0.412_221 * r + 0.536_333 * g + 0.051_446 * b).cbrt();
        let m = (0.211_903 * r + 0.680_700 * g + 0.107_397 * b).cbrt();
        let s = (0.088_302 * r + 0.281_719 * g + 0.629_979 * b).cbrt();
        (
            0.210_454 * l + 0.793_618 * m - 0.004_072 * s,
            1.977_998 * l - 2.428_592 * m + 0.450_594 * s,
            0.025_904 * l + 0.782_772 * m - 0.808_676 * s,
        )
    }

    fn from_lab(light: f64, a: f64, b: f64) -> Self {
        let l = (light + 0.396_338 * a + 0.215_804 * b).powi(3);
        let m = (light - 0.105_561 * a - 0.063_854 * b).powi(3);
        let s = (light - 0.089_484 * a - 1.291_486 * b).powi(3);
        let back = |v: f64| {
            let v = v.clamp(0.0, 1.0);
            if v <= 0.003_130_8 {
                v * 12.92
            } else {
                1.055 * v.powf(1.0 / 2.4) - 0.055
            }
        };
        Self {
            r: back(4.076_742 * l - 3.307_712 * m + 0.230_970 * s),
            g: back(-1.268_438 * l + 2.609_757 * m - 0.341_319 * s),
            b: back(-0.004_196 * l - 0.703_419 * m + 1.707_615 * s),
        }
    }
}

impl std::fmt::Display for Rgb {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // There is no lossless way from a float to a byte; through its decimal text it is exact.
        let byte = |v: f64| {
            format!("{:.0}", v.clamp(0.0, 1.0) * 255.0)
                .parse::<u8>()
                .unwrap_or(0)
        };
        write!(
            f,
            "#{:02x}{:02x}{:02x}",
            byte(self.r),
            byte(self.g),
            byte(self.b)
        )
    }
}

/// The hour of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hour {
    /// The unchanged palette.
    Dusk,
    /// Cooler and darker, pale lights.
    Night,
    /// Warmer, more haze, softer contrast.
    Dawn,
    /// Burning: the accent takes the horizon.
    Ember,
}

/// The six colours of one picture, from the darkest to the lightest, and one that stands out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tones {
    /// Almost black: the nearest silhouettes.
    pub deep: Rgb,
    /// The upper sky, walls in shade.
    pub dark: Rgb,
    /// The body colour of the picture.
    pub mid: Rgb,
    /// Distance and mist.
    pub haze: Rgb,
    /// Suns, windows, highlights.
    pub light: Rgb,
    /// The second hue, used sparingly.
    pub accent: Rgb,
}

impl Tones {
    /// One palette of the collection.
    #[must_use]
    pub(super) fn pick(dice: &mut Dice) -> Self {
        let [deep, dark, mid, haze, light, accent] =
            dice.pick(&PALETTES).copied().unwrap_or(FIRST).map(Rgb::hex);
        Self {
            deep,
            dark,
            mid,
            haze,
            light,
            accent,
        }
    }

    /// The same palette at another hour.
    #[must_use]
    pub(super) fn at(self, hour: Hour) -> Self {
        match hour {
            Hour::Dusk => self,
            Hour::Night => Self {
                deep: self.deep.tuned(0.85, 1.0),
                dark: self.dark.mix(self.deep, 0.45),
                mid: self.mid.mix(self.dark, 0.5),
                haze: self.haze.mix(self.mid, 0.55).tuned(0.95, 0.9),
                light: self.light.mix(Rgb::hex(0x00e6_eaf0), 0.4),
                accent: self.accent.tuned(0.95, 0.9),
            },
            Hour::Dawn => Self {
                deep: self.deep.mix(self.dark, 0.45),
                dark: self.dark.mix(self.mid, 0.5),
                mid: self.mid.mix(self.haze, 0.4),
                haze: self.haze.mix(self.light, 0.3).tuned(0.96, 1.0),
                light: self.light,
                accent: self.accent.mix(self.light, 0.2),
            },
            Hour::Ember => Self {
                deep: self.deep,
                dark: self.dark.mix(self.deep, 0.2),
                mid: self.mid.mix(self.accent, 0.35).tuned(0.85, 1.0),
                haze: self.haze.mix(self.accent, 0.6),
                light: self.light.mix(self.accent, 0.2),
                accent: self.accent.tuned(1.05, 1.05),
            },
        }
    }

    /// The colour of embers: the second hue when it is warm, else the haze.
    #[must_use]
    pub(super) fn ember(self) -> Rgb {
        if self.accent.is_warm() {
            self.accent
        } else {
            self.haze
        }
    }

    /// The colour of a placeholder for the picture: dark, never black.
    #[must_use]
    pub(super) fn tint(self) -> Rgb {
        let tint = self.dark.mix(self.mid, 0.35);
        tint.tuned(0.36 / tint.lightness().max(0.36), 1.0)
    }
}

const FIRST: [u32; 6] = [0x07151a, 0x0f3540, 0x1f6a70, 0xd98e4a, 0xf6c98a, 0xc8502f];

/// Deep, dark, mid, haze, light, accent; each row is one mood.
const PALETTES: [[u32; 6]; 30] = [
    FIRST,                                                        // teal and amber
    [0x120c1f, 0x2b1d4a, 0x5a3a7e, 0xc86b8c, 0xf5b89a, 0xe2574c], // dusk violet
    [0x06140f, 0x0f3a2e, 0x1f7058, 0x7fb894, 0xe6d8a0, 0xd98f3e], // jade
    [0x170a08, 0x431a14, 0x8a3626, 0xd0704a, 0xf3c39a, 0x2f6f73], // brick
    [0x070b16, 0x12233f, 0x28507f, 0x7fa3c4, 0xe8dcc4, 0xd9683c], // ink blue
    [0x160c12, 0x40202f, 0x7f4458, 0xc98a8f, 0xf4d2bd, 0x5f7f8f], // rose quartz
    [0x0f1008, 0x30331a, 0x66683a, 0xb0a060, 0xefd9a0, 0xb5482c], // olive
    [0x160d05, 0x472509, 0x9a5314, 0xdd9433, 0xfbd58a, 0x7a2130], // saffron
    [0x130818, 0x36133f, 0x6b2a63, 0xb8636f, 0xf0bf7a, 0x3f8f8a], // plum and gold
    [0x08121a, 0x16344a, 0x3a6f8c, 0x8fbccb, 0xe9e6d4, 0xe08a5b], // arctic
    [0x0b110c, 0x22362a, 0x4b6b4d, 0x98a878, 0xe9d6a6, 0xb4532f], // moss and rust
    [0x0a0b1d, 0x1c1f4b, 0x3f3d86, 0xb0608f, 0xff9e7d, 0xffcf8a], // midnight coral
    [0x060a20, 0x10205c, 0x2446a8, 0x6a88d8, 0xf2c9a0, 0xf0703c], // cobalt
    [0x07161c, 0x11394a, 0x2a6a7c, 0xb98a9c, 0xf3b8b4, 0xe85d75], // petrol and pink
    [0x120d09, 0x35271b, 0x6e5237, 0xb08a5c, 0xeed6a8, 0x7d3a24], // sepia
    [0x04161a, 0x084a52, 0x15878a, 0x6fc3b0, 0xf4e2b2, 0xef8354], // lagoon
    [0x120a16, 0x331b3e, 0x62406b, 0x87a59a, 0xcfe3c4, 0xe6a05c], // aubergine and mint
    [0x14060b, 0x420f20, 0x861f38, 0xc9576a, 0xf1b7a0, 0xd9a441], // wine
    [0x0c1116, 0x25323f, 0x52677a, 0xa99a98, 0xf2bfa0, 0xd9694f], // slate and peach
    [0x041310, 0x0c3833, 0x1b6b68, 0x58a8ae, 0xd9e8cf, 0xf0a35e], // forest and cyan
    [0x0b0c10, 0x222733, 0x4f4a52, 0xb06f4e, 0xf0b98a, 0x5fa0a0], // copper night
    [0x100e1c, 0x2c2a50, 0x5f5b96, 0xb59cc6, 0xf6d5c8, 0xef8c7a], // lilac dawn
    [0x060c1a, 0x10264a, 0x274f86, 0xe0763c, 0xfbb86a, 0xf8dfb0], // tangerine and navy
    [0x030d0b, 0x0a2a20, 0x14563c, 0x3f9a66, 0xd8d890, 0xe5604a], // emerald
    [0x0f0f0e, 0x2e2d2a, 0x5e5a50, 0xb59a4a, 0xf0d488, 0x8a3f3a], // mustard and grey
    [0x0d0b1a, 0x2a1f45, 0x5b3a72, 0xd887a5, 0xfad0cf, 0x7fb0c8], // cherry night
    [0x160c0c, 0x47242a, 0x8d4b4c, 0xd48e73, 0xf6d3a6, 0x3d6f86], // desert rose
    [0x060d14, 0x122b3a, 0x2a5468, 0x86a8b0, 0xf0c8a0, 0xe4572e], // ice and ember
    [0x0a1214, 0x1d3538, 0x3f6563, 0x8fae92, 0xdbe0b8, 0xd8b24a], // lichen
    [0x0b0620, 0x261060, 0x512a9c, 0xa85fc0, 0xf4a6c0, 0xffc27a], // ultraviolet
];
