//! Scenes of the sky beyond: planets, orbits, eclipses.

use std::f64::consts::TAU;

use crate::pen::{Pen, Point};
use crate::scene::Scene;

/// A large planet, its ring and its moons.
pub(super) fn planet(s: &mut Scene) {
    let (t, h) = (s.tones, s.h());
    s.backdrop(h, &[t.deep, t.dark.mix(t.deep, 0.4), t.dark]);
    s.frame.fine = true;
    s.stars(h * 1.6);
    let at = (
        s.w() * (0.2 + s.frame.sun * 0.6),
        s.horizon() + h * s.dice.range(-0.15, 0.2),
    );
    let radius = h * s.dice.range(0.24, 0.42) * s.frame.zoom;
    s.glow(at, radius * 1.9, t.haze, 0.4);
    let tilt = s.dice.range(-32.0, 32.0);
    let rings = s.dice.chance(0.65);
    s.canvas
        .open(&format!("rotate({tilt:.0} {:.0} {:.0})", at.0, at.1));
    if rings {
        ring(s, at, radius, false);
    }
    let ball = s.canvas.ball(
        true,
        &[
            (0.0, t.light, 1.0),
            (0.3, t.haze, 1.0),
            (0.62, t.mid, 1.0),
            (0.88, t.dark, 1.0),
            (1.0, t.deep, 1.0),
        ],
    );
    s.canvas.circle(at, radius, &ball, 1.0);
    bands(s, at, radius);
    if rings {
        ring(s, at, radius, true);
    }
    s.canvas.close();
    for _ in 0..1 + s.dice.below(3) {
        let turn = s.dice.range(0.0, TAU);
        let far = radius * s.dice.range(1.5, 2.3);
        let size = radius * s.dice.range(0.05, 0.15);
        s.canvas.circle(
            (at.0 + far * turn.cos(), at.1 + far * 0.6 * turn.sin()),
            size,
            &ball,
            1.0,
        );
    }
    if s.dice.chance(0.5) {
        let line = s.crags(h * 1.02, h * 0.22, 4.0);
        let paint = s.fade((0.0, h * 0.75), (0.0, h), &[t.mid.mix(t.deep, 0.6), t.deep]);
        s.ground(&line, false, &paint, 1.0);
    }
    s.vignette(0.6);
}

/// Clouds along the turning of a planet.
fn bands(s: &mut Scene, at: Point, radius: f64) {
    let t = s.tones;
    for _ in 0..5_u32 {
        let off = s.dice.range(-0.8, 0.8);
        let half = radius * (1.0_f64 - off * off).sqrt();
        let hue = s
            .dice
            .pick(&[t.accent, t.light, t.deep])
            .copied()
            .unwrap_or(t.accent);
        let paint = s.canvas.linear(
            (at.0 - half, 0.0),
            (at.0 + half, 0.0),
            &[(0.0, hue, 0.0), (0.35, hue, 0.4), (1.0, hue, 0.0)],
        );
        let thick = s.dice.range(2.0, 9.0);
        s.canvas.ellipse(
            (at.0, at.1 + radius * off),
            (half * 0.96, thick),
            &paint,
            1.0,
        );
    }
}

/// Half a ring: the part behind the planet, or the one before it.
fn ring(s: &mut Scene, at: Point, radius: f64, front: bool) {
    let t = s.tones;
    for (out, wide, hue) in [
        (1.5, 0.1, t.haze),
        (1.72, 0.16, t.light.mix(t.haze, 0.5)),
        (1.95, 0.05, t.accent),
    ] {
        let (rx, ry) = (radius * out, radius * out * 0.22);
        let sign = if front { 1.0 } else { -1.0 };
        let mut pen = Pen::at((at.0 - rx, at.1));
        pen.curve(
            (at.0 - rx, at.1 + ry * 1.33 * sign),
            (at.0 + rx, at.1 + ry * 1.33 * sign),
            (at.0 + rx, at.1),
        );
        s.canvas.stroke(
            pen.text(),
            &hue.to_string(),
            radius * wide * 0.5,
            if front { 0.75 } else { 0.35 },
        );
    }
}

/// Circles around a light, bodies on their way.
pub(super) fn orbits(s: &mut Scene) {
    let (t, w, h) = (s.tones, s.w(), s.h());
    let sky = s.fade(
        (0.0, 0.0),
        (w, h),
        &[t.dark, t.deep, t.dark.mix(t.mid, 0.4)],
    );
    s.canvas.flood(&sky);
    s.stars(h * 1.4);
    let at = (s.sun_x(), s.horizon() - h * 0.05);
    let squash = s.dice.range(0.28, 0.9);
    let tilt = s.dice.range(-28.0, 28.0);
    s.glow(at, h * 0.75, t.haze.mix(t.accent, 0.3), 0.55);
    let count = 6 + s.dice.below(4);
    let first = h * s.dice.range(0.16, 0.24) * s.frame.zoom;
    let cool = [(0.0, t.light, 1.0), (0.5, t.haze, 1.0), (1.0, t.dark, 1.0)];
    let cool = s.canvas.ball(true, &cool);
    let warm = [
        (0.0, t.light, 1.0),
        (0.4, t.accent, 1.0),
        (1.0, t.deep, 1.0),
    ];
    let warm = s.canvas.ball(true, &warm);
    s.canvas
        .open(&format!("rotate({tilt:.0} {:.0} {:.0})", at.0, at.1));
    let soft = s
        .canvas
        .ball(false, &[(0.7, t.haze, 0.0), (1.0, t.haze, 0.13)]);
    for index in 0..count {
        let rx = first * (1.0 + f64::from(index) * 0.52);
        let ry = rx * squash;
        s.canvas.ellipse(at, (rx, ry), &soft, 1.0);
        let mut pen = Pen::at((at.0 - rx, at.1));
        pen.around(rx, ry);
        s.canvas.stroke(
            pen.text(),
            &t.light.to_string(),
            s.dice.range(0.5, 1.3),
            0.42,
        );
        for _ in 0..=s.dice.below(2) {
            let turn = s.dice.range(0.0, TAU);
            let size = s.dice.range(2.5, 6.0 + f64::from(index) * 2.4);
            let paint = if s.dice.chance(0.35) { &warm } else { &cool };
            s.canvas.circle(
                (at.0 + rx * turn.cos(), at.1 + ry * turn.sin()),
                size,
                paint,
                1.0,
            );
        }
    }
    s.canvas.close();
    let radius = first * s.dice.range(0.4, 0.75);
    s.sun(at, radius);
    s.vignette(0.6);
}

/// A dark disc before the sun, rays around it.
pub(super) fn eclipse(s: &mut Scene) {
    let (t, h) = (s.tones, s.h());
    s.backdrop(
        h,
        &[
            t.deep,
            t.dark,
            t.mid.mix(t.dark, 0.3),
            t.haze.mix(t.mid, 0.45),
        ],
    );
    s.stars(h * 0.7);
    let at = (s.sun_x(), h * (0.24 + s.frame.horizon * 0.26));
    let radius = h * s.dice.range(0.13, 0.24) * s.frame.zoom;
    s.glow(at, radius * 3.6, t.haze.mix(t.accent, 0.4), 0.7);
    rays(s, at, radius);
    let edge = s.canvas.radial(
        at,
        radius * 1.22,
        &[
            (0.8, t.light, 1.0),
            (0.86, t.accent, 0.6),
            (1.0, t.accent, 0.0),
        ],
    );
    s.canvas.circle(at, radius * 1.22, &edge, 1.0);
    let off = radius * s.dice.range(-0.06, 0.06);
    let body = s.fade(
        (0.0, at.1 - radius),
        (0.0, at.1 + radius),
        &[t.deep, t.deep.mix(t.dark, 0.6)],
    );
    s.canvas.circle((at.0 + off, at.1), radius, &body, 1.0);
    let soft = s.dice.chance(0.5);
    for (near, rise) in [(0.0, 0.16), (0.5, 0.12), (1.0, 0.08)] {
        let base = h * (0.86 + near * 0.14);
        let line = if soft {
            s.hills(base, h * rise, 2.0)
        } else {
            s.crags(base, h * rise * 1.3, 5.0)
        };
        let colour = t.mid.mix(t.deep, 0.3 + near * 0.65);
        let paint = s.fade(
            (0.0, base - h * rise),
            (0.0, h),
            &[colour.mix(t.haze, 0.2 - near * 0.15), colour],
        );
        s.ground(&line, soft, &paint, 1.0);
    }
    s.vignette(0.6);
}

/// Rays of uneven length around a disc.
fn rays(s: &mut Scene, at: Point, radius: f64) {
    let t = s.tones;
    let rays = 18 + s.dice.below(16);
    let beam = s.canvas.radial(
        at,
        radius * 3.4,
        &[
            (0.3, t.light, 0.5),
            (0.6, t.light, 0.1),
            (1.0, t.light, 0.0),
        ],
    );
    let mut pen = Pen::default();
    for index in 0..rays {
        let turn = (f64::from(index) + s.dice.range(-0.3, 0.3)) / f64::from(rays) * TAU;
        let long = radius * s.dice.range(1.6, 3.6);
        let thin = s.dice.range(0.02, 0.07);
        pen.jump((
            at.0 + radius * (turn - thin).cos(),
            at.1 + radius * (turn - thin).sin(),
        ));
        pen.line((at.0 + long * turn.cos(), at.1 + long * turn.sin()));
        pen.line((
            at.0 + radius * (turn + thin).cos(),
            at.1 + radius * (turn + thin).sin(),
        ));
        pen.close();
    }
    s.canvas.path(pen.text(), &beam, 1.0);
}
