//! Built scenes: light through windows, portals, monoliths.

use crate::pen::{Pen, Point};
use crate::scene::Scene;

/// Evening light that falls through a window onto a wall.
pub(super) fn window(s: &mut Scene) {
    let (t, w, h) = (s.tones, s.w(), s.h());
    let wall = s.fade(
        (0.0, 0.0),
        (w, h),
        &[t.dark, t.mid.mix(t.dark, 0.45), t.dark.mix(t.deep, 0.55)],
    );
    s.canvas.flood(&wall);
    let x = w * (0.1 + s.frame.sun * 0.4);
    s.glow((x + w * 0.2, h * 0.45), w * 0.5, t.haze, 0.35);
    panes(s, x);
    let floor = h * (0.8 + s.frame.horizon * 0.14);
    let paint = s.fade((0.0, floor), (0.0, h), &[t.mid.mix(t.deep, 0.35), t.deep]);
    s.canvas.rect((0.0, floor), w, h - floor, &paint);
    s.glow((x + w * 0.25, floor + 6.0), w * 0.3, t.haze, 0.28);
    vase(s, floor);
    s.vignette(0.7);
}

/// The patches of light: whole panes, or slats of a blind.
fn panes(s: &mut Scene, x: f64) {
    let (t, w, h) = (s.tones, s.w(), s.h());
    let lean = s.dice.range(-26.0, 26.0);
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
}

/// Something small that gives the room its scale.
fn vase(s: &mut Scene, floor: f64) {
    let (t, w) = (s.tones, s.w());
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
}

/// Portal within portal, light at the end.
pub(super) fn arches(s: &mut Scene) {
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
pub(super) fn monoliths(s: &mut Scene) {
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
        slab(s, (left, base), (wide, tall), near, away > 0.0);
    }
    s.vignette(0.6);
}

/// One slab; its side towards the sun, left or right, is lit.
fn slab(s: &mut Scene, (left, base): Point, (wide, tall): Point, near: f64, lit_left: bool) {
    let t = s.tones;
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
    let (edge, out) = if lit_left {
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
