import { useCallback, useEffect, useRef, useState } from 'react';
import photoWords from '#messages/uploads';
import { UPLOAD_LIMITS } from '#shop/media/uploads.ts';
import type { FormPhoto } from '#web/ui/photo-picker.tsx';
import { isApiError } from './api.ts';
import { shrinkPhoto } from './shrink-photo.ts';

interface UsePhotos {
  /** Most photos of the form. */
  most: number;
  /** Sends a photo; its `url` is empty when the shopper cannot read it back. @throws ApiError */
  send: (
    file: File,
    options: { onProgress: (share: number) => void; signal: AbortSignal },
  ) => Promise<{ id: string; url: string }>;
  /** Photos that were sent before a reload. */
  uploaded?: readonly { id: string; url: string; name: string }[];
}

/** Photos of a form: uploaded one after the other as soon as they are chosen. */
export function usePhotos({ most, send: upload, uploaded = [] }: UsePhotos) {
  const [photos, setPhotos] = useState<FormPhoto[]>(() =>
    uploaded.map(({ id, url, name }) => ({
      key: id,
      name,
      state: 'sent' as const,
      share: 1,
      preview: null,
      stored: { id, url },
      problem: '',
    })),
  );
  const [tooMany, setTooMany] = useState(false);
  const count = useRef(0);
  const stops = useRef(new Map<string, AbortController>());
  const previews = useRef(new Set<string>());
  /**
   * Sequential: mobile connections are slow, and each picture is decoded in memory to be resized.
   */
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
    if (!smaller || smaller.size > UPLOAD_LIMITS.bytes) {
      change(key, { state: 'failed', problem: smaller ? photoWords.tooHeavy() : photoWords.invalid() });
      return;
    }
    const preview = URL.createObjectURL(smaller);
    previews.current.add(preview);
    change(key, { preview });
    try {
      const stored = await upload(new File([smaller], 'photo.jpg', { type: smaller.type }), {
        onProgress: (share) => change(key, { share }),
        signal: stop.signal,
      });
      change(key, { state: 'sent', share: 1, stored });
    } catch (error) {
      if (stop.signal.aborted) return;
      change(key, { state: 'failed', problem: isApiError(error) ? error.message : photoWords.failed() });
    }
  };

  return {
    photos,
    most,
    tooMany,
    sending: photos.some((photo) => photo.state === 'sending'),
    full: photos.length >= most,

    add(files: readonly File[]): void {
      const room = most - photos.length;
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

    /** Takes all photos out of the form. */
    clear(): void {
      for (const stop of stops.current.values()) stop.abort();
      setPhotos([]);
    },
  };
}
