// What the camera sees, on the page itself: only a page that is secure may show it.

import { element } from "../shared/element.js";

// The camera at the back, where there is one, and no more than the reader needs.
const WISHED = { audio: false, video: { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1440 } } };

/** A viewfinder, which shows what the camera sees until it is stopped. */
export function createLive() {
  const video = element("video", { muted: true, playsInline: true, hidden: true });
  let stream = null;
  // Counts the starts and stops: a camera that is opened too late is closed again.
  let turn = 0;

  function close(opened) {
    for (const track of opened?.getTracks() ?? []) track.stop();
  }

  function stop() {
    turn += 1;
    close(stream);
    stream = video.srcObject = null;
    video.hidden = true;
  }

  return {
    video,
    stop,
    /** Ask for the camera and show what it sees; throws where it is refused or missing. */
    async start() {
      stop();
      const mine = turn;
      const opened = await navigator.mediaDevices.getUserMedia(WISHED);
      if (mine !== turn) return close(opened);
      stream = video.srcObject = opened;
      video.hidden = false;
      // Broken off where it is stopped meanwhile.
      await video.play().catch(() => {});
    },
  };
}
