import { ApiError } from './api.ts';

/** A file is made when it is asked for, and may come over a slow line. */
const TIMEOUT_MS = 30_000;

/**
 * Fetches `/api{path}` and saves the answer under the name that the server gives it.
 *
 * @throws ApiError with the server's sentence, or one of its own when nothing was heard
 */
export async function download(path: string, headers: Record<string, string>): Promise<void> {
  const url = `/api${path}`;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  let response: Response;
  let file: Blob;
  try {
    response = await fetch(url, { headers, signal: timeout, credentials: 'omit', cache: 'no-store' });
    file = await response.blob();
  } catch {
    const message = timeout.aborted
      ? 'Request timeout - please try again'
      : 'The shop cannot be reached. Please check your connection.';
    throw new ApiError(message, { status: 0, url });
  }
  if (!response.ok) {
    const { status, statusText } = response;
    const data = await file
      .text()
      .then(JSON.parse)
      .catch(() => null);
    const said: unknown = data?.message;
    const message = typeof said === 'string' && said ? said : `HTTP ${status}: ${statusText}`;
    throw new ApiError(message, { status, statusText, url, data });
  }
  save(file, fileName(response.headers.get('content-disposition')));
}

function fileName(disposition: string | null): string {
  return /filename="([^"/\\]+)"/.exec(disposition ?? '')?.[1] ?? 'download';
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers read the blob only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
