//! Covers, stills and avatars, each a small self-contained SVG drawn from a number.

use crate::avatar;
use crate::canvas::Canvas;
use crate::dice::Dice;
use crate::palette::{Hour, Tones};
use crate::scene::{Frame, Scene};
use crate::scenes::{Draw, FAMILIES};

/// Size of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Size {
    /// For lists.
    Small,
    /// For the page of a work.
    Big,
}

/// What the pictures of one work share.
struct World {
    family: &'static [Draw],
    scene: u32,
    tones: Tones,
    hour: u32,
    dice: Dice,
}

impl World {
    fn from_seed(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        // Every scene is equally likely, whatever the size of its family.
        let all = FAMILIES
            .iter()
            .flat_map(|family| (0..).zip(family.iter()).map(|(scene, _)| (*family, scene)));
        let all: Vec<(&'static [Draw], u32)> = all.collect();
        let (family, scene) = dice.pick(&all).copied().unwrap_or_default();
        let tones = Tones::pick(&mut dice);
        let hour = dice.below(4);
        Self {
            family,
            scene,
            tones,
            hour,
            dice,
        }
    }

    /// Draws a picture of the world.
    fn draw(&self, shot: &Shot, mut dice: Dice, height: f64, fine: bool) -> Canvas {
        let hour = match shot.hour % 4 {
            0 => Hour::Dusk,
            1 => Hour::Night,
            2 => Hour::Dawn,
            _ => Hour::Ember,
        };
        let mut scene = Scene {
            canvas: Canvas::new(480.0, height),
            tones: self.tones.at(hour),
            frame: Frame {
                horizon: shot.horizon,
                sun: shot.sun,
                zoom: shot.zoom,
                night: hour == Hour::Night,
                fine,
            },
            dice: dice.fork(),
        };
        let place = usize::try_from(self.scene.wrapping_add(shot.sister)).unwrap_or(0);
        if let Some(draw) = self.family.get(place % self.family.len().max(1)) {
            draw(&mut scene);
        }
        scene.canvas
    }
}

/// What differs between the pictures of one work.
struct Shot {
    /// Distance from the work's own scene within its family.
    sister: u32,
    hour: u32,
    horizon: f64,
    sun: f64,
    zoom: f64,
}

/// The cover of a work, 3:2.
#[must_use]
pub fn cover(seed: u64, size: Size) -> String {
    let world = World::from_seed(seed);
    let mut dice = world.dice.clone();
    let shot = Shot {
        sister: 0,
        // At least half of the covers keep the palette unchanged.
        hour: if dice.chance(0.5) { 0 } else { world.hour },
        horizon: dice.range(0.4, 0.74),
        sun: if dice.chance(0.3) {
            0.5
        } else {
            dice.range(0.16, 0.84)
        },
        zoom: dice.range(0.85, 1.3),
    };
    let canvas = world.draw(&shot, dice, 320.0, size == Size::Big);
    match size {
        Size::Small => canvas.finish(480, 320),
        Size::Big => canvas.finish(1200, 800),
    }
}

/// Shot `n` of the world of this work, 16:9.
#[must_use]
pub fn still(seed: u64, n: u32, size: Size) -> String {
    let world = World::from_seed(seed);
    let mut dice = world.dice.clone();
    let start = dice.unit();
    let mut dice = Dice::new(dice.next() ^ u64::from(n));
    // Steps of the golden ratio, so that consecutive shots are framed differently.
    let step = |ratio: f64| (start + f64::from(n) * ratio).fract();
    let shot = Shot {
        // Every third shot shows another place in the same world.
        sister: if n.is_multiple_of(3) { n / 3 } else { 0 },
        hour: world.hour.wrapping_add(n),
        horizon: 0.34 + step(0.618_034) * 0.46,
        sun: 0.1 + step(0.381_966 * 1.9) * 0.8,
        zoom: 0.75 + step(0.754_878) * 0.95,
    };
    let canvas = world.draw(&shot, dice.fork(), 270.0, size == Size::Big);
    match size {
        Size::Small => canvas.finish(480, 270),
        Size::Big => canvas.finish(1280, 720),
    }
}

/// A round abstract mark, 1:1.
#[must_use]
pub fn avatar(seed: u64) -> String {
    avatar::draw(Dice::new(seed))
}

/// The dominant colour of the cover as `#rrggbb`, dark enough for a placeholder.
#[must_use]
pub fn tint(seed: u64) -> String {
    World::from_seed(seed).tones.tint().to_string()
}

#[cfg(test)]
#[path = "pictures_tests.rs"]
mod tests;
