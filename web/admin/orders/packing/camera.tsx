import { useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ErrorNote } from '#web/ui/note.tsx';
import { barcodeReader } from './read-barcode.ts';

const LOOK_MS = 150;
const NO_CAMERA = 'The camera could not be opened. Allow it in the settings of your browser, or type the order number.';

/** The picture of the phone's camera. Calls `onRead` with each barcode that it sees. */
export function Camera({ onRead, onClose }: { onRead: (text: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [failed, setFailed] = useState(false);
  const latest = useRef(onRead);
  latest.current = onRead;
  useEffect(() => {
    const watched = video.current;
    if (!watched) return;
    const ended = new AbortController();
    watch(watched, (text) => latest.current(text), ended.signal).catch(() => setFailed(!ended.signal.aborted));
    return () => ended.abort();
  }, []);
  return (
    <section className="pack-camera" aria-label="Camera">
      {failed ? <ErrorNote message={NO_CAMERA} /> : <video ref={video} muted playsInline />}
      <Button variant="quiet" size="admin" onClick={onClose}>
        Close the camera
      </Button>
    </section>
  );
}

/** Shows the camera in `video` and reads barcodes, until `signal` is aborted. */
async function watch(video: HTMLVideoElement, onRead: (text: string) => void, signal: AbortSignal): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  try {
    const read = await barcodeReader();
    video.srcObject = stream;
    await video.play();
    while (!signal.aborted) {
      const text = await read(video);
      if (text !== null && !signal.aborted) onRead(text);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}
