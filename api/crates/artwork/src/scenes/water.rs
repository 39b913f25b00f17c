//! Scenes of water and weather: the sea, waves, islands, rain.

use crate::palette::Rgb;
use crate::pen::{Pen, Point};
use crate::scene::Scene;

/// The sun over the sea and its path of light.
pub(super) fn sea(s: &mut Scene) {
    s.sky();
    let (t, w, h) = (s.tones, s.w(), s.h());
    let y = s.horizon();
    let radius = s.dice.range(26.0, 78.0) * s.frame.zoom;
    let sink = s.dice.range(-0.5, 1.1);
    let x = s.sun_x();
    s.sun((x, y - radius * sink), radius);
    clouds(s);
    let near = t.haze.mix(t.mid, 0.55);
    let paint = s.fade((0.0, y), (0.0, h), &[near, t.mid.mix(t.dark, 0.55), t.deep]);
    s.canvas.rect((0.0, y), w, h - y, &paint);
    s.glow((x, y), radius * 3.2, t.light, 0.22);
    let colour = t.light.mix(t.accent, 0.2).to_string();
    for step in 0..16_u32 {
        let near = f64::from(step) / 16.0;
        let line = y + 3.0 + (h - y) * near.powf(1.35);
        let half = radius * (1.0 - near * 0.35) * s.dice.range(0.25, 1.0);
        let shift = s.dice.range(-0.3, 0.3) * radius;
        let mut pen = Pen::at((x + shift - half, line));
        pen.line((x + shift + half, line));
        s.canvas
            .stroke(pen.text(), &colour, 1.0 + near * 3.6, 0.75 - near * 0.5);
    }
    let dark = t.light.mix(t.haze, 0.5).to_string();
    let mut pen = Pen::default();
    for _ in 0..16_u32 {
        let far = s.dice.unit();
        let place = (s.dice.range(0.0, w), y + 4.0 + (h - y) * far * far);
        pen.jump(place);
        pen.line((place.0 + 8.0 + 30.0 * far, place.1));
    }
    s.canvas.stroke(pen.text(), &dark, 0.8, 0.22);
    if s.dice.chance(0.5) {
        let line = s.hills(y + 2.0, h * 0.1, 2.6);
        let mut shore = Pen::at((-20.0, y));
        shore.lines(&line);
        shore.line((w + 20.0, y));
        shore.close();
        s.canvas
            .path(shore.text(), &t.mid.mix(t.dark, 0.5).to_string(), 0.85);
    }
    s.vignette(0.6);
}

/// Long flat clouds.
fn clouds(s: &mut Scene) {
    let (t, w, y) = (s.tones, s.w(), s.horizon());
    for _ in 0..3 + s.dice.below(4) {
        let at = (s.dice.range(0.0, w), y * s.dice.range(0.15, 0.92));
        let wide = s.dice.range(50.0, 150.0);
        let colour = t.mid.mix(t.haze, s.dice.range(0.2, 0.9));
        let paint = s.canvas.linear(
            (at.0 - wide, 0.0),
            (at.0 + wide, 0.0),
            &[(0.0, colour, 0.0), (0.5, colour, 0.7), (1.0, colour, 0.0)],
        );
        let thick = s.dice.range(2.0, 7.0);
        s.canvas.ellipse(at, (wide, thick), &paint, 1.0);
    }
}

/// Wave behind wave, cut like paper.
pub(super) fn waves(s: &mut Scene) {
    s.sky();
    let (t, w, h) = (s.tones, s.w(), s.h());
    let top = s.horizon() * 0.75;
    let radius = s.dice.range(24.0, 60.0) * s.frame.zoom;
    let x = s.sun_x();
    s.sun((x, top - radius * 0.25), radius);
    let rows = 6 + s.dice.below(3);
    for row in 0..rows {
        let near = f64::from(row) / f64::from(rows - 1);
        let length = (84.0 + 110.0 * near) * s.frame.zoom.max(0.9);
        let high = length * s.dice.range(0.2, 0.32);
        let base = top + high + (h - top) * near * 0.86;
        let body = t
            .haze
            .mix(t.mid, 0.3 + near)
            .mix(t.deep, near * near * 0.75);
        let body = if row % 3 == 1 {
            body.mix(t.accent, 0.3)
        } else {
            body
        };
        let start = -length * s.dice.range(0.2, 1.0) - 6.0;
        let mut pen = Pen::at((start, base));
        let mut at = start;
        while at < w + 10.0 {
            let p =
                |along: f64, up: f64| ((at + length * along).round(), (base - high * up).round());
            // A long back and a steep face that leans over.
            pen.curve(p(0.35, 0.0), p(0.55, 0.35), p(0.8, 1.0));
            pen.curve(p(0.78, 0.45), p(0.86, 0.0), p(1.0, 0.0));
            at += length;
        }
        pen.line((at + 6.0, h + 6.0));
        pen.line((start, h + 6.0));
        pen.close();
        let paint = s.fade(
            (0.0, base - high),
            (0.0, base + 60.0),
            &[body.mix(t.light, 0.12), body.mix(t.deep, 0.45)],
        );
        let foam = t.light.mix(body, 0.45 + near * 0.2);
        s.canvas.level(pen.text(), &paint, &foam.to_string());
    }
    s.vignette(0.55);
}

/// Islands and their reflections on still water.
pub(super) fn islands(s: &mut Scene) {
    let (t, w, h) = (s.tones, s.w(), s.h());
    let y = s.horizon().clamp(h * 0.4, h * 0.68);
    s.backdrop(
        h,
        &[
            t.dark,
            t.mid,
            t.haze.mix(t.light, 0.3),
            t.mid,
            t.dark.mix(t.deep, 0.4),
        ],
    );
    if s.frame.night {
        s.stars(y * 0.7);
    }
    let x = s.sun_x();
    let radius = s.dice.range(16.0, 38.0) * s.frame.zoom;
    let up = y * s.dice.range(0.2, 0.55);
    s.sun((x, y - up), radius);
    let glint = t.light.to_string();
    s.canvas
        .ellipse((x, y + up), (radius * 0.9, radius), &glint, 0.22);
    let count = 4 + s.dice.below(3);
    for index in 0..count {
        let near = f64::from(index) / f64::from(count);
        let middle = w * s.dice.range(0.0, 1.0);
        let half = w * s.dice.range(0.12, 0.3) * s.frame.zoom;
        let tall = h * s.dice.range(0.08, 0.27) * s.frame.zoom;
        let lean = s.dice.range(-0.35, 0.35) * half;
        let base = y + near * near * (h - y) * 0.5;
        let body = t
            .haze
            .mix(t.mid, 0.45 + near * 0.7)
            .mix(t.deep, near * 0.85);
        island(s, (middle, base), (half, tall), lean, (body, near));
        s.mist(base, 16.0, t.haze.mix(t.light, 0.4), 0.4 - near * 0.3);
    }
    let mut pen = Pen::default();
    for _ in 0..14_u32 {
        let far = s.dice.unit();
        let from = (s.dice.range(0.0, w), y + (h - y) * far);
        pen.jump(from);
        pen.line((from.0 + 10.0 + far * 70.0, from.1));
    }
    s.canvas.stroke(pen.text(), &glint, 0.7, 0.2);
    s.vignette(0.6);
}

/// One island and, upside down, its reflection.
fn island(
    s: &mut Scene,
    (middle, base): Point,
    (half, tall): Point,
    lean: f64,
    (body, near): (Rgb, f64),
) {
    let t = s.tones;
    for (sign, opacity) in [(1.0, 0.32), (-1.0, 1.0)] {
        let peak = (middle + lean, base + sign * tall);
        let mut pen = Pen::at((middle - half, base));
        pen.curve(
            (middle - half * 0.5, base + sign * 4.0),
            (peak.0 - half * 0.3, peak.1),
            peak,
        );
        pen.curve(
            (peak.0 + half * 0.22, peak.1),
            (middle + half * 0.45, base + sign * tall * 0.15),
            (middle + half, base),
        );
        pen.close();
        let paint = s.fade(
            (0.0, base + sign * tall),
            (0.0, base),
            &[body, body.mix(t.haze, 0.4 - near * 0.3)],
        );
        s.canvas.path(pen.text(), &paint, opacity);
    }
}

/// City lights out of focus behind a wet window.
pub(super) fn rain(s: &mut Scene) {
    let (t, w, h) = (s.tones, s.w(), s.h());
    s.backdrop(h, &[t.deep, t.dark, t.mid.mix(t.dark, 0.4), t.deep]);
    let middle = s.horizon();
    s.glow((s.sun_x(), middle), w * 0.6, t.haze.mix(t.accent, 0.3), 0.6);
    let paints: Vec<String> = [t.light, t.accent, t.haze, t.mid.mix(t.light, 0.35)]
        .into_iter()
        .map(|c| {
            s.canvas.ball(
                false,
                &[
                    (0.0, c, 0.42),
                    (0.82, c, 0.5),
                    (0.93, c, 0.8),
                    (1.0, c, 0.0),
                ],
            )
        })
        .collect();
    for index in 0..52_u32 {
        let close = f64::from(index) / 52.0;
        let radius = (4.0 + close * close * 44.0) * s.dice.range(0.6, 1.3) * s.frame.zoom;
        let spread = h * (0.08 + close * 0.4);
        let at = (
            s.dice.range(-10.0, w + 10.0),
            middle + s.dice.range(-spread, spread * 0.8),
        );
        let paint = s.dice.pick(&paints).cloned().unwrap_or_default();
        let opacity = s.dice.range(0.4, 1.0) * (1.0 - close * 0.45);
        s.canvas.circle(at, radius, &paint, opacity);
    }
    let mut pen = Pen::default();
    let lean = s.dice.range(-14.0, 14.0);
    let mut dice = s.dice.fork();
    for _ in 0..if s.frame.fine { 90 } else { 44 } {
        let from = (dice.range(-10.0, w + 10.0), dice.range(-20.0, h));
        let long = dice.range(10.0, 46.0);
        pen.jump(from);
        pen.line((from.0 + lean * long / 46.0, from.1 + long));
    }
    let colour = t.light.mix(t.haze, 0.4).to_string();
    s.canvas.stroke(pen.text(), &colour, 0.7, 0.32);
    s.vignette(0.7);
}
