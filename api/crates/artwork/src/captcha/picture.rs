//! Draws the symbols: each rotated, slanted and scaled separately, all of them bent by a wave and crossed by two curves.

use std::f64::consts::TAU;

use super::strokes::{Place, strokes};
use crate::dice::Dice;

/// Pixels.
pub(super) const WIDTH: u32 = 120;
pub(super) const HEIGHT: u32 = 40;
/// Greys, as PNG numbers them: 0 is black, 15 is white.
const WHITE: u8 = 15;
/// Half the thickness of a symbol's strokes, pixels.
const PEN: f64 = 1.25;

/// The grey of each pixel, row by row.
pub(super) type Picture = Vec<Vec<u8>>;

/// The picture of a text. The same seed distorts it the same way.
pub(super) fn draw(text: &str, seed: u64) -> Picture {
    let mut dice = Dice::new(seed);
    let mut lines = Vec::new();
    let wave = Wave::throw(&mut dice);
    for (at, symbol) in (0_u32..).zip(text.chars()) {
        let middle = (17.0 + 28.0 * f64::from(at), f64::from(HEIGHT) / 2.0);
        let put = Placement::throw(&mut dice, middle);
        for stroke in strokes(symbol) {
            let bent = fine(&stroke).map(|place| wave.bend(put.on(place)));
            lines.push(Line {
                places: bent.collect(),
                half: PEN * dice.range(0.85, 1.2),
            });
        }
    }
    for _ in 0..2 {
        lines.push(crossing(&mut dice));
    }
    rows(&lines, &mut dice)
}

struct Line {
    places: Vec<Place>,
    half: f64,
}

impl Line {
    fn segments(&self) -> impl Iterator<Item = Segment> {
        self.places.windows(2).filter_map(|pair| match pair {
            [from, to] => Some(Segment {
                from: *from,
                to: *to,
                half: self.half,
            }),
            _ => None,
        })
    }
}

/// Position and shape of a symbol.
struct Placement {
    middle: Place,
    scale: (f64, f64),
    turn: (f64, f64),
    lean: f64,
}

impl Placement {
    fn throw(dice: &mut Dice, (x, y): Place) -> Self {
        Self {
            middle: (x + dice.range(-2.5, 2.5), y + dice.range(-2.5, 2.5)),
            scale: (dice.range(2.3, 3.0), dice.range(2.4, 3.1)),
            turn: dice.range(-0.32, 0.32).sin_cos(),
            lean: dice.range(-0.25, 0.25),
        }
    }

    fn on(&self, (x, y): Place) -> Place {
        let (x, y) = ((x - 3.0) * self.scale.0, (y - 4.0) * self.scale.1);
        let x = x + y * self.lean;
        let (sin, cos) = self.turn;
        (
            self.middle.0 + x * cos - y * sin,
            self.middle.1 + x * sin + y * cos,
        )
    }
}

/// Bends the whole row.
struct Wave {
    height: f64,
    length: f64,
    phase: f64,
}

impl Wave {
    fn throw(dice: &mut Dice) -> Self {
        Self {
            height: dice.range(1.0, 2.2),
            length: dice.range(28.0, 55.0),
            phase: dice.range(0.0, TAU),
        }
    }

    fn bend(&self, (x, y): Place) -> Place {
        let at = |v: f64| (v * TAU / self.length + self.phase).sin() * self.height;
        (x + at(y) * 0.7, y + at(x))
    }
}

/// The stroke with intermediate points, so that it can be bent.
fn fine(stroke: &[Place]) -> impl Iterator<Item = Place> {
    stroke.windows(2).flat_map(|pair| {
        let (from, to) = match pair {
            [from, to] => (*from, *to),
            _ => Default::default(),
        };
        (0_u8..=4).map(move |step| {
            let t = f64::from(step) / 4.0;
            (from.0 + (to.0 - from.0) * t, from.1 + (to.1 - from.1) * t)
        })
    })
}

/// A curve from one side to the other.
fn crossing(dice: &mut Dice) -> Line {
    let (level, slope) = (dice.range(10.0, 30.0), dice.range(-0.12, 0.12));
    let wave = Wave {
        height: dice.range(3.0, 7.0),
        ..Wave::throw(dice)
    };
    let place = |step: u32| {
        let x = f64::from(step * 4);
        let y = wave.bend((x, 0.0)).1;
        (x, level + slope * (x - 60.0) + y)
    };
    Line {
        places: (0..=WIDTH / 4).map(place).collect(),
        half: dice.range(0.5, 0.8),
    }
}

/// A straight segment of a line.
struct Segment {
    from: Place,
    to: Place,
    half: f64,
}

impl Segment {
    /// Whether it can reach this coordinate on one axis.
    fn reaches(&self, axis: fn(Place) -> f64, value: f64) -> bool {
        let (from, to, reach) = (axis(self.from), axis(self.to), self.half + 1.0);
        value >= from.min(to) - reach && value <= from.max(to) + reach
    }

    /// Its ink at a point, from 0 to 1.
    fn ink(&self, at: Place) -> f64 {
        (self.half + 0.5 - distance(self.from, self.to, at)).clamp(0.0, 1.0)
    }
}

fn rows(lines: &[Line], dice: &mut Dice) -> Picture {
    let segments: Vec<Segment> = lines.iter().flat_map(Line::segments).collect();
    let row = |y: u32| {
        let y = f64::from(y) + 0.5;
        let here: Vec<&Segment> = segments
            .iter()
            .filter(|segment| segment.reaches(|place| place.1, y))
            .collect();
        let pixels = (0..WIDTH).map(|x| {
            let x = f64::from(x) + 0.5;
            let ink = here
                .iter()
                .filter(|segment| segment.reaches(|place| place.0, x))
                .map(|segment| segment.ink((x, y)))
                .fold(0.0, f64::max);
            // Some noise, so that one threshold does not find the edges.
            grey(ink * 0.85 + dice.unit() * 0.12)
        });
        pixels.collect()
    };
    (0..HEIGHT).map(row).collect()
}

/// Distance from a point to a segment.
fn distance(from: Place, to: Place, at: Place) -> f64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (px, py) = (at.0 - from.0, at.1 - from.1);
    let length = (dx * dx + dy * dy).max(f64::EPSILON);
    let t = ((px * dx + py * dy) / length).clamp(0.0, 1.0);
    (px - dx * t).hypot(py - dy * t)
}

/// Full ink is black, none is white.
fn grey(ink: f64) -> u8 {
    (0..WHITE)
        .filter(|level| ink * f64::from(WHITE) < f64::from(*level) + 0.5)
        .fold(0, |lighter, _| lighter + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_draws_the_same_picture_and_another_does_not() {
        assert_eq!(draw("ABCD", 1), draw("ABCD", 1));
        assert_ne!(draw("ABCD", 1), draw("ABCD", 2));
        assert_ne!(draw("ABCD", 1), draw("ABCE", 1));
    }

    #[test]
    fn symbols_stay_within_the_picture_and_leave_most_of_it_light() {
        for seed in 0..30 {
            let picture = draw("MW8B", seed);
            let dark = |rows: &[Vec<u8>]| rows.iter().flatten().filter(|grey| **grey < 6).count();
            assert!(
                (300..2_400).contains(&dark(&picture)),
                "{seed}: {}",
                dark(&picture)
            );
            // Only the crossing curves may touch the edge.
            assert!(dark(&picture[..1]) + dark(&picture[39..]) < 24, "{seed}");
        }
    }

    #[test]
    fn greys_go_from_white_to_black() {
        assert_eq!((grey(0.0), grey(1.0)), (WHITE, 0));
        assert!(grey(0.4) > grey(0.6));
    }
}
