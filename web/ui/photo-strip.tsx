import './photo-strip.css';
import { useEffect, useState } from 'react';
import m from '#messages/photos';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';
import { ImageOff } from './page-icons.ts';
import { Skeleton } from './skeleton.tsx';

export interface PrivatePhoto {
  id: string;
  /** URL that requires a secret; `load` provides it. */
  url: string;
  /** The same of a small copy. */
  smallUrl?: string;
}

/** Fetches the bytes of a private photo. Must be the same function on every render. */
export type LoadPhoto = (url: string, signal: AbortSignal) => Promise<Blob>;

/** An object URL for a private photo, valid while the component is mounted. */
function usePhoto(url: string, load: LoadPhoto): { address: string | null; failed: boolean } {
  const [state, setState] = useState<{ address: string | null; failed: boolean }>({ address: null, failed: false });
  useEffect(() => {
    const stop = new AbortController();
    let address: string | null = null;
    load(url, stop.signal).then(
      (blob) => {
        if (stop.signal.aborted) return;
        address = URL.createObjectURL(blob);
        setState({ address, failed: false });
      },
      () => {
        if (!stop.signal.aborted) setState({ address: null, failed: true });
      },
    );
    return () => {
      stop.abort();
      if (address) URL.revokeObjectURL(address);
    };
  }, [url, load]);
  return state;
}

/** A private photo that fills its frame. */
export function PrivatePicture({
  url,
  load,
  alt,
  className = '',
}: {
  url: string;
  load: LoadPhoto;
  alt: string;
  className?: string;
}) {
  const { address, failed } = usePhoto(url, load);
  if (failed) {
    return (
      <span className={`photo-gone ${className}`} role="img" aria-label={m.photoGone({ photo: alt })}>
        <Icon of={ImageOff} />
      </span>
    );
  }
  return address ? <img src={address} alt={alt} className={className} /> : <Skeleton className={className} />;
}

type PhotoStripProps<Photo> = {
  photos: readonly Photo[];
  load: LoadPhoto;
  /** The large photo gets a button with this; it closes the photo. */
  onRemove?: (photo: Photo) => void;
};

/** Small photos in a row; pressing one opens it large. */
export function PhotoStrip<Photo extends PrivatePhoto>({ photos, load, onRemove }: PhotoStripProps<Photo>) {
  const [open, setOpen] = useState<number | null>(null);
  const large = open === null ? undefined : photos[open];
  if (photos.length === 0) return null;
  return (
    <>
      <ul className="photos">
        {photos.map(({ id, url, smallUrl = url }, index) => (
          <li key={id}>
            <button
              type="button"
              className="photo"
              aria-label={m.photo({ number: index + 1 })}
              onClick={() => setOpen(index)}
            >
              <PrivatePicture url={smallUrl} load={load} alt="" />
            </button>
          </li>
        ))}
      </ul>
      <Dialog
        wide
        open={large !== undefined}
        onClose={() => setOpen(null)}
        title={m.photoOf({ number: (open ?? 0) + 1, total: photos.length })}
      >
        {large && (
          <PrivatePicture
            url={large.url}
            load={load}
            alt={m.photo({ number: (open ?? 0) + 1 })}
            className="w-auto max-w-full max-h-[70dvh] min-h-32 mx-auto rounded-control"
          />
        )}
        {large && onRemove && (
          <Button
            variant="line"
            onClick={() => {
              setOpen(null);
              onRemove(large);
            }}
          >
            {m.removeThisPhoto()}
          </Button>
        )}
      </Dialog>
    </>
  );
}
