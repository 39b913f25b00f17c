//! Scenes of pure form: cut paper, silk ribbons, petals of light, spheres.

use std::f64::consts::TAU;

use crate::dice::Dice;
use crate::palette::Rgb;
use crate::pen::{Pen, Point};
use crate::scene::Scene;

/// A round outline with soft bays; `rough` from 0 (a circle) to about 0.3.
pub(super) fn blob(dice: &mut Dice, at: Point, radius: Point, rough: f64) -> Vec<Point> {
    let (a, b) = (dice.range(0.0, TAU), dice.range(0.0, TAU));
    (0..=12_u32)
        .map(|step| {
            // The last point is exactly the first.
            let turn = f64::from(step % 12) / 12.0 * TAU;
            let out = 1.0 + rough * ((turn * 2.0 + a).sin() * 0.6 + (turn * 3.0 + b).sin() * 0.4);
            (
                at.0 + radius.0 * out * turn.cos(),
                at.1 + radius.1 * out * turn.sin(),
            )
        })
        .collect()
}

/// Sheets of paper with holes, one behind the other, light in the last.
pub(super) fn papercut(s: &mut Scene) {
    let (t, w, h) = (s.tones, s.w(), s.h());
    let at = (
        w * (0.3 + 0.4 * s.frame.sun),
        h * (0.3 + 0.36 * s.frame.horizon),
    );
    let low = at.1 + h * 0.2;
    s.backdrop(
        low,
        &[t.mid.mix(t.haze, 0.6), t.haze, t.light.mix(t.haze, 0.35)],
    );
    let radius = h * s.dice.range(0.08, 0.14) * s.frame.zoom;
    let aside = s.dice.range(-50.0, 50.0);
    s.sun((at.0 + aside, at.1 - radius * 0.2), radius);
    for (down, hue) in [
        (0.13, t.haze.mix(t.accent, 0.5)),
        (0.2, t.mid.mix(t.accent, 0.3)),
    ] {
        let line = s.hills(at.1 + h * down, h * 0.13, 5.0);
        let paint = s.fade(
            (0.0, at.1),
            (0.0, at.1 + h * 0.3),
            &[hue.mix(t.light, 0.15), hue.mix(t.deep, 0.2)],
        );
        s.ground(&line, true, &paint, 1.0);
    }
    sheets(s, at);
    s.vignette(0.5);
}

/// The sheets, from the innermost to the nearest.
fn sheets(s: &mut Scene, at: Point) {
    let (t, w, h) = (s.tones, s.w(), s.h());
    let count = 6_u32;
    let shape = s.dice.fork();
    let drift = (s.dice.range(-7.0, 7.0), s.dice.range(-4.0, 4.0));
    let rough = s.dice.range(0.14, 0.26);
    for index in 0..count {
        let near = f64::from(index) / f64::from(count - 1);
        let size = h * (0.25 + near * 0.4) * s.frame.zoom.min(1.3);
        let out = f64::from(index);
        let middle = (at.0 + drift.0 * out, at.1 + drift.1 * out);
        // Every sheet is cut nearly alike, so that each is seen all around.
        let mut cut = shape.clone();
        let bend = rough * s.dice.range(0.7, 1.2);
        let hole = blob(&mut cut, middle, (size * 1.4, size), bend);
        let Some((first, rest)) = hole.split_first() else {
            continue;
        };
        let mut pen = Pen::default();
        pen.block((-20.0, -20.0), w + 40.0, h + 40.0);
        pen.jump(*first);
        pen.flow(*first, rest);
        pen.close();
        let hues = [
            t.mid.mix(t.haze, 0.7),
            t.mid.mix(t.haze, 0.35),
            t.mid,
            t.mid.mix(t.dark, 0.5),
            t.dark,
            t.dark.mix(t.deep, 0.6),
        ];
        let body = hues
            .iter()
            .zip(0_u32..)
            .find(|(_, place)| *place == index)
            .map_or(t.dark, |(hue, _)| *hue);
        let paint = s.fade(
            (0.0, 0.0),
            (w * 0.4, h),
            &[body.mix(t.light, 0.1), body, body.mix(t.deep, 0.3)],
        );
        s.canvas
            .sheet(pen.text(), &t.deep.tuned(0.6, 1.0).to_string(), &paint);
    }
}

/// Silk in the wind: bands that follow one another.
pub(super) fn ribbons(s: &mut Scene) {
    let (t, w, h) = (s.tones, s.w(), s.h());
    s.backdrop(h, &[t.deep, t.dark, t.deep]);
    let at = (s.sun_x(), h * 0.4);
    s.glow(at, w * 0.45, t.mid, 0.7);
    let turn = s.dice.range(-34.0, 34.0);
    let bands = 10_u32;
    let (a, b, c) = (
        s.dice.range(0.0, TAU),
        s.dice.range(0.0, TAU),
        s.dice.range(0.6, 1.5),
    );
    let wide = h * s.dice.range(0.85, 1.3) * s.frame.zoom;
    let middle = s.horizon() * 0.85;
    let twist = s.dice.range(1.4, 2.8);
    let edge = |index: u32| -> Vec<Point> {
        let share = f64::from(index) / f64::from(bands) - 0.5;
        (0..=7_u32)
            .map(|step| {
                let along = f64::from(step) / 7.0;
                let flow = (along * TAU * c + a).sin() * h * 0.17;
                // Where this nears zero the silk turns over.
                let open = 0.62 + 0.5 * (along * TAU * 0.5 * twist + b).sin();
                (
                    (along * w * 1.4 - w * 0.2).round(),
                    (middle + flow + share * wide * open).round(),
                )
            })
            .collect()
    };
    let hues = [t.light, t.haze, t.accent, t.mid, t.haze, t.mid, t.dark];
    s.canvas
        .open(&format!("rotate({turn:.0} {:.0} {:.0})", w / 2.0, h / 2.0));
    let start = s.dice.below(7);
    for index in 0..bands {
        let (upper, mut lower) = (edge(index), edge(index + 1));
        lower.reverse();
        let (Some(first), Some(corner)) = (upper.first().copied(), lower.first().copied()) else {
            continue;
        };
        let mut pen = Pen::at(first);
        pen.flow(first, upper.get(1..).unwrap_or_default());
        pen.line(corner);
        pen.flow(corner, lower.get(1..).unwrap_or_default());
        pen.close();
        let hue = pick(&hues, index + start);
        let paint = silk(s, hue);
        s.canvas.path(pen.text(), &paint, 0.94);
    }
    s.canvas.close();
    s.vignette(0.65);
}

/// The shine of silk: dark at both ends, bright at one place.
fn silk(s: &mut Scene, hue: Rgb) -> String {
    let (t, w, h) = (s.tones, s.w(), s.h());
    let bright = hue.mix(t.light, 0.25);
    let peak = s.dice.range(0.3, 0.7);
    s.canvas.linear(
        (-w * 0.1, 0.0),
        (w * 1.1, h * 0.4),
        &[
            (0.0, hue.mix(t.deep, 0.75), 1.0),
            (peak - 0.18, hue.mix(t.deep, 0.2), 1.0),
            (peak, bright, 1.0),
            (peak + 0.2, hue.mix(t.deep, 0.35), 1.0),
            (1.0, hue.mix(t.deep, 0.85), 1.0),
        ],
    )
}

/// One of these, beginning again after the last.
fn pick(hues: &[Rgb], index: u32) -> Rgb {
    let count = hues.len().max(1);
    let place = usize::try_from(index).unwrap_or(0) % count;
    hues.get(place).copied().unwrap_or(Rgb::hex(0))
}

/// A flower of overlapping light.
pub(super) fn petals(s: &mut Scene) {
    let (t, w, h) = (s.tones, s.w(), s.h());
    s.backdrop(h, &[t.deep, t.dark, t.deep]);
    let at = (
        w * (0.25 + s.frame.sun * 0.5),
        h * (0.25 + s.frame.horizon * 0.45),
    );
    s.glow(at, h * 0.95, t.mid, 0.75);
    let rings = [
        (1.0, t.mid, t.haze),
        (0.74, t.haze, t.accent),
        (0.5, t.accent, t.light),
        (0.28, t.light, t.light),
    ];
    let count = 7 + s.dice.below(8);
    let wide = s.dice.range(0.24, 0.5) * 9.0 / f64::from(count);
    let reach = h * s.dice.range(0.5, 0.72) * s.frame.zoom;
    let point = s.dice.range(0.35, 0.85);
    s.canvas
        .open(&format!("translate({:.0} {:.0})", at.0, at.1));
    for (size, inner, outer) in rings {
        let long = reach * size;
        let turn = s.dice.range(0.0, 360.0);
        let paint = s.canvas.radial(
            (0.0, 0.0),
            long,
            &[
                (0.0, inner, 0.05),
                (0.55, inner, 0.4),
                (0.92, outer, 0.62),
                (1.0, outer, 0.75),
            ],
        );
        let mut pen = Pen::at((0.0, 0.0));
        pen.curve(
            (long * 0.2, -long * wide),
            (long * point, -long * wide),
            (long, 0.0),
        );
        pen.curve(
            (long * point, long * wide),
            (long * 0.2, long * wide),
            (0.0, 0.0),
        );
        let petal = s.canvas.define(pen.text(), &paint, 0.7);
        for index in 0..count {
            let angle = turn + 360.0 * f64::from(index) / f64::from(count);
            s.canvas.stamp(&petal, &format!("rotate({angle:.0})"));
        }
    }
    s.canvas.close();
    s.glow(at, reach * 0.35, t.light, 0.8);
    s.vignette(0.65);
}

/// Spheres and a low sun: a still life of shapes.
pub(super) fn spheres(s: &mut Scene) {
    let (t, w, h) = (s.tones, s.w(), s.h());
    let floor = h * (0.52 + s.frame.horizon * 0.3);
    s.backdrop(
        floor,
        &[t.dark, t.mid.mix(t.dark, 0.3), t.mid.mix(t.haze, 0.5)],
    );
    let big = h * s.dice.range(0.25, 0.42);
    let x = s.sun_x();
    let up = floor - big * s.dice.range(0.1, 0.9);
    s.sun((x, up), big);
    let paint = s.fade(
        (0.0, floor),
        (0.0, h),
        &[t.mid.mix(t.haze, 0.25), t.dark, t.deep],
    );
    s.canvas.rect((0.0, floor), w, h - floor, &paint);
    let skins = skins(s);
    let count = 5 + s.dice.below(4);
    let shadow = s.canvas.ball(
        false,
        &[(0.0, t.deep, 0.85), (0.5, t.deep, 0.5), (1.0, t.deep, 0.0)],
    );
    let start = s.dice.unit();
    for index in 0..count {
        let near = f64::from(index) / f64::from(count - 1);
        let radius = h * (0.035 + near * 0.08) * s.dice.range(0.5, 1.8) * s.frame.zoom;
        let across = (start + f64::from(index) * 0.618).fract();
        let at = (
            w * (0.06 + across * 0.88),
            floor + (h - floor) * near * 0.72 - radius + 6.0,
        );
        s.canvas.ellipse(
            (at.0 + radius * 0.35, at.1 + radius * 0.96),
            (radius * 1.5, radius * 0.26),
            &shadow,
            1.0,
        );
        // In turn: neighbours are of different stuff.
        let skin = skins
            .iter()
            .cycle()
            .nth(usize::try_from(index).unwrap_or(0));
        let skin = skin.cloned().unwrap_or_default();
        s.canvas.circle(at, radius, &skin, 1.0);
    }
    s.vignette(0.6);
}

/// What the spheres are made of.
fn skins(s: &mut Scene) -> Vec<String> {
    let t = s.tones;
    let skins = [
        [t.light, t.accent, t.deep],
        [t.light, t.haze, t.dark],
        [t.haze, t.mid, t.deep],
        [t.haze, t.dark, t.deep],
    ];
    skins
        .into_iter()
        .map(|[a, b, c]| {
            s.canvas.ball(
                true,
                &[
                    (0.0, a, 1.0),
                    (0.45, b, 1.0),
                    (0.9, b.mix(c, 0.8), 1.0),
                    (1.0, c, 1.0),
                ],
            )
        })
        .collect()
}
