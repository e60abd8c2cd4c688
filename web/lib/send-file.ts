import m from '#messages/frame';
import type { Api } from '#shop/api.ts';
import { currentLanguage } from '#shop/language.ts';
import { ApiError, type PathInput, pathFor, type ResponseFor } from './api.ts';

/**
 * Longer than for other requests, because uploads over slow networks take long. The server's own
 * limit is 30 seconds.
 */
const TIMEOUT_MS = 60_000;

/** The endpoints that take files. */
export type FileKey = {
  [Key in keyof Api]: Api[Key] extends { files: unknown } ? Key : never;
}[keyof Api];

export interface SendFileOptions<Key extends FileKey> {
  /** The name of the form field in the contract. */
  field: Api[Key]['files']['field'];
  headers?: Record<string, string>;
  /** Called with 0 to 1 while the files are sent. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal | undefined;
}

/**
 * Sends all files to an endpoint in one multipart request. Uses XMLHttpRequest because `fetch` does
 * not report upload progress.
 *
 * @throws ApiError with the server's message, or a general one without a response; status 0 and
 *   'Cancelled' when `signal` aborts
 */
export function uploadFiles<Key extends FileKey>(
  key: Key,
  input: PathInput<Key>,
  files: readonly File[],
  options: SendFileOptions<Key>,
): Promise<ResponseFor<Key>> {
  const url = `/api${pathFor(key, input)}`;
  const form = new FormData();
  for (const file of files) form.append(options.field, file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (message: string, status = 0, data?: unknown) => {
      const { errors } = (data ?? {}) as { errors?: { path: string; msg: string }[] };
      reject(new ApiError(message, { status, url, data, ...(Array.isArray(errors) ? { errors } : {}) }));
    };
    request.open('POST', url);
    request.timeout = TIMEOUT_MS;
    request.setRequestHeader('accept', 'application/json');
    // The messages of failures are in the language of the pages.
    const language = currentLanguage();
    if (language !== 'en') request.setRequestHeader('x-language', language);
    for (const [header, value] of Object.entries(options.headers ?? {})) request.setRequestHeader(header, value);
    request.upload.onprogress = ({ loaded, total }) => options.onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const data = parse(request.responseText);
      if (request.status >= 200 && request.status < 300 && data !== null) return resolve(data as ResponseFor<Key>);
      const message = (data as { message?: unknown } | null)?.message;
      fail(
        typeof message === 'string' && message ? message : m.uploadFailed({ status: request.status }),
        request.status,
        data,
      );
    };
    request.onerror = () => fail(m.unreachable());
    request.ontimeout = () => fail(m.timeout());
    request.onabort = () => fail('Cancelled');
    options.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
