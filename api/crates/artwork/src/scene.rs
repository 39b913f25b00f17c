//! What the scene families share: the frame of a shot, skies, suns, ridges, mist.

use std::f64::consts::TAU;

use crate::canvas::Canvas;
use crate::dice::Dice;
use crate::palette::{Rgb, Tones};
use crate::pen::{Pen, Point};

/// How a shot is framed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    /// Height of the horizon, from 0 (top) to 1 (bottom).
    pub horizon: f64,
    /// Place of the sun, from 0 (left) to 1 (right).
    pub sun: f64,
    /// Size of things, 1 for a usual view; larger is closer.
    pub zoom: f64,
    /// Whether stars are out.
    pub night: bool,
    /// Whether there is room for more small detail.
    pub fine: bool,
}

/// A picture being drawn, with everything a scene needs.
pub(super) struct Scene {
    /// What is drawn on.
    pub canvas: Canvas,
    /// The colours.
    pub tones: Tones,
    /// The chances.
    pub dice: Dice,
    /// The framing.
    pub frame: Frame,
}

impl Scene {
    /// Width of the drawing.
    #[must_use]
    pub(super) const fn w(&self) -> f64 {
        self.canvas.width
    }

    /// Height of the drawing.
    #[must_use]
    pub(super) const fn h(&self) -> f64 {
        self.canvas.height
    }

    /// Where the sky ends, in units of the drawing.
    #[must_use]
    pub(super) fn horizon(&self) -> f64 {
        self.frame.horizon * self.h()
    }

    /// The sun's place from the left, in units of the drawing.
    #[must_use]
    pub(super) fn sun_x(&self) -> f64 {
        self.frame.sun * self.w()
    }

    /// The whole picture from top to bottom in these colours, evenly spread.
    pub(super) fn backdrop(&mut self, until: f64, colours: &[Rgb]) {
        let paint = self.fade((0.0, 0.0), (0.0, until), colours);
        self.canvas.flood(&paint);
    }

    /// A gradient through these colours, evenly spread.
    pub(super) fn fade(&mut self, from: Point, to: Point, colours: &[Rgb]) -> String {
        let last = u32::try_from(colours.len())
            .unwrap_or(1)
            .saturating_sub(1)
            .max(1);
        let stops: Vec<_> = colours
            .iter()
            .zip(0_u32..)
            .map(|(colour, index)| (f64::from(index) / f64::from(last), *colour, 1.0))
            .collect();
        self.canvas.linear(from, to, &stops)
    }

    /// The evening sky down to the horizon.
    pub(super) fn sky(&mut self) {
        let t = self.tones;
        let until = self.horizon() * 1.05;
        // Some horizons burn in the second hue.
        let burn = if self.dice.chance(0.4) && t.accent.is_warm() {
            0.5
        } else {
            0.0
        };
        let low = t.haze.mix(t.light, 0.35).mix(t.accent, burn);
        self.backdrop(
            until,
            &[t.dark, t.dark.mix(t.mid, 0.6), t.mid.mix(t.haze, 0.4), low],
        );
        if self.frame.night {
            self.stars(until * 0.8);
        }
    }

    /// Stars down to a height.
    pub(super) fn stars(&mut self, until: f64) {
        // Forked: a bigger picture has more stars and is the same picture otherwise.
        let mut dice = self.dice.fork();
        let mut pen = Pen::default();
        for _ in 0..if self.frame.fine { 110 } else { 44 } {
            pen.jump((
                dice.range(4.0, self.w() - 4.0),
                dice.unit() * dice.unit() * until + 4.0,
            ));
            pen.short();
        }
        let colour = self.tones.light.to_string();
        self.canvas.stroke(pen.text(), &colour, 1.2, 0.7);
    }

    /// Light around a point that fades to nothing.
    pub(super) fn glow(&mut self, at: Point, radius: f64, colour: Rgb, strength: f64) {
        let paint = self.canvas.radial(
            at,
            radius,
            &[
                (0.0, colour, strength),
                (0.35, colour, strength * 0.45),
                (0.7, colour, strength * 0.1),
                (1.0, colour, 0.0),
            ],
        );
        self.canvas.circle(at, radius, &paint, 1.0);
    }

    /// A sun (or, at night, a moon) with its glow.
    pub(super) fn sun(&mut self, at: Point, radius: f64) {
        let t = self.tones;
        let halo = if self.frame.night {
            t.haze
        } else {
            t.light.mix(t.ember(), 0.25)
        };
        self.glow(at, radius * 5.0, halo, 0.6);
        let (high, low) = if self.frame.night {
            (t.light, t.light.mix(t.haze, 0.4))
        } else if self.dice.chance(0.35) && t.accent.is_warm() {
            (t.accent.mix(t.light, 0.45), t.accent)
        } else {
            (t.light, t.light.mix(t.ember(), 0.6))
        };
        let paint = self.fade((at.0, at.1 - radius), (at.0, at.1 + radius), &[high, low]);
        self.canvas.circle(at, radius, &paint, 1.0);
    }

    /// A line of hills from the left to the right edge; `peaks` of them, `rise` high, soft.
    pub(super) fn hills(&mut self, base: f64, rise: f64, peaks: f64) -> Vec<Point> {
        let (a, b, c) = (
            self.dice.range(0.0, TAU),
            self.dice.range(0.0, TAU),
            self.dice.range(0.0, TAU),
        );
        let w = self.w();
        (0..=16_u32)
            .map(|step| {
                let t = f64::from(step) / 16.0;
                let wave = (t * TAU * peaks * 0.5 + a).sin() * 0.6
                    + (t * TAU * peaks * 1.13 + b).sin() * 0.3
                    + (t * TAU * peaks * 2.3 + c).sin() * 0.1;
                (-10.0 + t * (w + 20.0), base - rise * (wave * 0.5 + 0.5))
            })
            .collect()
    }

    /// A jagged mountain line from the left to the right edge.
    pub(super) fn crags(&mut self, base: f64, rise: f64, peaks: f64) -> Vec<Point> {
        let mut line = Vec::new();
        let w = self.w();
        let width = (w + 80.0) / peaks;
        let mut x = -60.0 + self.dice.range(0.0, 40.0);
        while x < w + 60.0 {
            let step = width * self.dice.range(0.55, 1.35);
            let top = base - rise * self.dice.range(0.45, 1.0);
            let foot = base - rise * self.dice.range(0.0, 0.22);
            line.push((x, foot));
            for part in [0.35, 0.7] {
                line.push((
                    x + step * 0.5 * (part + self.dice.range(-0.08, 0.08)),
                    foot + (top - foot) * (part + self.dice.range(-0.14, 0.06)),
                ));
            }
            line.push((x + step * 0.5, top));
            for part in [0.4, 0.75] {
                line.push((
                    x + step * (0.5 + 0.5 * (part + self.dice.range(-0.06, 0.06))),
                    top + (foot - top) * (part + self.dice.range(-0.1, 0.1)),
                ));
            }
            x += step;
        }
        line.push((w + 60.0, base));
        line
    }

    /// Fills everything below a line.
    pub(super) fn ground(&mut self, line: &[Point], soft: bool, paint: &str, opacity: f64) {
        let Some((first, rest)) = line.split_first() else {
            return;
        };
        let (bottom, right) = (
            self.h() + 2.0,
            line.last().map_or(self.w(), |point| point.0),
        );
        let mut pen = Pen::at((first.0, bottom));
        pen.line(*first);
        if soft {
            pen.flow(*first, rest);
        } else {
            pen.lines(rest);
        }
        pen.line((right, bottom));
        pen.close();
        self.canvas.path(pen.text(), paint, opacity);
    }

    /// A band of mist, thickest at its middle.
    pub(super) fn mist(&mut self, middle: f64, thick: f64, colour: Rgb, strength: f64) {
        let paint = self.canvas.linear(
            (0.0, middle - thick),
            (0.0, middle + thick),
            &[
                (0.0, colour, 0.0),
                (0.5, colour, strength),
                (1.0, colour, 0.0),
            ],
        );
        let w = self.w();
        self.canvas
            .rect((0.0, middle - thick), w, thick * 2.0, &paint);
    }

    /// Darker corners, which hold the eye in the picture.
    pub(super) fn vignette(&mut self, strength: f64) {
        let (w, h) = (self.w(), self.h());
        let dark = self.tones.deep.tuned(0.5, 0.8);
        let paint = self.canvas.radial(
            (w * 0.5, h * 0.46),
            w * 0.68,
            &[
                (0.45, dark, 0.0),
                (0.75, dark, strength * 0.35),
                (1.0, dark, strength),
            ],
        );
        self.canvas.flood(&paint);
    }
}
