//! The scenes that covers and stills show, in families.

mod built;
mod city;
mod form;
mod land;
mod pattern;
mod space;
mod water;

use crate::scene::Scene;

/// Draws one scene.
pub(crate) type Draw = fn(&mut Scene);

/// The families and their scenes; all covers change when a scene is added or moved.
pub(crate) const FAMILIES: [&[Draw]; 6] = [
    &[
        land::mountains,
        land::dunes,
        land::woods,
        land::mesas,
        land::aurora,
    ],
    &[water::sea, water::waves, water::islands, water::rain],
    &[
        city::skyline,
        city::road,
        built::window,
        built::arches,
        built::monoliths,
    ],
    &[space::planet, space::orbits, space::eclipse],
    &[form::papercut, form::ribbons, form::petals, form::spheres],
    &[pattern::terrazzo, pattern::tiles, pattern::contours],
];
