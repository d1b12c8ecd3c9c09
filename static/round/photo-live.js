// The live picture of the camera on the page: only secure pages may show it.

import { element } from "../shared/element.js";

// The back camera, if there is one, at no higher resolution than the reader needs.
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
    /** Ask for the camera and show its picture; throws if it is refused or missing. */
    async start() {
      stop();
      const mine = turn;
      const opened = await navigator.mediaDevices.getUserMedia(WISHED);
      if (mine !== turn) return close(opened);
      stream = video.srcObject = opened;
      video.hidden = false;
      // Fails if the camera is stopped meanwhile.
      await video.play().catch(() => {});
    },
  };
}
