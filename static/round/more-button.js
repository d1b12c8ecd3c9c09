// Rarely needed parts, behind the button "More".

export function createMore(form) {
  const button = document.getElementById("more");
  const rest = document.getElementById("rest");

  function open(on) {
    form.toggleAttribute("data-more", on);
    button.setAttribute("aria-expanded", on);
  }

  button.addEventListener("click", () => open(!form.hasAttribute("data-more")));
  form.querySelector(".behind").addEventListener("click", () => open(false));
  rest.addEventListener("click", ({ target }) => target.closest("#rest > button") && open(false));
  form.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !form.hasAttribute("data-more")) return;
    open(false);
    button.focus();
  });
}
