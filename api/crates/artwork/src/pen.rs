//! Paths: the outlines that a canvas fills or draws.

/// A place in the picture, in its own units.
pub(super) type Point = (f64, f64);

/// A path being drawn.
#[derive(Debug, Default)]
pub(super) struct Pen(String);

impl Pen {
    /// Starts at a point.
    #[must_use]
    pub(super) fn at(point: Point) -> Self {
        let mut pen = Self::default();
        pen.jump(point);
        pen
    }

    /// Lifts the pen and puts it down elsewhere.
    pub(super) fn jump(&mut self, (x, y): Point) {
        self.op('M', &[x, y]);
    }

    /// A straight line.
    pub(super) fn line(&mut self, (x, y): Point) {
        self.op('L', &[x, y]);
    }

    /// A cubic curve by its two handles and its end.
    pub(super) fn curve(&mut self, a: Point, b: Point, end: Point) {
        self.op('C', &[a.0, a.1, b.0, b.1, end.0, end.1]);
    }

    /// A half or quarter arc of this radius to a point; `clockwise` as seen.
    pub(super) fn arc(&mut self, radius: f64, clockwise: bool, (x, y): Point) {
        self.op('A', &[radius, radius]);
        self.0.push_str(if clockwise { " 0 0 1" } else { " 0 0 0" });
        self.0.push_str(&format!(" {} {}", num(x), num(y)));
    }

    /// Straight lines through the points.
    pub(super) fn lines(&mut self, points: &[Point]) {
        for point in points {
            self.line(*point);
        }
    }

    /// A soft line from where the pen is through the points.
    pub(super) fn flow(&mut self, from: Point, points: &[Point]) {
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
    pub(super) fn around(&mut self, rx: f64, ry: f64) {
        let (rx, ry, wide) = (num(rx), num(ry), num(rx * 2.0));
        self.0.push_str(&format!(
            "a{rx} {ry} 0 0 1 {wide} 0a{rx} {ry} 0 0 1-{wide} 0"
        ));
    }

    /// A dot, when the line has round ends.
    pub(super) fn short(&mut self) {
        self.0.push_str("h0");
    }

    /// A box whose upper left corner is the point.
    pub(super) fn block(&mut self, (x, y): Point, width: f64, height: f64) {
        self.jump((x, y));
        self.0
            .push_str(&format!("h{}v{}h{}z", num(width), num(height), num(-width)));
    }

    /// Closes the outline.
    pub(super) fn close(&mut self) {
        self.0.push('z');
    }

    /// The path's text.
    #[must_use]
    pub(super) fn text(&self) -> &str {
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
pub(super) fn num(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}
