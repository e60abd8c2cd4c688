import { ApiError } from './api.ts';

const TIMEOUT_MS = 30_000;

/**
 * Fetches a picture that only opens with a secret in a header, which `<img>` cannot send. Never stored.
 *
 * @param url path under the shop's own address, `/api/…`
 * @throws ApiError when it cannot be had
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
