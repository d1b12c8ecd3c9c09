// Sounds, if they are switched on: a tile laid down, a round won, a match won, the time over.

import { read } from "./storage.js";

// Frequencies in hertz, played one after another.
const ROUND_WON = [523, 659, 784];
const MATCH_WON = [523, 659, 784, 1047, 784, 1047];
const TIME_OVER = [880, 660, 880, 660];
const NOTE_SECONDS = 0.16;

let audio;

/** Play a note after a delay in seconds; it fades in `seconds`. */
function note(type, frequency, after, seconds) {
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  const begin = audio.currentTime + after;
  Object.assign(tone, { type });
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0.25, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + seconds);
  tone.connect(volume).connect(audio.destination);
  tone.start(begin);
  tone.stop(begin + seconds);
}

function play(notes) {
  if (read("sounds") !== "on") return;
  audio ??= new AudioContext();
  // Safari plays nothing before the page is touched.
  if (audio.state === "suspended") document.addEventListener("click", () => audio.resume(), { once: true });
  notes();
}

const tune = (frequencies) => play(() => frequencies.forEach((each, place) => note("triangle", each, place * NOTE_SECONDS, 2 * NOTE_SECONDS)));

/** A tile is laid on the table. */
export const click = () =>
  play(() => {
    // Browsers are silent until the first tap. A tune does not resume: it would come late.
    audio.resume();
    note("square", 1800, 0, 0.03);
  });

export const roundWon = () => tune(ROUND_WON);
export const matchWon = () => tune(MATCH_WON);
export const timeOver = () => tune(TIME_OVER);
