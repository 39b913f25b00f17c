//! Scenes of pattern: terrazzo, tiles, contour lines.

use std::f64::consts::TAU;

use super::form::blob;
use crate::dice::Dice;
use crate::pen::{Pen, Point};
use crate::scene::Scene;

/// Polished stone with chips of every colour, light falling across.
pub(super) fn terrazzo(s: &mut Scene) {
    let (t, w, h) = (s.tones, s.w(), s.h());
    let ground = if s.dice.chance(0.5) {
        t.dark
    } else {
        t.mid.mix(t.dark, 0.45)
    };
    let paint = s.fade(
        (0.0, 0.0),
        (w, h),
        &[ground.mix(t.mid, 0.35), ground, ground.mix(t.deep, 0.5)],
    );
    s.canvas.flood(&paint);
    let hues = [t.light, t.haze, t.accent, t.mid.mix(t.haze, 0.4), t.deep];
    let cell = 62.0 * s.frame.zoom;
    for hue in hues {
        let mut pen = Pen::default();
        let mut y = -cell * s.dice.unit();
        while y < h + cell * 0.4 {
            let mut x = -cell * s.dice.unit() * 2.0;
            while x < w + cell * 0.4 {
                let at = (x + s.dice.range(0.0, cell), y + s.dice.range(0.0, cell));
                let size = cell * s.dice.range(0.14, 0.5);
                chip(&mut s.dice, &mut pen, at, size);
                x += cell * s.dice.range(1.2, 2.45);
            }
            y += cell * 1.25;
        }
        s.canvas.path(pen.text(), &hue.to_string(), 0.92);
    }
    let x = s.sun_x();
    let lean = s.dice.range(-90.0, 90.0);
    let beam = w * s.dice.range(0.16, 0.34);
    let mut shade = Pen::default();
    shade.jump((-2.0, -2.0));
    shade.lines(&[
        (x - beam + lean, -2.0),
        (x - beam - lean, h + 2.0),
        (-2.0, h + 2.0),
    ]);
    shade.close();
    shade.jump((x + beam + lean, -2.0));
    shade.lines(&[
        (w + 2.0, -2.0),
        (w + 2.0, h + 2.0),
        (x + beam - lean, h + 2.0),
    ]);
    shade.close();
    s.canvas.path(shade.text(), &t.deep.to_string(), 0.42);
    s.glow((x, h * 0.4), w * 0.45, t.light, 0.25);
    s.vignette(0.55);
}

fn chip(dice: &mut Dice, pen: &mut Pen, at: Point, size: f64) {
    let corners = 4 + dice.below(3);
    let start = dice.range(0.0, TAU);
    for corner in 0..corners {
        let turn = start + (f64::from(corner) + dice.range(-0.25, 0.25)) / f64::from(corners) * TAU;
        let out = size * dice.range(0.6, 1.1);
        let point = (
            (at.0 + out * turn.cos()).round(),
            (at.1 + out * turn.sin() * 0.8).round(),
        );
        if corner == 0 {
            pen.jump(point);
        } else {
            pen.line(point);
        }
    }
    pen.close();
}

/// Quarter circles, discs and bars on a grid.
pub(super) fn tiles(s: &mut Scene) {
    let (t, w, h) = (s.tones, s.w(), s.h());
    s.backdrop(h, &[t.dark, t.dark.mix(t.deep, 0.5)]);
    let size = h / f64::from(2 + s.dice.below(3));
    let grounds = [
        t.dark,
        t.mid,
        t.deep,
        t.mid.mix(t.dark, 0.5),
        t.dark.mix(t.deep, 0.4),
    ];
    let shapes = [
        t.haze,
        t.light.mix(t.haze, 0.3),
        t.accent,
        t.mid.mix(t.haze, 0.4),
        t.haze.mix(t.accent, 0.4),
    ];
    let mut paints = Vec::new();
    for colour in shapes {
        paints.push(s.fade(
            (0.0, 0.0),
            (w, h),
            &[colour.mix(t.light, 0.15), colour, colour.mix(t.deep, 0.45)],
        ));
    }
    let mut y = 0.0;
    while y < h - 1.0 {
        let mut x = -(size - (w % size)) / 2.0;
        while x < w {
            let ground = s.dice.pick(&grounds).copied().unwrap_or(t.dark);
            s.canvas
                .rect((x, y), size + 0.5, size + 0.5, &ground.to_string());
            let paint = s.dice.pick(&paints).cloned().unwrap_or_default();
            let turn = f64::from(s.dice.below(4)) * 90.0;
            let kind = s.dice.below(7);
            s.canvas.open(&format!(
                "translate({:.1} {:.1})rotate({turn:.0})",
                x + size / 2.0,
                y + size / 2.0
            ));
            tile(s, kind, size / 2.0, &paint);
            s.canvas.close();
            x += size;
        }
        y += size;
    }
    let at = (s.sun_x(), s.horizon() * 0.6);
    s.glow(at, w * 0.55, t.light, 0.22);
    s.vignette(0.75);
}

fn tile(s: &mut Scene, kind: u32, half: f64, paint: &str) {
    let mut pen = Pen::at((-half, -half));
    match kind {
        0 | 1 => {
            pen.line((half, -half));
            pen.arc(half * 2.0, true, (-half, half));
            pen.close();
        }
        2 => {
            pen.line((half, -half));
            pen.arc(half, true, (-half, -half));
            pen.close();
        }
        3 => {
            s.canvas.circle((0.0, 0.0), half * 0.62, paint, 1.0);
            return;
        }
        4 => {
            pen.lines(&[(half, half), (-half, half)]);
            pen.close();
        }
        5 => {
            pen.arc(half * 2.0, true, (half, half));
            pen.arc(half * 2.0, true, (-half, -half));
            pen.close();
        }
        _ => {
            for bar in [-0.75, -0.08, 0.58] {
                pen.block((-half, half * bar), half * 2.0, half * 0.28);
            }
        }
    }
    s.canvas.path(pen.text(), paint, 1.0);
}

/// A map of heights: line within line, the summit in the light.
pub(super) fn contours(s: &mut Scene) {
    let (t, w, h) = (s.tones, s.w(), s.h());
    let sky = s.fade((0.0, 0.0), (w, h), &[t.deep, t.dark, t.deep]);
    s.canvas.flood(&sky);
    let summit = (s.sun_x(), h * (0.2 + s.frame.horizon * 0.5));
    let drift = (s.dice.range(-9.0, 9.0), s.dice.range(-5.0, 5.0));
    let count = 13_u32;
    let (rough, shape) = (s.dice.range(0.16, 0.34), s.dice.fork());
    for index in 0..count {
        let up = f64::from(index) / f64::from(count - 1);
        let out = f64::from(count - 1 - index);
        let size = h * (0.05 + 0.072 * out) * s.frame.zoom;
        // Every line bends alike, so that they never cross.
        let mut bends = shape.clone();
        let middle = (summit.0 + drift.0 * out, summit.1 + drift.1 * out);
        let line = blob(&mut bends, middle, (size * 1.4, size), rough);
        let Some((first, rest)) = line.split_first() else {
            continue;
        };
        let mut pen = Pen::at(*first);
        pen.flow(*first, rest);
        pen.close();
        let fill = t
            .deep
            .mix(t.dark, up * 2.0)
            .mix(t.mid, (up - 0.25) * 1.3)
            .mix(t.haze, (up - 0.6) * 2.0);
        let fill = if index + 1 == count { t.light } else { fill };
        let edge = fill.mix(if index % 4 == 0 { t.accent } else { t.light }, 0.45);
        s.canvas
            .level(pen.text(), &fill.to_string(), &edge.to_string());
    }
    s.glow(summit, h * 0.7, t.light, 0.3);
    s.vignette(0.6);
}
