//! A minimal SVG writer: shapes, ids, short numbers.

use std::fmt::Write as _;

use crate::palette::Rgb;
use crate::pen::{Point, num};

/// A gradient stop: place from 0 to 1, colour, opacity from 0 to 1.
pub(super) type Stop = (f64, Rgb, f64);

/// A picture being drawn.
pub(super) struct Canvas {
    /// Width of the drawing, in its own units.
    pub width: f64,
    /// Height of the drawing, in its own units.
    pub height: f64,
    defs: String,
    body: String,
    ids: u32,
}

impl Canvas {
    /// An empty picture.
    #[must_use]
    pub(super) const fn new(width: f64, height: f64) -> Self {
        Self {
            width,
            height,
            defs: String::new(),
            body: String::new(),
            ids: 0,
        }
    }

    /// A gradient from one point to another, as a paint.
    pub(super) fn linear(&mut self, (x1, y1): Point, (x2, y2): Point, stops: &[Stop]) -> String {
        let shape = format!(
            r#"linearGradient gradientUnits="userSpaceOnUse" x1="{}" y1="{}" x2="{}" y2="{}""#,
            num(x1),
            num(y1),
            num(x2),
            num(y2)
        );
        self.gradient(&shape, stops)
    }

    /// A gradient around a point, as a paint.
    pub(super) fn radial(&mut self, (x, y): Point, radius: f64, stops: &[Stop]) -> String {
        let shape = format!(
            r#"radialGradient gradientUnits="userSpaceOnUse" cx="{}" cy="{}" r="{}""#,
            num(x),
            num(y),
            num(radius)
        );
        self.gradient(&shape, stops)
    }

    /// A gradient that fits every shape it fills: lit from above at the left when `lit`.
    pub(super) fn ball(&mut self, lit: bool, stops: &[Stop]) -> String {
        let shape = if lit {
            r#"radialGradient cx=".35" cy=".3" r=".8""#
        } else {
            "radialGradient"
        };
        self.gradient(shape, stops)
    }

    /// A gradient from top to bottom of every shape it fills.
    pub(super) fn curtain(&mut self, stops: &[Stop]) -> String {
        self.gradient(r#"linearGradient x2="0" y2="1""#, stops)
    }

    fn gradient(&mut self, shape: &str, stops: &[Stop]) -> String {
        self.ids += 1;
        let id = self.ids;
        let (open, attributes) = shape.split_once(' ').unwrap_or((shape, ""));
        let _ = write!(self.defs, r#"<{open} id="g{id}" {attributes}>"#);
        for (at, colour, opacity) in stops {
            let _ = write!(
                self.defs,
                r#"<stop offset="{:.0}%" stop-color="{colour}""#,
                at * 100.0
            );
            if *opacity < 0.995 {
                let _ = write!(self.defs, r#" stop-opacity="{}""#, fraction(*opacity));
            }
            self.defs.push_str("/>");
        }
        let _ = write!(self.defs, "</{open}>");
        format!("url(#g{id})")
    }

    /// A rectangle.
    pub(super) fn rect(&mut self, (x, y): Point, width: f64, height: f64, fill: &str) {
        let _ = write!(
            self.body,
            r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{fill}"/>"#,
            num(x),
            num(y),
            num(width),
            num(height)
        );
    }

    /// The whole picture in one paint.
    pub(super) fn flood(&mut self, fill: &str) {
        self.rect((0.0, 0.0), self.width, self.height, fill);
    }

    /// A disc.
    pub(super) fn circle(&mut self, (x, y): Point, radius: f64, fill: &str, opacity: f64) {
        let _ = write!(
            self.body,
            r#"<circle cx="{}" cy="{}" r="{}" fill="{fill}"{}/>"#,
            num(x),
            num(y),
            num(radius),
            opaque(opacity)
        );
    }

    /// A filled ellipse.
    pub(super) fn ellipse(&mut self, (x, y): Point, (rx, ry): Point, fill: &str, opacity: f64) {
        let _ = write!(
            self.body,
            r#"<ellipse cx="{}" cy="{}" rx="{}" ry="{}" fill="{fill}"{}/>"#,
            num(x),
            num(y),
            num(rx),
            num(ry),
            opaque(opacity)
        );
    }

    /// A filled path.
    pub(super) fn path(&mut self, path: &str, fill: &str, opacity: f64) {
        let _ = write!(
            self.body,
            r#"<path d="{path}" fill="{fill}"{}/>"#,
            opaque(opacity)
        );
    }

    /// A stroked line with round ends.
    pub(super) fn stroke(&mut self, path: &str, paint: &str, width: f64, opacity: f64) {
        let _ = write!(
            self.body,
            r#"<path d="{path}" fill="none" stroke="{paint}" stroke-width="{}" stroke-linecap="round"{}/>"#,
            num(width),
            opaque(opacity)
        );
    }

    /// A filled path with a thin edge.
    pub(super) fn level(&mut self, path: &str, fill: &str, edge: &str) {
        let _ = write!(
            self.body,
            r#"<path d="{path}" fill="{fill}" stroke="{edge}"/>"#
        );
    }

    /// A filled path with a shadow on what is behind it.
    pub(super) fn sheet(&mut self, path: &str, shadow: &str, fill: &str) {
        let _ = write!(
            self.body,
            r##"<path d="{path}" fill-rule="evenodd" stroke="{shadow}" stroke-opacity=".16" stroke-width="15" paint-order="stroke" fill="{fill}"/>"##
        );
    }

    /// Defines a shape to be used several times, and returns its name for [`Canvas::stamp`].
    pub(super) fn define(&mut self, path: &str, fill: &str, opacity: f64) -> String {
        self.ids += 1;
        let name = format!("p{}", self.ids);
        let _ = write!(
            self.defs,
            r#"<path id="{name}" d="{path}" fill="{fill}"{}/>"#,
            opaque(opacity)
        );
        name
    }

    /// A defined shape with a transform.
    pub(super) fn stamp(&mut self, name: &str, transform: &str) {
        let _ = write!(
            self.body,
            r##"<use href="#{name}" transform="{transform}"/>"##
        );
    }

    /// Applies a transform to everything until [`Canvas::close`].
    pub(super) fn open(&mut self, transform: &str) {
        let _ = write!(self.body, r#"<g transform="{transform}">"#);
    }

    /// Closes the last group.
    pub(super) fn close(&mut self) {
        self.body.push_str("</g>");
    }

    /// The finished file; `width` and `height` are its pixels.
    #[must_use]
    pub(super) fn finish(self, width: u32, height: u32) -> String {
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {} {}"><defs>{}</defs>{}</svg>"#,
            num(self.width),
            num(self.height),
            self.defs,
            self.body
        )
    }
}

/// An opacity with at most two decimals.
fn fraction(value: f64) -> String {
    let text = format!("{:.2}", value.clamp(0.0, 1.0));
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.strip_prefix('0')
        .filter(|rest| !rest.is_empty())
        .unwrap_or(text)
        .to_owned()
}

fn opaque(opacity: f64) -> String {
    if opacity < 0.995 {
        format!(r#" opacity="{}""#, fraction(opacity))
    } else {
        String::new()
    }
}
