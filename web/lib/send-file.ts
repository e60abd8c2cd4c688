import { ApiError } from './api.ts';

/** Files travel over slow lines; the server itself gives a request half a minute. */
const TIMEOUT_MS = 60_000;

export interface SendFileOptions {
  /** Name of the form field. */
  field: string;
  headers?: Record<string, string>;
  /** Called with 0 to 1 while the file leaves. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/**
 * Sends one file to `/api{path}` as form data and answers the JSON. XMLHttpRequest, since `fetch` cannot tell how much has left.
 *
 * @throws ApiError with the server's sentence, or one of its own when nothing was heard; status 0 and 'Cancelled' when `signal` ended it
 */
export function sendFile<T>(path: string, file: Blob, name: string, options: SendFileOptions): Promise<T> {
  return sendFiles(path, [new File([file], name, { type: file.type })], options);
}

/** As `sendFile`, several files in one request under the same field. */
export function sendFiles<T>(path: string, files: readonly File[], options: SendFileOptions): Promise<T> {
  const url = `/api${path}`;
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
    for (const [header, value] of Object.entries(options.headers ?? {})) request.setRequestHeader(header, value);
    request.upload.onprogress = ({ loaded, total }) => options.onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const data = parse(request.responseText);
      if (request.status >= 200 && request.status < 300 && data !== null) return resolve(data as T);
      const said = (data as { message?: unknown } | null)?.message;
      fail(typeof said === 'string' && said ? said : `Upload failed: ${request.status}`, request.status, data);
    };
    request.onerror = () => fail('The shop cannot be reached. Please check your connection.');
    request.ontimeout = () => fail('Request timeout - please try again');
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
