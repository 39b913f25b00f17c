//! A tiny SVG writer: shapes, ids, short numbers. Nothing else is ever written.

use std::fmt::Write as _;

use super::palette::Rgb;

/// A place in the picture, in its own units.
pub type Point = (f64, f64);

/// A gradient stop: place from 0 to 1, colour, opacity from 0 to 1.
pub type Stop = (f64, Rgb, f64);

/// A picture in the making.
pub struct Canvas {
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
    pub const fn new(width: f64, height: f64) -> Self {
        Self {
            width,
            height,
            defs: String::new(),
            body: String::new(),
            ids: 0,
        }
    }

    /// A gradient from one point to another, as a paint.
    pub fn linear(&mut self, (x1, y1): Point, (x2, y2): Point, stops: &[Stop]) -> String {
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
    pub fn radial(&mut self, (x, y): Point, radius: f64, stops: &[Stop]) -> String {
        let shape = format!(
            r#"radialGradient gradientUnits="userSpaceOnUse" cx="{}" cy="{}" r="{}""#,
            num(x),
            num(y),
            num(radius)
        );
        self.gradient(&shape, stops)
    }

    /// A gradient that fits every shape it fills: lit from above at the left when `lit`.
    pub fn ball(&mut self, lit: bool, stops: &[Stop]) -> String {
        let shape = if lit {
            r#"radialGradient cx=".35" cy=".3" r=".8""#
        } else {
            "radialGradient"
        };
        self.gradient(shape, stops)
    }

    /// A gradient from top to bottom of every shape it fills.
    pub fn curtain(&mut self, stops: &[Stop]) -> String {
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
    pub fn rect(&mut self, (x, y): Point, width: f64, height: f64, fill: &str) {
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
    pub fn flood(&mut self, fill: &str) {
        self.rect((0.0, 0.0), self.width, self.height, fill);
    }

    /// A disc.
    pub fn circle(&mut self, (x, y): Point, radius: f64, fill: &str, opacity: f64) {
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
    pub fn ellipse(&mut self, (x, y): Point, (rx, ry): Point, fill: &str, opacity: f64) {
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
    pub fn path(&mut self, path: &str, fill: &str, opacity: f64) {
        let _ = write!(
            self.body,
            r#"<path d="{path}" fill="{fill}"{}/>"#,
            opaque(opacity)
        );
    }

    /// A drawn line with round ends.
    pub fn stroke(&mut self, path: &str, paint: &str, width: f64, opacity: f64) {
        let _ = write!(
            self.body,
            r#"<path d="{path}" fill="none" stroke="{paint}" stroke-width="{}" stroke-linecap="round"{}/>"#,
            num(width),
            opaque(opacity)
        );
    }

    /// A filled path with a thin edge.
    pub fn level(&mut self, path: &str, fill: &str, edge: &str) {
        let _ = write!(
            self.body,
            r#"<path d="{path}" fill="{fill}" stroke="{edge}"/>"#
        );
    }

    /// A filled path with the shadow it throws on what lies behind it.
    pub fn sheet(&mut self, path: &str, shadow: &str, fill: &str) {
        let _ = write!(
            self.body,
            r##"<path d="{path}" fill-rule="evenodd" stroke="{shadow}" stroke-opacity=".16" stroke-width="15" paint-order="stroke" fill="{fill}"/>"##
        );
    }

    /// A shape to be used several times; its name is for [`Canvas::stamp`].
    pub fn define(&mut self, path: &str, fill: &str, opacity: f64) -> String {
        self.ids += 1;
        let name = format!("p{}", self.ids);
        let _ = write!(
            self.defs,
            r#"<path id="{name}" d="{path}" fill="{fill}"{}/>"#,
            opaque(opacity)
        );
        name
    }

    /// A shape that was defined before, turned or moved.
    pub fn stamp(&mut self, name: &str, transform: &str) {
        let _ = write!(
            self.body,
            r##"<use href="#{name}" transform="{transform}"/>"##
        );
    }

    /// Everything until [`Canvas::close`] is turned and moved by this transform.
    pub fn open(&mut self, transform: &str) {
        let _ = write!(self.body, r#"<g transform="{transform}">"#);
    }

    /// Ends the group that was opened last.
    pub fn close(&mut self) {
        self.body.push_str("</g>");
    }

    /// The finished file; `width` and `height` are its pixels.
    #[must_use]
    pub fn finish(self, width: u32, height: u32) -> String {
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {} {}"><defs>{}</defs>{}</svg>"#,
            num(self.width),
            num(self.height),
            self.defs,
            self.body
        )
    }
}

/// A path being drawn.
#[derive(Debug, Default)]
pub struct Pen(String);

impl Pen {
    /// Starts at a point.
    #[must_use]
    pub fn at(point: Point) -> Self {
        let mut pen = Self::default();
        pen.jump(point);
        pen
    }

    /// Lifts the pen and puts it down elsewhere.
    pub fn jump(&mut self, (x, y): Point) {
        self.op('M', &[x, y]);
    }

    /// A straight line.
    pub fn line(&mut self, (x, y): Point) {
        self.op('L', &[x, y]);
    }

    /// A cubic curve by its two handles and its end.
    pub fn curve(&mut self, a: Point, b: Point, end: Point) {
        self.op('C', &[a.0, a.1, b.0, b.1, end.0, end.1]);
    }

    /// A half or quarter arc of this radius to a point; `clockwise` as seen.
    pub fn arc(&mut self, radius: f64, clockwise: bool, (x, y): Point) {
        self.op('A', &[radius, radius]);
        self.0.push_str(if clockwise { " 0 0 1" } else { " 0 0 0" });
        self.0.push_str(&format!(" {} {}", num(x), num(y)));
    }

    /// Straight lines through the points.
    pub fn lines(&mut self, points: &[Point]) {
        for point in points {
            self.line(*point);
        }
    }

    /// A soft line from where the pen is through the points.
    pub fn flow(&mut self, from: Point, points: &[Point]) {
        // A line that ends where it began is as soft there as anywhere.
        let round = points.last() == Some(&from);
        let wrap = points.iter().rev().nth(1).filter(|_| round);
        let mut before = wrap.copied().unwrap_or(from);
        let mut here = from;
        for (index, next) in points.iter().enumerate() {
            let after = points.get(index + 1).or(points.first().filter(|_| round));
            let after = after.copied().unwrap_or(*next);
            self.curve(
                (
                    here.0 + (next.0 - before.0) / 6.0,
                    here.1 + (next.1 - before.1) / 6.0,
                ),
                (
                    next.0 - (after.0 - here.0) / 6.0,
                    next.1 - (after.1 - here.1) / 6.0,
                ),
                *next,
            );
            before = here;
            here = *next;
        }
    }

    /// A whole ellipse whose leftmost point is where the pen is.
    pub fn around(&mut self, rx: f64, ry: f64) {
        let (rx, ry, wide) = (num(rx), num(ry), num(rx * 2.0));
        self.0.push_str(&format!(
            "a{rx} {ry} 0 0 1 {wide} 0a{rx} {ry} 0 0 1-{wide} 0"
        ));
    }

    /// A dot, when the line has round ends.
    pub fn short(&mut self) {
        self.0.push_str("h0");
    }

    /// A box whose upper left corner is the point.
    pub fn block(&mut self, (x, y): Point, width: f64, height: f64) {
        self.jump((x, y));
        self.0
            .push_str(&format!("h{}v{}h{}z", num(width), num(height), num(-width)));
    }

    /// Closes the outline.
    pub fn close(&mut self) {
        self.0.push('z');
    }

    /// The path's text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    fn op(&mut self, name: char, numbers: &[f64]) {
        self.0.push(name);
        for (index, number) in numbers.iter().enumerate() {
            let text = num(*number);
            // A minus sign separates as well as a space does.
            if index > 0 && !text.starts_with('-') {
                self.0.push(' ');
            }
            self.0.push_str(&text);
        }
    }
}

/// A number with at most one decimal.
#[must_use]
pub fn num(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
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
