// Which game: offers those that fit the table, three on the page and all in a list with a search.

import { element } from "../shared/element.js";
import { phrase } from "../shared/i18n.js";
import { tellOf } from "./about.js";
import { changed } from "./names.js";

const MOST_SUGGESTED = 3;

const form = document.querySelector("form.new");
const likely = JSON.parse(form.dataset.suggested);
const dialog = document.getElementById("games");
const cards = new Map([...dialog.querySelectorAll(".game")].map((card) => [card.querySelector("input").value, card]));
const suggested = document.getElementById("suggested");
const search = document.getElementById("search");
const others = form.querySelector(".others");
const asked = document.getElementById("asked");
// The game that somebody asked for: it stays chosen if it fits the table.
let wanted = form.hasAttribute("data-wanted") ? form.elements.game.value : "";

export const cardOf = (game = form.elements.game.value) => cards.get(game);
export const nameOf = (card) => card.querySelector("label").textContent;

const fits = (card, table) => card.dataset.tables.split(" ").includes(table);
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Read the chosen game from the form. */
export function recallGame() {
  wanted = form.elements.game.value;
}

function want(game) {
  wanted = game;
  cards.get(game).querySelector("input").checked = true;
  changed();
}

const summaryOf = (card) => card.querySelector(".about").firstChild.textContent.trim();
/** The larger set that a game needs for some number of players; undefined if it needs none. */
export const boxOf = (card, table) => JSON.parse(card.dataset.boxes)[table];

function suggestion(game, table) {
  const card = cards.get(game);
  const place = element("div", { className: "game" });
  const pick = element("button", { type: "button", className: "pick", value: game });
  pick.append(element("b", { textContent: nameOf(card) }), " ", element("span", { textContent: boxOf(card, table) ?? summaryOf(card) }));
  place.append(pick, card.querySelector(".how").cloneNode(true));
  return place;
}

function showSuggested(table) {
  const chosen = form.elements.game.value;
  const games = likely[table];
  const shown = games.includes(chosen) ? games : [...games.slice(0, MOST_SUGGESTED - 1), chosen];
  // Keep what is there already, so that the focus is not lost.
  const key = `${table} ${shown.join(" ")}`;
  if (suggested.dataset.shown !== key) suggested.replaceChildren(...shown.map((game) => suggestion(game, table)));
  suggested.dataset.shown = key;
  for (const pick of suggested.querySelectorAll(".pick")) {
    pick.setAttribute("aria-pressed", pick.value === chosen);
    pick.parentElement.classList.toggle("on", pick.value === chosen);
  }
}

function isFound(card) {
  const words = plain(card.dataset.words).split(" ");
  return plain(search.value).split(/\s+/).every((sought) => words.some((word) => word.startsWith(sought)));
}

function showList(table) {
  const all = [...cards.values()];
  const fitting = all.filter((card) => fits(card, table));
  const found = fitting.filter(isFound);
  for (const card of all) card.hidden = !found.includes(card);
  for (const group of dialog.querySelectorAll("fieldset")) group.hidden = !group.querySelector(".game:not([hidden])");
  const unfit = search.value.trim() ? all.filter((card) => !fits(card, table) && isFound(card)) : [];
  const named = unfit.map((card) => `${nameOf(card)} (${card.querySelector(".for").textContent})`);
  document.getElementById("found").textContent = phrase("%(num)s of %(all)s", { num: found.length, all: all.length });
  document.getElementById("for-others").textContent = named.join(" · ");
  document.getElementById("how-many").textContent = fitting.length - suggested.children.length;
  others.classList.toggle("none", fitting.length <= suggested.children.length);
  others.hidden = fitting.length === 1;
}

/** Offer the games that fit a table, and choose one if the chosen one does not. */
export function showGames(table) {
  asked.textContent = wanted && `${nameOf(cards.get(wanted))} ${cards.get(wanted).querySelector(".for").textContent}`;
  if (!table) return;
  const game = wanted && fits(cards.get(wanted), table) ? wanted : likely[table][0];
  cards.get(game).querySelector("input").checked = true;
  showSuggested(table);
  showList(table);
}

suggested.addEventListener("click", ({ target }) => {
  const pick = target.closest(".pick");
  if (pick) want(pick.value);
});
dialog.addEventListener("click", ({ target, detail }) => {
  if (target.name !== "game") return;
  want(target.value);
  // Arrow keys go through the games one by one; a tap is a choice.
  if (detail) dialog.close();
});
search.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
form.addEventListener("click", (event) => {
  const link = event.target.closest(".how");
  if (!link) return;
  event.preventDefault();
  const game = link.parentElement.querySelector(".pick")?.value ?? link.closest(".game").querySelector("input").value;
  const card = cards.get(game);
  tellOf({ name: nameOf(card), summary: summaryOf(card), address: link.href }, () => {
    want(game);
    dialog.close();
  });
});
