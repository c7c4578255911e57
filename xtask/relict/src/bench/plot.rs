//! A plot of how time and memory grow, as SVG. Colours and text are of a middling brightness, so that it can be read on
//! light and on dark pages, which it does not know of.

use super::growth::{Growth, Point};
use std::fmt::Write;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 330.0;
/// Of one half: where its axes cross, and how far they reach.
const LEFT: [f64; 2] = [56.0, 420.0];
const TOP: f64 = 34.0;
const ACROSS: f64 = 230.0;
const DOWN: f64 = 230.0;

const INK: &str = "#808080";
const COLOURS: [&str; 5] = ["#3b8eea", "#e0662f", "#2ea36a", "#b565d9", "#c79a1b"];

/// The powers of ten between which something lies.
#[derive(Clone, Copy)]
struct Scale {
    from: i32,
    to: i32,
}

impl Scale {
    fn around(values: impl Iterator<Item = f64>) -> Self {
        let powers: Vec<f64> = values.map(f64::log10).collect();
        let from = powers.iter().copied().fold(f64::MAX, f64::min).floor() as i32;
        let to = powers.iter().copied().fold(f64::MIN, f64::max).ceil() as i32;
        Self { from, to: to.max(from + 1) }
    }

    /// From 0 to 1.
    fn place(self, value: f64) -> f64 {
        (value.log10() - f64::from(self.from)) / f64::from(self.to - self.from)
    }

    fn marks(self) -> impl Iterator<Item = f64> {
        (self.from..=self.to).map(|power| 10f64.powi(power))
    }
}

/// One half of the plot.
struct Half<'h> {
    left: f64,
    title: &'h str,
    of: fn(&Point) -> f64,
    mark: fn(f64) -> String,
}

pub fn svg(grown: &[Growth]) -> String {
    let halves = [
        Half { left: LEFT[0], title: "Time", of: Point::seconds, mark: seconds },
        Half { left: LEFT[1], title: "Memory at its peak", of: Point::memory, mark: megabytes },
    ];
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"How time and memory grow with the archive\" font-family=\"sans-serif\" \
         font-size=\"12\" fill=\"{INK}\">\n"
    );
    for half in &halves {
        half.draw(grown, &mut svg);
    }
    legend(grown, &mut svg);
    svg.push_str("</svg>\n");
    svg
}

impl Half<'_> {
    fn draw(&self, grown: &[Growth], svg: &mut String) {
        let points = || grown.iter().flat_map(|growth| &growth.points);
        let (across, up) =
            (Scale::around(points().map(|point| point.size)), Scale::around(points().map(self.of)));
        let x = |size: f64| self.left + across.place(size) * ACROSS;
        let y = |value: f64| TOP + DOWN - up.place(value) * DOWN;
        let (bottom, right) = (TOP + DOWN, self.left + ACROSS);
        let _ =
            writeln!(svg, "<text x=\"{}\" y=\"18\" font-weight=\"bold\">{}</text>", self.left, self.title);
        for value in up.marks() {
            let (at, label) = (y(value), (self.mark)(value));
            let _ = writeln!(
                svg,
                "<path d=\"M{} {at:.1}H{right}\" stroke=\"{INK}\" stroke-opacity=\".35\"/>\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
                self.left,
                self.left - 6.0,
                at + 4.0
            );
        }
        for value in across.marks() {
            let (at, label) = (x(value), megabytes(value));
            let _ = writeln!(
                svg,
                "<path d=\"M{at:.1} {bottom}v4\" stroke=\"{INK}\"/>\
                 <text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{label}</text>",
                bottom + 18.0
            );
        }
        for (growth, colour) in grown.iter().zip(COLOURS.iter().cycle()) {
            let place = |point: &Point| format!("{:.1},{:.1}", x(point.size), y((self.of)(point)));
            let places: Vec<String> = growth.points.iter().map(place).collect();
            let _ = writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
                places.join(" ")
            );
            for point in &growth.points {
                let (x, y) = (x(point.size), y((self.of)(point)));
                let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.5\" fill=\"{colour}\"/>");
            }
        }
    }
}

fn legend(grown: &[Growth], svg: &mut String) {
    let mut at = LEFT[0];
    for (growth, colour) in grown.iter().zip(COLOURS.iter().cycle()) {
        let y = HEIGHT - 18.0;
        let _ = writeln!(
            svg,
            "<path d=\"M{at} {y}h18\" stroke=\"{colour}\" stroke-width=\"3\"/>\
             <text x=\"{}\" y=\"{}\">{}</text>",
            at + 24.0,
            y + 4.0,
            growth.work
        );
        at += 50.0 + 7.0 * growth.work.len() as f64;
    }
}

fn seconds(value: f64) -> String {
    if value < 1.0 { format!("{} ms", (value * 1e3).round()) } else { format!("{value} s") }
}

fn megabytes(value: f64) -> String {
    if value < 1000.0 { format!("{value} MB") } else { format!("{} GB", value / 1e3) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::command::Cost;
    use std::time::Duration;

    #[test]
    fn every_point_is_inside_and_every_work_is_named() {
        let point = |size: f64| {
            let time = Duration::from_secs_f64(size / 400.0);
            Point { size, cost: Cost { time, peak: 9_000_000 } }
        };
        let growth = |work| Growth { work, points: [10.0, 100.0, 1000.0].map(point).into() };
        let svg = svg(&[growth("ls"), growth("pack")]);
        assert!(svg.contains(">ls<") && svg.contains(">pack<"));
        assert_eq!(svg.matches("<circle").count(), 2 * 2 * 3);
        let heights = svg.split("cy=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
        let mut heights = heights.map(|y| y.parse::<f64>().unwrap());
        assert!(heights.all(|y| (TOP..=TOP + DOWN).contains(&y)), "{svg}");
    }
}
