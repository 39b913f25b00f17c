//! Avatars: a soft disc of colour and one simple mark.

use std::f64::consts::TAU;

use crate::canvas::Canvas;
use crate::dice::Dice;
use crate::palette::Tones;
use crate::pen::Pen;
use crate::scene::{Frame, Scene};

/// The side of an avatar's drawing, in its own units.
const SIDE: f64 = 120.0;

/// The mark this dice draws, 240 pixels square.
#[must_use]
pub(super) fn draw(mut dice: Dice) -> String {
    let tones = Tones::pick(&mut dice);
    let kind = dice.below(7);
    let mut s = Scene {
        canvas: Canvas::new(SIDE, SIDE),
        tones,
        frame: Frame {
            horizon: 0.6,
            sun: 0.5,
            zoom: 1.0,
            night: false,
            fine: false,
        },
        dice,
    };
    ground(&mut s);
    match kind {
        0 => moon(&mut s),
        1 => hills(&mut s),
        2 => rings(&mut s),
        3 => petals(&mut s),
        4 => arcs(&mut s),
        5 => planet(&mut s),
        _ => bars(&mut s),
    }
    s.canvas.finish(240, 240)
}

fn ground(s: &mut Scene) {
    let t = s.tones;
    let turn = s.dice.range(0.0, TAU);
    let (x, y) = (60.0 * turn.cos(), 60.0 * turn.sin());
    let paint = s.fade((60.0 - x, 60.0 - y), (60.0 + x, 60.0 + y), &[t.dark, t.mid]);
    s.canvas.flood(&paint);
    s.glow((60.0 + x * 0.6, 60.0 + y * 0.6), 80.0, t.haze, 0.6);
}

fn moon(s: &mut Scene) {
    let t = s.tones;
    let paint = s.fade(
        (30.0, 26.0),
        (90.0, 96.0),
        &[t.light, t.haze.mix(t.ember(), 0.5)],
    );
    s.canvas.circle((60.0, 60.0), 34.0, &paint, 1.0);
    let (turn, out) = (s.dice.range(0.0, TAU), s.dice.range(10.0, 22.0));
    let shade = s.fade((30.0, 26.0), (90.0, 96.0), &[t.mid, t.dark]);
    s.canvas.circle(
        (60.0 + out * turn.cos(), 60.0 + out * turn.sin()),
        29.0,
        &shade,
        0.95,
    );
}

fn hills(s: &mut Scene) {
    let t = s.tones;
    let x = s.dice.range(38.0, 82.0);
    s.sun((x, 50.0), 20.0);
    for (base, rise, near) in [(82.0, 30.0, 0.0), (98.0, 26.0, 0.5), (114.0, 22.0, 1.0)] {
        let line = s.hills(base, rise, 1.6);
        let body = t.haze.mix(t.mid, 0.5 + near * 0.5).mix(t.deep, near * 0.75);
        let paint = s.fade(
            (0.0, base - rise),
            (0.0, 120.0),
            &[body, body.mix(t.deep, 0.3)],
        );
        s.ground(&line, true, &paint, 1.0);
    }
}

fn rings(s: &mut Scene) {
    let t = s.tones;
    let shift = s.dice.range(-7.0, 7.0);
    let hues = [t.deep, t.accent, t.dark, t.haze, t.light];
    for (index, hue) in (0_u32..).zip(hues) {
        let step = f64::from(index);
        let radius = 46.0 - step * 9.0;
        let paint = s.fade((20.0, 14.0), (100.0, 106.0), &[hue.mix(t.light, 0.16), hue]);
        s.canvas.circle(
            (60.0 + shift * step * 0.5, 60.0 - shift * step * 0.3),
            radius,
            &paint,
            0.92,
        );
    }
}

fn petals(s: &mut Scene) {
    let t = s.tones;
    let count = 5 + s.dice.below(5);
    let wide = s.dice.range(14.0, 24.0) * 6.0 / f64::from(count);
    let start = s.dice.range(0.0, 360.0);
    let paint = s.canvas.radial(
        (0.0, 0.0),
        46.0,
        &[
            (0.0, t.light, 0.9),
            (0.6, t.haze, 0.7),
            (1.0, t.accent, 0.85),
        ],
    );
    let mut pen = Pen::at((0.0, 0.0));
    pen.curve((14.0, -wide), (36.0, -wide), (46.0, 0.0));
    pen.curve((36.0, wide), (14.0, wide), (0.0, 0.0));
    for index in 0..count {
        let turn = start + 360.0 * f64::from(index) / f64::from(count);
        s.canvas.open(&format!("translate(60 60)rotate({turn:.0})"));
        s.canvas.path(pen.text(), &paint, 0.75);
        s.canvas.close();
    }
    s.canvas
        .circle((60.0, 60.0), 6.0, &t.light.to_string(), 0.9);
}

fn arcs(s: &mut Scene) {
    let t = s.tones;
    let turn = f64::from(s.dice.below(4)) * 90.0;
    s.canvas.open(&format!("rotate({turn:.0} 60 60)"));
    let hues = [t.deep, t.haze, t.accent, t.light];
    for (index, hue) in (0_u32..).zip(hues) {
        let radius = 44.0 - f64::from(index) * 11.0;
        let mut pen = Pen::at((60.0 - radius, 84.0));
        pen.line((60.0 - radius, 70.0));
        pen.arc(radius, true, (60.0 + radius, 70.0));
        pen.line((60.0 + radius, 84.0));
        pen.close();
        let paint = s.fade(
            (20.0, 26.0),
            (100.0, 84.0),
            &[hue.mix(t.light, 0.15), hue.mix(t.deep, 0.12)],
        );
        s.canvas.path(pen.text(), &paint, 0.95);
    }
    s.canvas.close();
}

fn planet(s: &mut Scene) {
    let t = s.tones;
    let turn = s.dice.range(-35.0, 35.0);
    let skin = s.canvas.ball(
        true,
        &[
            (0.0, t.light, 1.0),
            (0.5, t.haze, 1.0),
            (0.85, t.mid, 1.0),
            (1.0, t.dark, 1.0),
        ],
    );
    let radius = s.dice.range(20.0, 27.0);
    let reach = radius * s.dice.range(1.5, 1.8);
    let flat = reach * s.dice.range(0.2, 0.4);
    s.canvas.open(&format!("rotate({turn:.0} 60 60)"));
    // The ring goes around: its far half is drawn before the body, the near half after.
    for (sign, opacity) in [(-1.33, 0.55), (1.33, 0.95)] {
        let mut pen = Pen::at((60.0 - reach, 60.0));
        pen.curve(
            (60.0 - reach, 60.0 + flat * sign),
            (60.0 + reach, 60.0 + flat * sign),
            (60.0 + reach, 60.0),
        );
        s.canvas
            .stroke(pen.text(), &t.accent.to_string(), 3.6, opacity);
        if sign < 0.0 {
            s.canvas.circle((60.0, 60.0), radius, &skin, 1.0);
        }
    }
    s.canvas.close();
}

fn bars(s: &mut Scene) {
    let t = s.tones;
    let turn = s.dice.range(-40.0, 40.0);
    s.canvas.open(&format!("rotate({turn:.0} 60 60)"));
    let hues = [t.light, t.haze, t.accent, t.deep, t.haze];
    for (index, hue) in (0_u32..).zip(hues) {
        let x = 30.0 + f64::from(index) * 15.0;
        let half = s.dice.range(14.0, 40.0);
        let mut pen = Pen::at((x, 60.0 - half));
        pen.line((x, 60.0 + half));
        s.canvas.stroke(pen.text(), &hue.to_string(), 9.0, 0.92);
    }
    s.canvas.close();
}
