import { useEffect, useRef, useState } from 'react';
import photoWords from '#messages/uploads';
import type { ProductImage } from '#shop/catalogue/catalogue.ts';
import { isHeic, mayBePhoto, needsCrop } from '#shop/media/crop.ts';
import {
  checkUploadFile,
  checkUploadPixels,
  UPLOAD_LIMITS,
  UPLOAD_TEXTS,
  uploadedSentence,
} from '#shop/media/uploads.ts';
import { adminCall, adminUpload, isSignedOut } from '#web/admin/lib/session.ts';
import { isApiError } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.tsx';
import { openPhoto } from './crop-photo.ts';

/** A file that waits, is being sent, or failed with an error. */
export interface Uploading {
  key: string;
  name: string;
  /** 0 to 1; null while it waits. */
  progress: number | null;
  error: string | null;
  /** It failed on the way and may be sent again as it is. */
  again: boolean;
}

export interface Entry {
  key: string;
  file: File;
  /** It was chosen together with others, so that messages name it. */
  several: boolean;
}

let keys = 0;

/** The photos that are too large or not square, and how many of them are cropped or skipped. */
export interface CropQueue {
  waiting: readonly Entry[];
  done: number;
}

const NO_CROPS: CropQueue = { waiting: [], done: 0 };

/**
 * The uploads of the product form. Each file is checked in the browser first (R1.5); a photo that is
 * too large or not square waits to be cropped. Then they are sent one after the other: on a slow
 * connection the first one is ready early, and one that fails or is cancelled does not stop the
 * others.
 */
export function useUploads(onImage: (image: ProductImage) => void) {
  const [files, setFiles] = useState<Uploading[]>([]);
  const [crops, setCrops] = useState(NO_CROPS);
  /**
   * By URL: the server counts how often the same picture was uploaded, and each tile takes its own
   * upload back.
   */
  const ids = useRef(new Map<string, string[]>());
  const latest = useRef(onImage);
  latest.current = onImage;
  const entries = useRef(new Map<string, Entry>());
  const waiting = useRef<Entry[]>([]);
  const sending = useRef<{ key: string; stop: AbortController } | null>(null);
  useEffect(
    () => () => {
      waiting.current = [];
      sending.current?.stop.abort();
    },
    [],
  );

  const change = (chosen: string, patch: Partial<Uploading>) =>
    setFiles((before) => before.map((file) => (file.key === chosen ? { ...file, ...patch } : file)));
  const drop = (chosen: string) => {
    entries.current.delete(chosen);
    setFiles((before) => before.filter(({ key }) => key !== chosen));
  };

  async function add(given: readonly File[]): Promise<void> {
    if (given.length > UPLOAD_LIMITS.files) {
      toast.error(UPLOAD_TEXTS.tooMany);
      return;
    }
    const several = given.length > 1;
    const chosen = given.map((file) => ({ key: `upload-${++keys}`, file, several }));
    setFiles((before) => [
      ...before.filter(({ error, again }) => error === null || again),
      ...chosen.map(({ key, file }) => ({ key, name: file.name, progress: null, error: null, again: false })),
    ]);
    for (const entry of chosen) entries.current.set(entry.key, entry);
    for (const entry of chosen) {
      const { error, crop } = await lookAt(entry.file, several);
      // Cancelled while it was checked.
      if (!entries.current.has(entry.key)) continue;
      if (error) change(entry.key, { error });
      else if (crop) setCrops(({ waiting, done }) => ({ waiting: [...waiting, entry], done }));
      else waiting.current.push(entry);
    }
    await sendAll();
  }

  /** Sends the files that wait, also those that are added meanwhile, and then says how it went. */
  async function sendAll(): Promise<void> {
    if (sending.current) return;
    const said: string[] = [];
    let failed: string | null = null;
    for (let entry = waiting.current.shift(); entry; entry = waiting.current.shift()) {
      const stop = new AbortController();
      sending.current = { key: entry.key, stop };
      try {
        said.push(await send(entry, stop.signal));
      } catch (error) {
        if (isSignedOut(error)) waiting.current = [];
        else if (!stop.signal.aborted) {
          failed = sentenceOf(error, entry.several);
          change(entry.key, { error: failed, again: true });
        }
      }
      sending.current = null;
    }
    if (said.length > 0) toast.success(said.length === 1 ? said[0]! : uploadedSentence(said.length));
    if (failed) toast.error(failed);
  }

  const leaveCrops = (gone: readonly Entry[]) =>
    setCrops(({ waiting, done }) => {
      const left = waiting.filter((entry) => !gone.includes(entry));
      return left.length === 0 ? NO_CROPS : { waiting: left, done: done + gone.length };
    });

  /** Sends what was cropped of a photo. */
  function sendCropped(entry: Entry, file: File | null): void {
    leaveCrops([entry]);
    // Cancelled meanwhile.
    if (!entries.current.has(entry.key)) return;
    if (!file) {
      change(entry.key, { error: photoWords.invalid() });
      return;
    }
    const cropped = { ...entry, file };
    entries.current.set(entry.key, cropped);
    waiting.current.push(cropped);
    void sendAll();
  }

  async function send({ key, file }: Entry, signal: AbortSignal): Promise<string> {
    change(key, { progress: 0 });
    const onProgress = (progress: number) => change(key, { progress });
    const options = { field: 'image', onProgress, signal } as const;
    const { image, message } = await adminUpload('POST /upload/image', {}, [file], options);
    ids.current.set(image.url, [...(ids.current.get(image.url) ?? []), image.id]);
    drop(key);
    latest.current({ url: image.url, alt: image.alt, uploadType: 'file' });
    return message;
  }

  return {
    files,
    crops,
    sendCropped,
    /** Takes out photos that were not cropped. */
    skip: (skipped: readonly Entry[]) => {
      leaveCrops(skipped);
      for (const { key } of skipped) drop(key);
    },
    add: (given: readonly File[]) => void add(given),
    /** Takes a file out, whether it waits, is being sent or has failed. */
    cancel: (key: string) => {
      drop(key);
      waiting.current = waiting.current.filter((entry) => entry.key !== key);
      leaveCrops(crops.waiting.filter((entry) => entry.key === key));
      if (sending.current?.key === key) sending.current.stop.abort();
    },
    retry: (key: string) => {
      const entry = entries.current.get(key);
      if (!entry) return;
      change(key, { error: null, again: false, progress: null });
      waiting.current.push(entry);
      void sendAll();
    },
    /**
     * Deletes a file that this form uploaded. The server keeps files that are in use or were
     * uploaded again.
     */
    forget: (url: string) => {
      const id = ids.current.get(url)?.pop();
      if (id) adminCall('DELETE /upload/image/:id', { params: { id } }).catch(() => {});
    },
  };
}

/** Looks at a file before it is sent. @returns the error message, or whether it must be cropped */
async function lookAt(file: File, named: boolean): Promise<{ error: string | null; crop: boolean }> {
  if (!mayBePhoto(file)) return { error: checkUploadFile(file, named) ?? photoWords.invalid(), crop: false };
  const picture = await openPhoto(file);
  if (!picture)
    return { error: isHeic(file) ? `${photoWords.invalid()} ${NO_HEIC}` : photoWords.invalid(), crop: false };
  const { width, height } = picture;
  picture.close();
  if (needsCrop(file, { width, height })) return { error: null, crop: true };
  return { error: checkUploadPixels(width, height), crop: false };
}

const NO_HEIC =
  'This browser can’t open HEIC: send the photo to yourself on WhatsApp and save it there, then it is a JPEG.';

/**
 * R1.8: the server's message or 'Upload failed: {status}'; 'Failed to upload image(s)' without a
 * response.
 */
function sentenceOf(error: unknown, several: boolean): string {
  const fallback = several ? UPLOAD_TEXTS.failedSeveral : photoWords.failed();
  return isApiError(error) && error.status !== 0 ? error.message : fallback;
}
