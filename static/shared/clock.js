// The time of day, with the date where it is not today.

const { lang } = document.documentElement;
// The English of these pages is British.
const language = lang === "en" ? "en-GB" : lang;

export function clock(at) {
  const moment = new Date(at);
  const isToday = moment.toDateString() === new Date().toDateString();
  const dateStyle = isToday ? undefined : "medium";
  return moment.toLocaleString(language, { dateStyle, timeStyle: "short", hourCycle: "h23" });
}
