// The check of a round around the table: its score, turned to everybody, before it is recorded.

import { forget } from "../round/draft-storage.js";
import { createOutbox } from "../round/outbox.js";
import { element } from "../shared/element.js";
import { phrase } from "../shared/i18n.js";

const PATIENCE_MS = 8000;
// A live page shows the round by itself, and sooner.
const LIVE_MS = 3000;
// The font sizes of the result, in pixels.
const [LARGEST, SMALLEST] = [44, 11];

const root = document.documentElement;
const main = document.getElementById("main");
const draftUrl = () => main.querySelector(".table-mode").dataset.draft;

let stop = () => {};
// While a round is being sent, its form stays.
let isSending = false;

/** Write as large as fits, because others read it from across the table; return whether it fits at all. */
function fits(place) {
  for (let size = LARGEST; size >= SMALLEST; size -= 1) {
    place.style.fontSize = `${size}px`;
    if (place.scrollHeight <= place.clientHeight) return true;
  }
  return false;
}

/** Leave out what does not fit, the reasons first. */
function fit(place) {
  const lines = [...place.children];
  for (const line of lines) line.hidden = false;
  while (!fits(place) && lines.length > 1) lines.pop().hidden = true;
}

const fitting = new ResizeObserver((changes) => changes.forEach(({ target }) => fit(target)));

export const isChecking = () => root.dataset.checking !== undefined;

/** Show the scores again. */
export function leave() {
  stop();
  root.removeAttribute("data-checking");
  for (const each of main.querySelectorAll(".verdict, .confirm")) each.remove();
}

/** Send the round until the server has answered. */
function send(form) {
  const url = draftUrl();
  const record = form.querySelector("[type=submit]");
  const label = record.textContent;
  const line = element("p", { className: "say" });
  line.setAttribute("role", "status");
  form.append(line);
  const outbox = createOutbox(
    form,
    // The server has the whole draft.
    { save: () => forget(url), drop() {} },
    {
      busy() {
        isSending = true;
        record.disabled = true;
        record.textContent = phrase("Recording…");
      },
      waits: (sentence) => (line.textContent = sentence),
      idle() {
        isSending = false;
        record.disabled = false;
        record.textContent = label;
        line.textContent = "";
      },
      recorded(to) {
        if (!form.isConnected) return;
        const late = setTimeout(() => location.assign(to), LIVE_MS);
        addEventListener("pageupdate", () => clearTimeout(late), { once: true });
      },
    },
  );
  stop = outbox.stop;
}

/** Show the score of the hands to everybody, and the buttons in the middle. */
function lay(html) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const [verdict, confirm] = body.children;
  leave();
  for (const panel of main.querySelectorAll(".panel-text")) {
    const copy = verdict.cloneNode(true);
    copy.removeAttribute("id");
    copy.setAttribute("aria-hidden", "true");
    panel.append(copy);
    fitting.observe(copy);
  }
  // Screen readers must read it only once.
  verdict.className = "sr";
  confirm.prepend(verdict);
  main.querySelector(".middle").append(confirm);
  root.dataset.checking = "";
  if (confirm.querySelector("[type=submit]")) send(confirm);
}

/** Check what is entered, with an `answer` to a question: out=0 says that seat 0 went out. Return whether it worked. */
export async function check(answer) {
  if (isSending) return true;
  const query = answer === undefined ? "" : `?${answer}`;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await fetch(`${draftUrl()}/preview${query}`, { cache: "no-store", signal }).catch(() => null);
  if (isSending) return true;
  if (!response?.ok) return false;
  lay(await response.text());
  return true;
}
