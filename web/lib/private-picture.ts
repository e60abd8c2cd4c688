import { ApiError } from './api.ts';

const TIMEOUT_MS = 30_000;

/**
 * Fetches a picture that requires credentials in a header, which `<img>` cannot send. The response
 * is never cached.
 *
 * @param url path on the shop's own origin, `/api/…`
 * @throws ApiError on a 4xx or 5xx response
 */
export async function fetchPicture(url: string, headers: Record<string, string>, signal?: AbortSignal): Promise<Blob> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, {
    headers,
    credentials: 'omit',
    cache: 'no-store',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
  if (!response.ok) {
    throw new ApiError('Image not found', { status: response.status, url });
  }
  return response.blob();
}
