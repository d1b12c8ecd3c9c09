// Tiles of a photo that lie together: each group is somebody's hand, or lies on the table.

import { spokenName } from "./tile-faces.js";
import { pipsOf } from "./tile-text.js";
import { element } from "../shared/element.js";
import { phrase, phrases } from "../shared/i18n.js";

const endFace = (end) => element("span", { className: "tile", innerHTML: `<svg viewBox="0 0 44 44"><use href="#e${end}"/></svg>` });

export function createGroups({ form, seats, pad, drawnTile, correct, refresh }) {
  const place = element("div", { className: "groups" });
  // If pips are counted, show the numbers to be filled in.
  const weigh = pad.weigh ?? pipsOf;
  // For each group its seat, undefined for the table, and the ends if it is a line.
  let groups = [];
  let tiles = [];
  let changing = null;
  let isAsRead = true;

  const of = (group) => tiles.filter((tile) => groups[tile.group] === group);
  const named = (own) => own.filter(({ used }) => used).map(({ name }) => name);
  const asksEnds = Boolean(form.elements.ends);
  /** The ends of a line are valid as long as the line is unchanged. */
  const endsOf = (group) => (asksEnds && !group.seat && !of(group).some(({ corrected }) => corrected) ? group.ends : "");

  function button(className, textContent, press) {
    const made = element("button", { type: "button", className, textContent });
    made.addEventListener("click", press);
    return made;
  }

  function give(group, seat) {
    changing = null;
    isAsRead = false;
    group.seat = seat;
    refresh();
    place.querySelector(".whose")?.focus();
  }

  /** Ask whose a group is. */
  function choice(group) {
    const made = element("section", { className: "whose-question" });
    const row = element("div", {});
    const num = of(group).length;
    for (const seat of [...(seats.ownOnly ? [seats.current] : seats.all), undefined]) {
      const one = button(`btn ${seat?.colour ?? "table"}`, seat?.name ?? phrase("Table"), () => give(group, seat));
      one.setAttribute("aria-pressed", seat === group.seat);
      row.append(one);
    }
    made.append(element("p", { textContent: phrases("Whose is this tile?", "Whose are these %(num)s tiles?", num) }), row);
    return made;
  }

  /** The result of a group: the sum of a hand, the ends of a line. */
  function figure(group) {
    const made = element("span", { className: "n" });
    if (group.seat) made.append(String(weigh(named(of(group)))));
    else if (endsOf(group)) made.append(phrase("ends"), ...endsOf(group).split(" ").map(endFace));
    return made;
  }

  function card(group) {
    const own = of(group);
    const made = element("section", { className: group.seat ? `group ${group.seat.colour}` : "group table" });
    const whose = element("button", { type: "button", className: "whose" });
    const words = element("span", { className: "many", textContent: `${phrases("%(num)s tile", "%(num)s tiles", group.seat ? named(own).length : own.length)} · ` });
    words.append(element("u", { textContent: phrase("change") }));
    whose.append(element("b", { textContent: group.seat ? phrase("%(name)s’s tiles", { name: group.seat.name }) : phrase("On the table") }), words, figure(group));
    whose.addEventListener("click", () => {
      changing = group;
      refresh();
      place.querySelector(".whose-question [aria-pressed=true]").focus();
    });
    made.append(whose);
    if (group.seat) made.append(strip(own));
    return made;
  }

  /** The tiles of a hand, to be corrected; added tiles are nowhere in the picture. */
  function strip(own) {
    const made = element("div", { className: "strip" });
    for (const tile of own) {
      const pick = element("button", { type: "button", className: `pick-tile${tile.corners ? "" : " added"}${tile.asks ? " doubt" : ""}` });
      pick.setAttribute("aria-label", phrase("Change %(tile)s", { tile: spokenName(tile.name) }));
      pick.append(drawnTile(tile.name));
      pick.addEventListener("click", () => correct(tile));
      made.append(pick);
    }
    return made;
  }

  return {
    element: place,
    /** Take the groups that were read. */
    set(read) {
      groups = read.map(({ on_table: onTable, ends }) => ({ seat: onTable ? undefined : seats.current, ends }));
      changing = null;
      isAsRead = true;
    },
    /** Whether nobody has assigned a group to another seat yet. */
    isAsRead: () => isAsRead,
    seatOf: ({ group }) => groups[group].seat,
    owners: () => groups.map(({ seat }) => seat),
    /** The number of a group that is a hand, for a tile that is added. */
    hand() {
      const there = groups.findIndex(({ seat }) => seat);
      return there < 0 ? groups.push({ seat: seats.current, ends: "" }) - 1 : there;
    },
    forgetEnds: ({ group }) => (groups[group].ends = ""),
    show(found) {
      tiles = found;
      // Hands first.
      const there = groups.filter((group) => of(group).length).sort((a, b) => Boolean(b.seat) - Boolean(a.seat));
      place.replaceChildren(...there.map((group) => (group === changing ? choice(group) : card(group))));
    },
    /** The groups to draw: whose each is, and its tiles in the picture. */
    drawn: () => groups.map((group) => ({ seat: group.seat, tiles: of(group).filter(({ corners }) => corners) })).filter((each) => each.tiles.length),
    /** The seats that get tiles, each with their names. */
    hands() {
      const owners = [...new Set(groups.map(({ seat }) => seat))].filter(Boolean);
      return owners.map((seat) => [seat, named(tiles.filter((tile) => tile.seat === seat))]).filter(([, names]) => names.length);
    },
    /** The open ends of the line on the table; "" if there is none, or it is not clear. */
    ends: () => groups.filter((group) => of(group).length).map(endsOf).find(Boolean) ?? "",
  };
}
