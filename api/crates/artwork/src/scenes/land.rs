//! Scenes of land: mountains, dunes, woods, mesas, northern lights.

use crate::pen::{Pen, Point};
use crate::scene::Scene;

/// Ridge behind ridge, mist between them.
pub(super) fn mountains(s: &mut Scene) {
    s.sky();
    let (t, h) = (s.tones, s.h());
    let horizon = s.horizon();
    let radius = s.dice.range(14.0, 40.0) * s.frame.zoom;
    let at = (s.sun_x(), horizon * s.dice.range(0.35, 0.85));
    s.sun(at, radius);
    let layers = 4 + s.dice.below(3);
    let soft = s.dice.chance(0.35);
    for layer in 0..layers {
        let near = f64::from(layer) / f64::from(layers - 1);
        let base = horizon + (h - horizon) * near * 0.9;
        let rise = (h * 0.34 - near * h * 0.12) * s.frame.zoom;
        let peaks = (5.0 - near * 2.5) / s.frame.zoom;
        let body = if near < 0.5 {
            t.haze.mix(t.mid, 0.35 + near * 1.2)
        } else {
            t.mid.mix(t.deep, near * 1.7 - 0.75)
        };
        let foot = body.mix(t.haze, 0.5 - near * 0.4);
        let paint = s.fade((0.0, base - rise), (0.0, base + h * 0.12), &[body, foot]);
        let line = if soft {
            s.hills(base, rise, peaks)
        } else {
            s.crags(base, rise, peaks)
        };
        s.ground(&line, soft, &paint, 1.0);
        if near < 0.8 {
            s.mist(base + h * 0.03, h * 0.08, t.haze.mix(t.light, 0.3), 0.3);
        }
    }
    s.vignette(0.6);
}

/// Dunes, each with a lit and a shaded side.
pub(super) fn dunes(s: &mut Scene) {
    s.sky();
    let (t, w, h) = (s.tones, s.w(), s.h());
    let horizon = s.horizon() * 0.85;
    let radius = s.dice.range(18.0, 46.0) * s.frame.zoom;
    let height = horizon - s.dice.range(0.0, 60.0);
    s.sun((s.sun_x(), height), radius);
    let far = s.hills(horizon + 8.0, h * 0.08, 2.0);
    let paint = s
        .fade(
            (0.0, horizon - 20.0),
            (0.0, h * 0.8),
            &[t.haze.mix(t.mid, 0.35), t.mid],
        )
        .clone();
    s.ground(&far, true, &paint, 1.0);
    let count = 3 + s.dice.below(2);
    for layer in 0..count {
        let near = f64::from(layer + 1) / f64::from(count);
        let foot = horizon + (h - horizon) * near * 0.75 + 6.0;
        let rise = h * (0.1 + 0.16 * near) * s.frame.zoom.min(1.3);
        let peak = (w * s.dice.range(0.12, 0.88), foot - rise);
        dune(s, peak, foot, near);
    }
    s.mist(horizon + 6.0, 34.0, t.light.mix(t.haze, 0.5), 0.35);
    s.vignette(0.6);
}

fn dune(s: &mut Scene, peak: Point, foot: f64, near: f64) {
    let (t, w, h) = (s.tones, s.w(), s.h());
    let lit = t
        .haze
        .mix(t.mid, near * 0.55)
        .mix(t.light, 0.18 - near * 0.1);
    let shade = t.mid.mix(t.deep, 0.35 + near * 0.5);
    let left = (-20.0, foot + s.dice.range(-8.0, 26.0));
    let right = (w + 20.0, foot + s.dice.range(-10.0, 30.0));
    let mut crest = Pen::at((-20.0, h + 2.0));
    crest.line(left);
    crest.curve(
        (left.0 + (peak.0 - left.0) * 0.5, left.1),
        (peak.0 - 50.0, peak.1 + 10.0),
        peak,
    );
    crest.curve(
        (peak.0 + 40.0, peak.1 + 22.0),
        (right.0 - 80.0, right.1 - 6.0),
        right,
    );
    crest.line((w + 20.0, h + 2.0));
    crest.close();
    let paint = s.fade(
        (peak.0, peak.1),
        (peak.0 - 120.0, h * 1.05),
        &[lit, lit.mix(shade, 0.75)],
    );
    s.canvas.path(crest.text(), &paint, 1.0);
    // The ridge winds down to the viewer; what lies right of it is in the shade.
    let end = (peak.0 + s.dice.range(-90.0, 60.0), h + 2.0);
    let bend = s.dice.range(30.0, 110.0);
    let mut side = Pen::at(peak);
    side.curve(
        (peak.0 + bend, peak.1 + (h - peak.1) * 0.35),
        (end.0 - bend, peak.1 + (h - peak.1) * 0.6),
        end,
    );
    side.line((w + 20.0, h + 2.0));
    side.line(right);
    side.curve(
        (right.0 - 80.0, right.1 - 6.0),
        (peak.0 + 40.0, peak.1 + 22.0),
        peak,
    );
    side.close();
    let paint = s.fade(
        peak,
        (peak.0 + 140.0, h),
        &[shade.mix(t.mid, 0.25), shade.mix(t.deep, 0.35)],
    );
    s.canvas.path(side.text(), &paint, 0.94);
}

/// A wood of conifers going back into the mist.
pub(super) fn woods(s: &mut Scene) {
    let (t, w, h) = (s.tones, s.w(), s.h());
    s.frame.horizon = s.frame.horizon.max(0.5);
    // From further away there would be too many trees.
    s.frame.zoom = s.frame.zoom.max(0.92);
    s.sky();
    let horizon = s.horizon();
    let at = (s.sun_x(), horizon * s.dice.range(0.3, 0.7));
    let radius = s.dice.range(16.0, 34.0);
    s.sun(at, radius);
    for layer in 0..4_u32 {
        let near = f64::from(layer) / 3.0;
        let tall = (34.0 + 95.0 * near * near) * s.frame.zoom;
        let base = horizon + (h - horizon) * (0.05 + near * 0.85);
        let body = t
            .haze
            .mix(t.mid, 0.5 + near)
            .mix(t.deep, near * near * 0.95);
        let paint = s.fade(
            (0.0, base - tall),
            (0.0, base + 30.0),
            &[body, body.mix(t.haze, 0.4 - 0.4 * near)],
        );
        let hill = s.hills(base, 26.0, 1.6);
        s.ground(&hill, true, &paint, 1.0);
        let mut pen = Pen::default();
        let mut x = s.dice.range(-10.0, 10.0);
        while x < w + 10.0 {
            let size = tall * s.dice.range(0.55, 1.1);
            tree(
                &mut pen,
                (x.round(), (base + 4.0).round()),
                size,
                near > 0.5,
            );
            x += tall * s.dice.range(0.3, 0.5 + 0.36 * (0.6 + near));
            // A clearing lets the eye through.
            if near > 0.5 && s.dice.chance(0.16) {
                x += tall * 0.9;
            }
        }
        s.canvas.path(pen.text(), &paint, 1.0);
        if layer < 3 {
            s.mist(base + 6.0, 44.0, t.haze.mix(t.light, 0.25), 0.4);
        }
    }
    s.vignette(0.6);
}

fn tree(pen: &mut Pen, (x, y): Point, size: f64, whole: bool) {
    const TIERS: [Point; 5] = [
        (0.1, 0.36),
        (0.055, 0.36),
        (0.16, 0.68),
        (0.09, 0.68),
        (0.21, 1.0),
    ];
    // Far away only the outline is seen.
    let tiers: &[Point] = if whole { &TIERS } else { &[(0.19, 1.0)] };
    let top = y - size;
    pen.jump((x, top.round()));
    for (out, down) in tiers {
        pen.line(((x + size * out).round(), (top + size * down).round()));
    }
    for (out, down) in tiers.iter().rev() {
        pen.line(((x - size * out).round(), (top + size * down).round()));
    }
    pen.close();
}

/// Table mountains in the evening.
pub(super) fn mesas(s: &mut Scene) {
    s.sky();
    let (t, w, h) = (s.tones, s.w(), s.h());
    let horizon = s.horizon();
    let radius = s.dice.range(24.0, 64.0) * s.frame.zoom;
    let rise = s.dice.range(0.2, 1.2);
    s.sun((s.sun_x(), horizon - radius * rise), radius);
    for layer in 0..4_u32 {
        let near = f64::from(layer) / 3.0;
        let base = horizon + (h - horizon) * near * 0.72 + 4.0;
        let body = t
            .haze
            .mix(t.accent, 0.3)
            .mix(t.mid, 0.35 + near * 0.6)
            .mix(t.deep, near * near * 0.85);
        let mut line = vec![(-20.0, base)];
        let mut x = s.dice.range(-60.0, w * 0.3);
        while x < w {
            let wide = s.dice.range(56.0, 180.0) * s.frame.zoom;
            let tall = h * s.dice.range(0.14, 0.42) * (1.0 - near * 0.35) * s.frame.zoom;
            line.extend([
                (x, base),
                (x + wide * 0.12, base - tall * 0.35),
                (x + wide * 0.16, base - tall * 0.95),
                (x + wide * 0.2, base - tall),
                (x + wide * 0.62, base - tall),
                (x + wide * 0.65, base - tall * 0.8),
                (x + wide * 0.82, base - tall * 0.78),
                (x + wide * 0.86, base - tall * 0.3),
                (x + wide, base),
            ]);
            x += wide * s.dice.range(1.05, 2.6);
        }
        line.push((w.max(x) + 20.0, base));
        let top = base - h * 0.3;
        let paint = s.fade(
            (0.0, top),
            (0.0, base + 50.0),
            &[
                body.mix(t.accent, 0.18),
                body,
                body.mix(t.haze, 0.35 - near * 0.3),
            ],
        );
        s.ground(&line, false, &paint, 1.0);
        s.mist(base + 4.0, 26.0, t.haze.mix(t.light, 0.4), 0.3 - near * 0.2);
    }
    s.vignette(0.55);
}

/// Northern lights above a dark ridge.
pub(super) fn aurora(s: &mut Scene) {
    let (t, w, h) = (s.tones, s.w(), s.h());
    let horizon = s.horizon().max(h * 0.7);
    s.backdrop(h, &[t.deep, t.dark, t.mid.mix(t.dark, 0.4), t.dark]);
    s.stars(horizon);
    let hues = [t.haze, t.accent, t.haze.mix(t.light, 0.5)];
    s.glow((s.sun_x(), horizon * 0.6), w * 0.5, t.haze, 0.35);
    for hue in hues {
        let foot = t.light.mix(hue, 0.3);
        let paint = s.canvas.curtain(&[
            (0.0, hue, 0.0),
            (0.5, hue, 0.28),
            (0.88, foot, 0.6),
            (1.0, foot, 0.0),
        ]);
        let low = horizon * s.dice.range(0.5, 0.9);
        let peaks = s.dice.range(1.2, 2.6);
        let edge = s.hills(low, h * 0.2, peaks);
        let (from, until) = (s.dice.range(-0.1, 0.3) * w, s.dice.range(0.7, 1.1) * w);
        let mut x = from;
        while x < until {
            let y = height_at(&edge, x);
            let fringe = ((x - from) / (until - from) * std::f64::consts::PI).sin();
            let tall = h * s.dice.range(0.3, 0.48) * (0.35 + 0.65 * fringe) * s.frame.zoom;
            let wide = s.dice.range(17.0, 32.0);
            s.canvas.rect(
                (x.round(), (y - tall).round()),
                wide.round(),
                tall.round(),
                &paint,
            );
            x += wide * 0.8;
        }
    }
    for (near, rise) in [(0.35, 0.16), (0.75, 0.13), (1.0, 0.09)] {
        let base = horizon + (h - horizon) * near * 0.6;
        let line = s.crags(base, h * rise, 3.0 + near * 3.0);
        let paint = t.mid.mix(t.deep, 0.35 + near * 0.63).to_string();
        s.ground(&line, false, &paint, 1.0);
    }
    s.vignette(0.6);
}

/// The height of a line at a place.
fn height_at(line: &[Point], x: f64) -> f64 {
    line.windows(2)
        .find_map(|pair| match pair {
            [a, b] if a.0 <= x && x <= b.0 => Some(a.1 + (b.1 - a.1) * (x - a.0) / (b.0 - a.0)),
            _ => None,
        })
        .or_else(|| line.last().map(|point| point.1))
        .unwrap_or_default()
}
