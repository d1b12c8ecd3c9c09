// The photo with its tiles outlined and named.

import { element } from "../shared/element.js";
import { phrase } from "../shared/i18n.js";

const SVG = "http://www.w3.org/2000/svg";
// The longer side of the drawing; letters and lines are measured in it.
const SIDE = 700;
// The least part of the picture to show, however few tiles there are.
const LEAST = 0.4;
// The height of a name, in pixels of the screen.
const [SMALL, LARGE] = [22, 42];

function draw(tag, attributes, parent) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  parent.append(made);
  return made;
}

const middle = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** A little more than a tile, so that its edge is visible. */
function around(points) {
  const centre = [0, 1].map((axis) => middle(points.map((point) => point[axis])));
  return points.map((point) => point.map((value, axis) => centre[axis] + 1.08 * (value - centre[axis])));
}

/** The narrow side of a tile: the distance between its nearest corners. */
const narrow = (points) => Math.min(...points.map(([x, y], at) => Math.hypot(x - points[(at + 1) % 4][0], y - points[(at + 1) % 4][1])));

/** The outline of points with a margin: the corners of their convex hull. */
function hull(points, room) {
  const sorted = points.flatMap(([x, y]) => [-1, 1].flatMap((dx) => [-1, 1].map((dy) => [x + dx * room, y + dy * room]))).sort(([x, y], [u, v]) => x - u || y - v);
  const turns = ([x, y], [u, v], [r, s]) => (u - x) * (s - y) - (v - y) * (r - x) <= 0;
  const half = (each) => {
    const kept = [];
    for (const point of each) {
      while (kept.length > 1 && turns(kept.at(-2), kept.at(-1), point)) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half([...sorted].reverse())];
}

/** `tap` gets the tile that is tapped. */
export function createShot(tap) {
  const figure = element("figure", { className: "shot" });
  const svg = draw("svg", { "aria-hidden": "true" }, figure);
  let size = [SIDE, SIDE];
  let framed = false;

  /** Show the part of the picture with tiles and a margin, in the shape of the room on the page. */
  function frame(points) {
    const parts = [0, 1].map((axis) => {
      const along = points.map((point) => point[axis]);
      const [low, high] = [Math.min(...along), Math.max(...along)];
      const length = Math.min(size[axis], Math.max(high - low + 0.2 * SIDE, LEAST * SIDE));
      return [Math.min(Math.max((low + high - length) / 2, 0), size[axis] - length), length];
    });
    const [[left, width], [top, height]] = parts;
    svg.setAttribute("viewBox", [left, top, width, height].join(" "));
    framed = true;
  }

  /** Picture units in one pixel of the screen. */
  function pixel() {
    const { width, height } = svg.viewBox.baseVal;
    return Math.max(width / (svg.clientWidth || SIDE), height / (svg.clientHeight || SIDE));
  }

  const pointsOf = (tile) => tile.corners.map(([x, y]) => [x * size[0], y * size[1]]);

  function label(parent, text, x, y, height) {
    const width = height * (0.4 * text.length + 0.85);
    const left = Math.min(Math.max(x - width / 2, 2), size[0] - width - 2);
    const top = Math.min(Math.max(y - height, 2), size[1] - height - 2);
    draw("rect", { x: left, y: top, width, height, rx: height / 2 }, parent);
    const words = draw("text", { x: left + width / 2, y: top + 0.73 * height, "font-size": 0.68 * height }, parent);
    words.textContent = text;
  }

  /** A tile of a hand has its name; one on the table is only there to be tapped. */
  function outline(tile) {
    const points = pointsOf(tile);
    const mark = draw("g", { class: ["mark", tile.asks && "doubt", tile.isAsked && "asked", !tile.seat && "laid"].filter(Boolean).join(" ") }, svg);
    draw("polygon", { points: around(points).join(" ") }, mark);
    mark.addEventListener("click", () => tap(tile));
    if (!tile.seat) return;
    const [across, px] = [narrow(points), pixel()];
    const height = Math.min(LARGE * px, Math.max(0.5 * across, Math.min(SMALL * px, 0.8 * across)));
    label(mark, tile.asks ? `${tile.name}?` : tile.name, middle(points.map(([x]) => x)), Math.min(...points.map(([, y]) => y)) - 4, height);
  }

  /** If there are several groups, the name of each. */
  function together({ seat, tiles }) {
    const points = tiles.flatMap(pointsOf);
    const mark = draw("g", { class: seat ? `mark group ${seat.colour}` : "mark group table" }, svg);
    const corners = hull(points, 0.45 * narrow(pointsOf(tiles[0])));
    draw("polygon", { points: corners.join(" ") }, mark);
    const lowest = Math.max(...corners.map(([, y]) => y));
    label(mark, seat ? seat.name : phrase("On the table"), middle(corners.map(([x]) => x)), lowest + 0.9 * SMALL * pixel(), SMALL * pixel());
  }

  /** Outline tiles and their groups; tiles added by hand are not in the picture. */
  function mark(tiles, groups) {
    for (const old of svg.querySelectorAll(".mark")) old.remove();
    const lying = tiles.filter(({ corners }) => corners);
    if (lying.length && !framed) frame(lying.flatMap(pointsOf));
    if (groups.length > 1 || groups.some(({ seat }) => !seat)) groups.forEach(together);
    lying.forEach(outline);
  }

  // Names have the same size on the screen, however large the picture is.
  let marked = [[], []];
  new ResizeObserver(() => mark(...marked)).observe(svg);

  return {
    figure,
    /** Show a picture that was drawn. */
    show(canvas) {
      const scale = SIDE / Math.max(canvas.width, canvas.height);
      size = [canvas.width * scale, canvas.height * scale];
      svg.setAttribute("viewBox", `0 0 ${size.join(" ")}`);
      framed = false;
      svg.replaceChildren();
      draw("image", { href: canvas.toDataURL("image/jpeg", 0.8), width: size[0], height: size[1] }, svg);
    },
    mark(...shown) {
      marked = shown;
      mark(...shown);
    },
  };
}
