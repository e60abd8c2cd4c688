import { useEffect, useRef, useState } from 'react';
import type { ProductImage } from '#shop/catalogue/catalogue.ts';
import { checkUploadFile, checkUploadPixels, UPLOAD_LIMITS, UPLOAD_TEXTS } from '#shop/media/uploads.ts';
import { adminCall, adminUpload, isSignedOut } from '#web/admin/lib/session.ts';
import { isApiError } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.tsx';

/** A file that is uploading, or that failed with an error. */
export interface Uploading {
  key: string;
  name: string;
  /** 0 to 1. */
  progress: number;
  error: string | null;
}

let keys = 0;

/**
 * The uploads of the product form. Each file is checked in the browser first (R1.5). One file is sent to `/upload/image`, several
 * in one request to `/upload/images`. A rejected file has its own tile with the error message.
 */
export function useUploads(onImages: (images: ProductImage[]) => void) {
  const [files, setFiles] = useState<Uploading[]>([]);
  const ids = useRef(new Map<string, string>());
  const latest = useRef(onImages);
  latest.current = onImages;
  const stop = useRef<AbortController>(undefined);
  useEffect(() => {
    const own = new AbortController();
    stop.current = own;
    return () => own.abort();
  }, []);

  const change = (chosen: readonly string[], patch: Partial<Uploading>) =>
    setFiles((before) => before.map((file) => (chosen.includes(file.key) ? { ...file, ...patch } : file)));

  async function add(given: readonly File[]): Promise<void> {
    if (given.length > UPLOAD_LIMITS.files) {
      toast.error(UPLOAD_TEXTS.tooMany);
      return;
    }
    const several = given.length > 1;
    const entries = given.map((file) => ({ key: `upload-${++keys}`, file }));
    setFiles((before) => [
      ...before.filter(({ error }) => error === null),
      ...entries.map(({ key, file }) => ({ key, name: file.name, progress: 0, error: null })),
    ]);
    const good: typeof entries = [];
    for (const entry of entries) {
      const error = await faultOf(entry.file, several);
      if (error) change([entry.key], { error });
      else good.push(entry);
    }
    if (good.length > 0) await send(good, several);
  }

  async function send(entries: { key: string; file: File }[], several: boolean): Promise<void> {
    const chosen = entries.map(({ key }) => key);
    const options = {
      onProgress: (progress: number) => change(chosen, { progress }),
      signal: stop.current?.signal,
    };
    try {
      const chosenFiles = entries.map(({ file }) => file);
      const { images, message } = several
        ? await adminUpload('POST /upload/images', {}, chosenFiles, { ...options, field: 'images' })
        : await uploadOne(chosenFiles, options);
      for (const { id, url } of images) ids.current.set(url, id);
      setFiles((before) => before.filter(({ key }) => !chosen.includes(key)));
      latest.current(images.map(({ url, alt }) => ({ url, alt, uploadType: 'file' as const })));
      toast.success(message);
    } catch (error) {
      if (isSignedOut(error) || stop.current?.signal.aborted) return;
      const sentence = sentenceOf(error, several);
      // The response names the rejected file; the others were not stored because of it.
      const wrong = isApiError(error) ? Number(/^images\.(\d+)$/.exec(error.errors[0]?.path ?? '')?.[1] ?? -1) : -1;
      for (const [index, { key }] of entries.entries()) {
        change([key], { error: wrong < 0 || wrong === index ? sentence : UPLOAD_TEXTS.failedSeveral });
      }
      toast.error(sentence);
    }
  }

  return {
    files,
    add: (given: readonly File[]) => void add(given),
    dismiss: (key: string) => setFiles((before) => before.filter((file) => file.key !== key)),
    /** Deletes a file that this form uploaded. The server keeps files that are in use. */
    forget: (url: string) => {
      const id = ids.current.get(url);
      ids.current.delete(url);
      if (id) adminCall('DELETE /upload/image/:id', { params: { id } }).catch(() => {});
    },
  };
}

async function uploadOne(
  files: File[],
  options: { onProgress: (share: number) => void; signal?: AbortSignal | undefined },
) {
  const { image, message } = await adminUpload('POST /upload/image', {}, files, { ...options, field: 'image' });
  return { images: [image], message };
}

/** Checks a file before it is sent. @returns the error message, or null */
async function faultOf(file: File, named: boolean): Promise<string | null> {
  const fault = checkUploadFile(file, named);
  if (fault) return fault;
  try {
    const picture = await createImageBitmap(file);
    const { width, height } = picture;
    picture.close();
    return checkUploadPixels(width, height);
  } catch {
    return UPLOAD_TEXTS.invalid;
  }
}

/** R1.8: the server's message or 'Upload failed: {status}'; 'Failed to upload image(s)' without a response. */
function sentenceOf(error: unknown, several: boolean): string {
  const fallback = several ? UPLOAD_TEXTS.failedSeveral : UPLOAD_TEXTS.failed;
  return isApiError(error) && error.status !== 0 ? error.message : fallback;
}
