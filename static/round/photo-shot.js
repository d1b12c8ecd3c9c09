// The photo with its tiles outlined and named.

import { element } from "../shared/element.js";

const SVG = "http://www.w3.org/2000/svg";
// The longer side of the drawing; letters and lines are measured in it.
const SIDE = 700;

function draw(tag, attributes, parent) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  parent.append(made);
  return made;
}

const middle = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** How far a tile is from its nearest corner to the next: its narrow side. */
const narrow = (points) => Math.min(...points.map(([x, y], at) => Math.hypot(x - points[(at + 1) % 4][0], y - points[(at + 1) % 4][1])));

/** `tap` gets the tile that is tapped. */
export function createShot(tap) {
  const figure = element("figure", { className: "shot" });
  const svg = draw("svg", { "aria-hidden": "true" }, figure);
  let size = [SIDE, SIDE];

  function label(parent, text, x, y, height) {
    const width = height * (0.62 * text.length + 0.8);
    const left = Math.min(Math.max(x - width / 2, 2), size[0] - width - 2);
    const top = Math.min(Math.max(y - height, 2), size[1] - height - 2);
    draw("rect", { x: left, y: top, width, height, rx: height / 2 }, parent);
    const words = draw("text", { x: left + width / 2, y: top + 0.73 * height, "font-size": 0.68 * height }, parent);
    words.textContent = text;
  }

  function outline(tile) {
    const points = tile.corners.map(([x, y]) => [x * size[0], y * size[1]]);
    const mark = draw("g", { class: tile.asks ? "mark doubt" : tile.used ? "mark" : "mark unused" }, svg);
    draw("polygon", { points: points.join(" ") }, mark);
    const height = Math.min(42, Math.max(22, 0.5 * narrow(points)));
    label(mark, tile.label, middle(points.map(([x]) => x)), Math.min(...points.map(([, y]) => y)) - 4, height);
    mark.addEventListener("click", () => tap(tile));
  }

  return {
    figure,
    /** Show a picture that was drawn. */
    show(canvas) {
      const scale = SIDE / Math.max(canvas.width, canvas.height);
      size = [canvas.width * scale, canvas.height * scale];
      svg.setAttribute("viewBox", `0 0 ${size.join(" ")}`);
      svg.replaceChildren();
      draw("image", { href: canvas.toDataURL("image/jpeg", 0.8), width: size[0], height: size[1] }, svg);
    },
    /** Outline tiles; what was added by hand lies nowhere. */
    mark(tiles) {
      for (const old of svg.querySelectorAll(".mark")) old.remove();
      for (const tile of tiles) if (tile.corners) outline(tile);
    },
  };
}
