// The time of day, with the date if it is not today.

const { lang } = document.documentElement;
// These pages are in British English.
const language = lang === "en" ? "en-GB" : lang;

export function clock(at) {
  const moment = new Date(at);
  const isToday = moment.toDateString() === new Date().toDateString();
  const dateStyle = isToday ? undefined : "medium";
  return moment.toLocaleString(language, { dateStyle, timeStyle: "short", hourCycle: "h23" });
}
