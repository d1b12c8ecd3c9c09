// Usual numbers of rounds and minutes, with one tap.

document.querySelector(".fill")?.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-fills]");
  if (button) document.getElementById(button.dataset.fills).value = button.dataset.value;
});

// Offer only games for the number of players at a table.
const [alone, game] = ["alone", "game"].map((id) => document.getElementById(id));

const sizes = JSON.parse(game?.form.dataset.sizes ?? "{}");

function offer() {
  for (const option of game.options) option.hidden = option.disabled = !sizes[option.value].includes(Number(alone.value));
  if (game.selectedOptions[0]?.disabled) game.value = [...game.options].find((option) => !option.disabled).value;
}

if (alone) {
  alone.addEventListener("change", offer);
  offer();
}
