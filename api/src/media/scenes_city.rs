//! Built scenes: skylines, roads at night, light through windows, arches, monoliths.

use super::canvas::{Pen, Point};
use super::scene::Scene;

/// Towers against the evening sky, some windows lit.
pub fn skyline(s: &mut Scene) {
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
            let wide = s.dice.range(16.0, 46.0) * (0.7 + near * 0.6) * s.frame.zoom;
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
pub fn road(s: &mut Scene) {
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

/// Evening light that falls through a window onto a wall.
pub fn window(s: &mut Scene) {
    let (t, w, h) = (s.tones, s.w(), s.h());
    let wall = s.fade(
        (0.0, 0.0),
        (w, h),
        &[t.dark, t.mid.mix(t.dark, 0.45), t.dark.mix(t.deep, 0.55)],
    );
    s.canvas.flood(&wall);
    let lean = s.dice.range(-26.0, 26.0);
    let x = w * (0.1 + s.frame.sun * 0.4);
    s.glow((x + w * 0.2, h * 0.45), w * 0.5, t.haze, 0.35);
    let columns = 2 + s.dice.below(3);
    let rows = 1 + s.dice.below(4);
    let wide = w * 0.46 / f64::from(columns) * s.frame.zoom;
    let tall = h * 0.7 / f64::from(rows) * s.frame.zoom.min(1.2);
    let gap = s.dice.range(4.0, 11.0);
    let light = t.light.mix(t.haze, 0.2);
    let paint = s.canvas.linear(
        (x, h * 0.05),
        (x + w * 0.5, h * 0.9),
        &[
            (0.0, light, 0.95),
            (0.45, t.haze.mix(t.accent, 0.25), 0.8),
            (1.0, t.accent.mix(t.mid, 0.4), 0.35),
        ],
    );
    let mut panes = Pen::default();
    let slats = s.dice.chance(0.4);
    for column in 0..columns {
        for row in 0..rows {
            let at = (
                x + wide * f64::from(column),
                h * 0.1 + tall * f64::from(row),
            );
            if slats {
                for slat in 0..5_u32 {
                    panes.block(
                        (at.0, at.1 + tall * f64::from(slat) / 5.0),
                        wide - gap,
                        tall * 0.12,
                    );
                }
            } else {
                panes.block(at, wide - gap, tall - gap);
            }
        }
    }
    s.canvas.open(&format!(
        "skewY({lean:.0}) translate(0 {:.0})",
        -x * (lean.to_radians()).tan()
    ));
    s.canvas.path(panes.text(), &paint, 1.0);
    s.canvas.close();
    let floor = h * (0.8 + s.frame.horizon * 0.14);
    let paint = s.fade((0.0, floor), (0.0, h), &[t.mid.mix(t.deep, 0.35), t.deep]);
    s.canvas.rect((0.0, floor), w, h - floor, &paint);
    s.glow((x + w * 0.25, floor + 6.0), w * 0.3, t.haze, 0.28);
    // A bowl or a vase gives the room its scale.
    let place = w * if s.frame.sun > 0.5 { 0.12 } else { 0.86 };
    let size = s.dice.range(20.0, 38.0) * s.frame.zoom;
    s.canvas.ellipse(
        (place, floor + 7.0),
        (size * 1.3, 5.0),
        &t.deep.to_string(),
        0.6,
    );
    let paint = s.fade(
        (place - size, 0.0),
        (place + size, 0.0),
        &[t.accent, t.accent.mix(t.deep, 0.75)],
    );
    let mut vase = Pen::at((place - size * 0.35, floor + 7.0));
    vase.curve(
        (place - size * 1.3, floor - size),
        (place - size * 0.3, floor - size * 1.3),
        (place - size * 0.22, floor - size * 2.0),
    );
    vase.line((place + size * 0.22, floor - size * 2.0));
    vase.curve(
        (place + size * 0.3, floor - size * 1.3),
        (place + size * 1.3, floor - size),
        (place + size * 0.35, floor + 7.0),
    );
    vase.close();
    s.canvas.path(vase.text(), &paint, 1.0);
    s.vignette(0.7);
}

/// Portal within portal, light at the end.
pub fn arches(s: &mut Scene) {
    let (t, w, h) = (s.tones, s.w(), s.h());
    let x = w * (0.3 + s.frame.sun * 0.4);
    let count = 4 + s.dice.below(4);
    let kind = s.dice.below(4);
    let shift = s.dice.range(-18.0, 18.0);
    let narrow = s.dice.range(0.72, 1.1) * s.frame.zoom.min(1.2);
    let sunk = s.dice.chance(0.5);
    s.backdrop(h, &[t.deep, t.dark.mix(t.deep, 0.3), t.deep]);
    for index in 0..count {
        let deep = f64::from(index) / f64::from(count - 1);
        let half = w * (0.46 - 0.35 * deep.powf(0.75)) * narrow;
        let top = h * (0.03 + 0.3 * deep);
        let base = h * (0.97 - 0.21 * deep.powf(0.8));
        let middle = x + shift * f64::from(index);
        let pen = portal(kind, (middle, base), half, top);
        let body = t
            .deep
            .mix(t.dark, deep * 1.4)
            .mix(t.mid, deep * 0.9)
            .mix(t.haze, deep * deep * 0.8);
        let paint = s.fade(
            (middle - half, top),
            (middle + half, base),
            &[
                body.mix(t.light, 0.14 + deep * 0.2),
                body,
                body.mix(t.deep, 0.5),
            ],
        );
        s.canvas.path(pen.text(), &paint, 1.0);
        if index + 1 == count {
            let sky = s.fade((0.0, top), (0.0, base), &[t.mid, t.haze, t.light]);
            s.canvas.path(pen.text(), &sky, 1.0);
            let radius = half * 0.5;
            s.sun(
                (middle, base - radius * if sunk { 1.1 } else { 2.0 }),
                radius,
            );
            s.glow((middle, base), w * 0.36, t.light, 0.4);
            let mut path = Pen::at((middle - half, base));
            path.lines(&[
                (middle + half, base),
                (x + half * 3.6, h + 2.0),
                (x - half * 2.4, h + 2.0),
            ]);
            path.close();
            let floor = s.canvas.linear(
                (0.0, base),
                (0.0, h),
                &[(0.0, t.light, 0.6), (1.0, t.haze, 0.05)],
            );
            s.canvas.path(path.text(), &floor, 1.0);
        }
    }
    s.vignette(0.6);
}

/// The outline of one opening: round, pointed or straight.
fn portal(kind: u32, (x, base): Point, half: f64, top: f64) -> Pen {
    let mut pen = Pen::at((x - half, base));
    let spring = top + half.min((base - top) * 0.7);
    match kind {
        0 => {
            pen.line((x - half, spring));
            pen.curve(
                (x - half, spring - half * 0.55),
                (x - half * 0.4, top + half * 0.1),
                (x, top),
            );
            pen.curve(
                (x + half * 0.4, top + half * 0.1),
                (x + half, spring - half * 0.55),
                (x + half, spring),
            );
        }
        1 => pen.lines(&[(x - half, top), (x + half, top)]),
        _ => {
            pen.line((x - half, spring));
            pen.arc(half, true, (x + half, spring));
        }
    }
    pen.line((x + half, base));
    pen.close();
    pen
}

/// Tall slabs on a plain and their long shadows.
pub fn monoliths(s: &mut Scene) {
    s.sky();
    let (t, w, h) = (s.tones, s.w(), s.h());
    let y = s.horizon();
    let radius = s.dice.range(22.0, 60.0) * s.frame.zoom;
    let x = s.sun_x();
    s.sun((x, y - radius * 0.6), radius);
    let paint = s.fade(
        (0.0, y),
        (0.0, h),
        &[
            t.haze.mix(t.mid, 0.3),
            t.mid.mix(t.dark, 0.4),
            t.dark.mix(t.deep, 0.6),
        ],
    );
    s.canvas.rect((0.0, y), w, h - y, &paint);
    s.mist(y, 22.0, t.light, 0.4);
    let count = 4 + s.dice.below(4);
    for index in 0..count {
        let near = (f64::from(index) + 0.4) / f64::from(count);
        let base = y + (h - y) * near * near * 0.62 + 3.0;
        let tall = h * (0.12 + 0.42 * near * s.dice.range(0.4, 1.2)) * s.frame.zoom.min(1.25);
        let wide = (9.0 + 30.0 * near) * s.dice.range(0.7, 1.4);
        let left = w * s.dice.range(0.02, 0.92);
        let away = (left - x) / w;
        let long = (h - base) * 1.1 + 20.0;
        let mut shadow = Pen::at((left, base));
        shadow.lines(&[
            (left + wide, base),
            (left + wide + away * long * 2.2 + 10.0 * near, base + long),
            (left + away * long * 2.2 - 10.0 * near, base + long),
        ]);
        shadow.close();
        let dark = s.canvas.linear(
            (0.0, base),
            (0.0, base + long),
            &[(0.0, t.deep, 0.65), (1.0, t.deep, 0.0)],
        );
        s.canvas.path(shadow.text(), &dark, 1.0);
        let body = t
            .mid
            .mix(t.haze, 0.35 - near * 0.3)
            .mix(t.deep, near * 0.75);
        let side = wide * 0.34;
        let mut front = Pen::default();
        front.block((left, base - tall), wide, tall);
        let paint = s.fade(
            (0.0, base - tall),
            (0.0, base),
            &[body.mix(t.deep, 0.25), body],
        );
        s.canvas.path(front.text(), &paint, 1.0);
        let (edge, out) = if away > 0.0 {
            (left, -side)
        } else {
            (left + wide, side)
        };
        let mut lit = Pen::at((edge, base - tall));
        lit.lines(&[
            (edge + out, base - tall + side * 0.3),
            (edge + out, base - side * 0.45),
            (edge, base),
        ]);
        lit.close();
        let glow = s.fade(
            (0.0, base - tall),
            (0.0, base),
            &[body.mix(t.light, 0.6), body.mix(t.accent, 0.45)],
        );
        s.canvas.path(lit.text(), &glow, 1.0);
    }
    s.vignette(0.6);
}
