//! Scenes of the city: skylines, roads at night.

use crate::pen::{Pen, Point};
use crate::scene::Scene;

/// Towers against the evening sky, some windows lit.
pub(super) fn skyline(s: &mut Scene) {
    s.sky();
    let (t, w, h) = (s.tones, s.w(), s.h());
    let ground = (s.horizon() + h * 0.28).min(h * 0.97);
    let radius = s.dice.range(24.0, 70.0) * s.frame.zoom;
    let height = ground - h * s.dice.range(0.25, 0.55);
    s.sun((s.sun_x(), height), radius);
    for layer in 0..3_u32 {
        let near = f64::from(layer) / 2.0;
        let body = t
            .haze
            .mix(t.mid, 0.45 + near * 0.4)
            .mix(t.deep, near * 0.72);
        let mut towers = Pen::default();
        let mut lights = Pen::default();
        let mut x = s.dice.range(-30.0, 0.0);
        while x < w {
            let wide = s.dice.range(19.0, 48.0) * (0.7 + near * 0.6) * s.frame.zoom;
            let tall = h * s.dice.range(0.12, 0.56 - near * 0.12) * s.frame.zoom.min(1.2);
            towers.block((x, ground - tall), wide, tall + h);
            if s.dice.chance(0.3) {
                towers.block((x + wide * 0.5 - 1.0, ground - tall - 16.0), 2.0, 18.0);
            }
            if layer > 0 {
                windows(s, &mut lights, (x, ground - tall), (wide, tall));
            }
            x += wide * s.dice.range(0.95, 1.5);
        }
        let paint = s.fade(
            (0.0, ground - h * 0.5),
            (0.0, ground),
            &[body, body.mix(t.haze, 0.4 - near * 0.3)],
        );
        s.canvas.path(towers.text(), &paint, 1.0);
        let lamp = t.light.mix(t.accent, 0.25).to_string();
        s.canvas.path(lights.text(), &lamp, 0.45 + near * 0.4);
        s.mist(ground, 50.0, t.haze.mix(t.light, 0.2), 0.35 - near * 0.2);
    }
    let paint = s.fade((0.0, ground), (0.0, h), &[t.mid.mix(t.dark, 0.6), t.deep]);
    s.canvas.rect((0.0, ground), w, h - ground, &paint);
    let mut pen = Pen::default();
    for _ in 0..26_u32 {
        let far = s.dice.unit();
        let from = (s.dice.range(0.0, w), ground + 3.0 + (h - ground) * far);
        pen.jump(from);
        pen.line((from.0 + 3.0 + far * 22.0, from.1));
    }
    s.canvas.stroke(pen.text(), &t.light.to_string(), 1.0, 0.3);
    s.vignette(0.55);
}

fn windows(s: &mut Scene, lights: &mut Pen, (x, y): Point, (wide, tall): Point) {
    let count = s.dice.below(9);
    for _ in 0..count {
        let column = f64::from(s.dice.below(5)) / 5.0;
        let row = f64::from(s.dice.below(12)) / 12.0;
        lights.block(
            (
                x + wide * (0.12 + column * 0.8),
                y + 5.0 + (tall - 8.0) * row,
            ),
            2.0,
            3.0,
        );
    }
}

/// A road at night, running to the horizon between lamps.
pub(super) fn road(s: &mut Scene) {
    s.sky();
    let (t, w, h) = (s.tones, s.w(), s.h());
    let y = s.horizon();
    let to = (w * (0.3 + s.frame.sun * 0.4), y);
    s.glow(to, w * 0.42, t.light.mix(t.accent, 0.3), 0.65);
    let line = s.crags(y + 3.0, h * 0.13, 6.0);
    let paint = s.fade(
        (0.0, y - 40.0),
        (0.0, y),
        &[t.mid.mix(t.dark, 0.3), t.mid.mix(t.haze, 0.4)],
    );
    s.ground(&line, false, &paint, 1.0);
    let paint = s.fade(
        (0.0, y),
        (0.0, h),
        &[t.mid.mix(t.haze, 0.25), t.dark, t.deep],
    );
    s.canvas.rect((0.0, y), w, h - y, &paint);
    let half = w * s.dice.range(0.28, 0.5) * s.frame.zoom;
    let foot = w * 0.5 + s.dice.range(-60.0, 60.0);
    let at = |side: f64, near: f64| {
        (
            to.0 + (foot + half * side - to.0) * near,
            to.1 + (h - to.1) * near,
        )
    };
    let mut pen = Pen::at(to);
    pen.lines(&[at(-1.0, 1.02), at(1.0, 1.02)]);
    pen.close();
    let paint = s.fade(
        to,
        (to.0, h),
        &[t.haze.mix(t.mid, 0.4), t.dark.mix(t.deep, 0.5), t.deep],
    );
    s.canvas.path(pen.text(), &paint, 1.0);
    let mut marks = Pen::default();
    for step in 1..9_u32 {
        let near = (f64::from(step) / 9.0).powi(3);
        let end = near * 1.32;
        marks.jump(at(-0.025, near));
        marks.lines(&[at(0.025, near), at(0.025, end), at(-0.025, end)]);
        marks.close();
    }
    for side in [-0.93, 0.9] {
        marks.jump(to);
        marks.lines(&[at(side, 1.02), at(side + 0.03, 1.02)]);
        marks.close();
    }
    s.canvas.path(marks.text(), &t.light.to_string(), 0.8);
    lamps(s, to, foot, half);
    s.vignette(0.65);
}

fn lamps(s: &mut Scene, to: Point, foot: f64, half: f64) {
    let (t, h) = (s.tones, s.h());
    let shine = s.canvas.ball(
        false,
        &[
            (0.0, t.light, 1.0),
            (0.16, t.light.mix(t.accent, 0.3), 0.7),
            (0.45, t.accent, 0.2),
            (1.0, t.accent, 0.0),
        ],
    );
    let mut posts = Pen::default();
    let mut lights = Vec::new();
    let sides: &[f64] = if s.dice.chance(0.5) {
        &[-1.25, 1.25]
    } else {
        &[1.3]
    };
    for step in 1..8_u32 {
        let near = (f64::from(step) / 7.5).powi(2);
        for side in sides {
            let base = (
                to.0 + (foot + half * side - to.0) * near,
                to.1 + (h - to.1) * near,
            );
            let tall = h * 0.75 * near + 2.0;
            let thick = 0.5 + near * 3.0;
            posts.block((base.0, base.1 - tall), thick, tall);
            posts.block(
                (base.0 - side.max(0.0) * tall * 0.16, base.1 - tall),
                tall * 0.2,
                thick,
            );
            lights.push((
                (base.0 - side.signum() * tall * 0.18, base.1 - tall),
                5.0 + near * 30.0,
            ));
        }
    }
    s.canvas.path(posts.text(), &t.deep.to_string(), 0.9);
    for (at, radius) in lights {
        s.canvas.circle(at, radius, &shine, 1.0);
    }
}
