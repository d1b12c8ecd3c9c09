// When something was, as it is said in passing: the time of day, with the day where it is another.

const { lang } = document.documentElement;
// The English of these pages is British.
const language = lang === "en" ? "en-GB" : lang;

export function clock(at) {
  const moment = new Date(at);
  const isToday = moment.toDateString() === new Date().toDateString();
  const dateStyle = isToday ? undefined : "medium";
  return moment.toLocaleString(language, { dateStyle, timeStyle: "short", hourCycle: "h23" });
}
