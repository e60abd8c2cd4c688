import { useCallback, useEffect, useRef, useState } from 'react';
import { MAX_PHOTO_BYTES, MAX_REPLACEMENT_PHOTOS } from '#shop/orders/replacements.ts';
import { isApiError } from '#web/lib/api.ts';
import { uploadFiles } from '#web/lib/send-file.ts';
import { shrinkPhoto } from '#web/lib/shrink-photo.ts';

/** A photo in the form, uploading or uploaded. */
export interface FormPhoto {
  key: string;
  name: string;
  state: 'sending' | 'sent' | 'failed';
  /** Upload progress, 0 to 1. */
  share: number;
  /** Object URL of a file that was just chosen. */
  preview: string | null;
  /** The stored name on the server. */
  stored: { id: string; url: string } | null;
  /** The error message. */
  problem: string;
}

/** The specification's messages (R1.5), the same as the server's. */
const INVALID = 'Invalid image file. Please select a valid image.';
const TOO_LARGE = 'Image size should be less than 5MB';

/** Photos of a request: uploaded one after the other as soon as they are chosen. */
export function usePhotos(
  orderNumber: string,
  token: string,
  uploaded: readonly { id: string; url: string; name: string }[],
) {
  const [photos, setPhotos] = useState<FormPhoto[]>(() =>
    uploaded.map(({ id, url, name }) => ({
      ...{ key: id, name, state: 'sent' as const, share: 1, preview: null, stored: { id, url }, problem: '' },
    })),
  );
  const [tooMany, setTooMany] = useState(false);
  const count = useRef(0);
  const stops = useRef(new Map<string, AbortController>());
  const previews = useRef(new Set<string>());
  /** Sequential: mobile connections are slow, and each picture is decoded in memory to be resized. */
  const line = useRef<Promise<void>>(Promise.resolve());

  useEffect(
    () => () => {
      for (const stop of stops.current.values()) stop.abort();
      for (const address of previews.current) URL.revokeObjectURL(address);
    },
    [],
  );

  const change = useCallback((key: string, next: Partial<FormPhoto>) => {
    setPhotos((all) => all.map((photo) => (photo.key === key ? { ...photo, ...next } : photo)));
  }, []);

  const send = async (key: string, file: File, stop: AbortController) => {
    if (stop.signal.aborted) return;
    const smaller = await shrinkPhoto(file);
    if (stop.signal.aborted) return;
    if (!smaller || smaller.size > MAX_PHOTO_BYTES) {
      change(key, { state: 'failed', problem: smaller ? TOO_LARGE : INVALID });
      return;
    }
    const preview = URL.createObjectURL(smaller);
    previews.current.add(preview);
    change(key, { preview });
    try {
      const { photo } = await uploadFiles(
        'POST /orders/:id/replacement/photos',
        { params: { id: orderNumber } },
        [new File([smaller], 'photo.jpg', { type: smaller.type })],
        {
          field: 'photo',
          headers: { 'x-order-token': token },
          onProgress: (share) => change(key, { share }),
          signal: stop.signal,
        },
      );
      change(key, { state: 'sent', share: 1, stored: { id: photo.id, url: photo.url } });
    } catch (error) {
      if (stop.signal.aborted) return;
      change(key, { state: 'failed', problem: isApiError(error) ? error.message : 'Failed to upload image' });
    }
  };

  return {
    photos,
    tooMany,
    sending: photos.some((photo) => photo.state === 'sending'),
    full: photos.length >= MAX_REPLACEMENT_PHOTOS,

    add(files: readonly File[]): void {
      const room = MAX_REPLACEMENT_PHOTOS - photos.length;
      setTooMany(files.length > room);
      for (const file of files.slice(0, Math.max(0, room))) {
        count.current += 1;
        const key = `new-${count.current}`;
        const stop = new AbortController();
        stops.current.set(key, stop);
        setPhotos((all) => [
          ...all,
          { key, name: file.name, state: 'sending', share: 0, preview: null, stored: null, problem: '' },
        ]);
        line.current = line.current.then(() => send(key, file, stop));
      }
    },

    /** Removes a photo; a running upload is aborted. */
    remove(key: string): void {
      stops.current.get(key)?.abort();
      setTooMany(false);
      setPhotos((all) => all.filter((photo) => photo.key !== key));
    },
  };
}

export type FormPhotos = ReturnType<typeof usePhotos>;
