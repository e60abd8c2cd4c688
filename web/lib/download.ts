import m from '#messages/frame';
import { currentLanguage } from '#shop/language.ts';
import { ApiError } from './api.ts';

/**
 * Longer than for other requests: the server generates the file on request, and the network may be
 * slow.
 */
const TIMEOUT_MS = 120_000;

/**
 * Fetches `/api{path}` and saves the response under the name in its `content-disposition` header.
 *
 * @throws ApiError with the server's message, or a general one when there was no response
 */
export async function download(path: string, headers: Record<string, string>): Promise<void> {
  const url = `/api${path}`;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  let response: Response;
  let file: Blob;
  try {
    response = await fetch(url, {
      headers: { ...(currentLanguage() === 'en' ? {} : { 'x-language': currentLanguage() }), ...headers },
      signal: timeout,
      credentials: 'omit',
      cache: 'no-store',
    });
    file = await response.blob();
  } catch {
    throw new ApiError(timeout.aborted ? m.timeout() : m.unreachable(), { status: 0, url });
  }
  if (!response.ok) {
    const { status, statusText } = response;
    const data = await file
      .text()
      .then(JSON.parse)
      .catch(() => null);
    const reason: unknown = data?.message;
    const message = typeof reason === 'string' && reason ? reason : `HTTP ${status}: ${statusText}`;
    throw new ApiError(message, { status, statusText, url, data });
  }
  saveFile(file, fileName(response.headers.get('content-disposition')));
}

function fileName(disposition: string | null): string {
  return /filename="([^"/\\]+)"/.exec(disposition ?? '')?.[1] ?? 'download';
}

/** Saves a file that the page has made. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers read the blob only after the click event.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
