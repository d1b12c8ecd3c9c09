// Shares the picture of a result: by the system's share sheet, or as a download. Without scripts the drawing opens.

function loaded(source) {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = reject;
    image.src = source;
  });
}

/** Draw the picture of a link; returns a PNG file. */
async function png({ href, dataset }) {
  const [width, height] = [Number(dataset.width), Number(dataset.height)];
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d").drawImage(await loaded(href), 0, 0, width, height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  return new File([blob], dataset.name, { type: "image/png" });
}

function keep(file) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function share(file, title) {
  if (!navigator.canShare?.({ files: [file] })) return keep(file);
  try {
    await navigator.share({ files: [file], title });
  } catch (error) {
    // Closing the sheet means that the file is not wanted either.
    if (error.name !== "AbortError") keep(file);
  }
}

const sharing = document.querySelector(".sharing");
const files = new Map();
const fileOf = (link) => files.get(link) ?? files.set(link, png(link)).get(link);

// Safari opens its sheet only shortly after a tap: make the files as soon as they can be chosen.
sharing.addEventListener("toggle", () => {
  if (sharing.open) for (const link of sharing.querySelectorAll("a")) fileOf(link).catch(() => files.delete(link));
});
sharing.addEventListener("click", async (event) => {
  const link = event.target.closest("a");
  if (!link) return;
  event.preventDefault();
  try {
    await share(await fileOf(link), link.dataset.title);
  } catch {
    location.href = link.href;
  }
});
