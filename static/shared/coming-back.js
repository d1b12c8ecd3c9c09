// Whoever goes back or forward over a page that was swapped in sees the page that is there, and not what is here.

let shown = location.pathname;

addEventListener("pagechange", () => (shown = location.pathname));
addEventListener("popstate", () => location.pathname === shown || location.reload());
