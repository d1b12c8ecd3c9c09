// Going back or forward to a page that was swapped in loads that page.

let shown = location.pathname;

addEventListener("pagechange", () => (shown = location.pathname));
addEventListener("popstate", () => location.pathname === shown || location.reload());
