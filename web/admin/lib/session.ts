import { ACCOUNT_TEXTS } from '#shop/accounts/accounts.ts';
import type { Api } from '#shop/api.ts';
import {
  ApiError,
  type Args,
  api,
  type CallOptions,
  call,
  isApiError,
  type PathInput,
  pathFor,
  type ResponseFor,
  requestFor,
} from '#web/lib/api.ts';
import { forget, readText, useStoredJson, writeJson, writeText } from '#web/lib/device.ts';
import { download } from '#web/lib/download.ts';
import { fetchPicture } from '#web/lib/private-picture.ts';
import { type FileKey, type SendFileOptions, uploadFiles } from '#web/lib/send-file.ts';
import { toast } from '#web/ui/toast.tsx';
import { forgetPlace } from './return-to.ts';

/** The signed-in person as kept under `adminUser` (R2.3). */
export interface AdminUser {
  id: string;
  name: string;
  email: string;
  role: string;
  /** Two-step sign-in comes before everything else. */
  mustSetUpTwoStep: boolean;
  /** The endpoints that this person may not call (D39). */
  closed: readonly string[];
}

/** Time for the expiry toast to be read before the sign-in page comes (R2.4). */
export const EXPIRY_REDIRECT_MS = 2_000;

const endings = new Set<() => void>();
const refusals = new Set<() => Promise<void>>();

/**
 * Calls `listener` when the server stops accepting the session. Returns a function that stops it.
 */
export function onSessionExpired(listener: () => void): () => void {
  endings.add(listener);
  return () => endings.delete(listener);
}

/**
 * Calls `listener` when the server refuses a call with 403: what this person may do has changed
 * since the profile was loaded. The call fails once the listener is done, so that the page is right
 * before it shows the error. Returns a function that stops it.
 */
export function onForbidden(listener: () => Promise<void>): () => void {
  refusals.add(listener);
  return () => refusals.delete(listener);
}

export function hasToken(): boolean {
  return Boolean(readText('adminToken'));
}

export function clearSession(): void {
  forget('adminToken', 'adminUser');
}

/**
 * Signs in and keeps token and user on this device.
 *
 * @param code of the second step, once the server has asked for it
 * @throws ApiError with the server's sentence; with an error at `code` when the second step is due
 */
export async function signIn(email: string, password: string, code?: string): Promise<void> {
  const body = { email, password, ...(code === undefined ? {} : { code }) };
  const { token, user } = await call('POST /auth/admin-login', { body }, { admin: true });
  writeText('adminToken', token);
  writeJson('adminUser', user);
}

/** Ends the session on the server (D40) and forgets it here; the latter in any case. */
export async function signOut(): Promise<void> {
  const token = readText('adminToken');
  clearSession();
  // A person who signs out on purpose starts fresh next time.
  forgetPlace();
  if (!token) return;
  try {
    const { path, method } = requestFor('POST /auth/logout');
    await api(path, { method, admin: true, headers: bearer(token) });
  } catch {
    // The server was not reached, or has ended the session already. A session that is not ended
    // here expires on its own.
  }
}

const PROFILE = pathFor('GET /auth/admin-profile');

/** GET /auth/admin-profile: who the stored token belongs to now. @throws ApiError */
export async function loadProfile(signal?: AbortSignal): Promise<AdminUser> {
  const { user, closed } = await adminCall('GET /auth/admin-profile', {}, { signal });
  return { ...user, closed };
}

/**
 * A call with the admin's token (see `call` in web/lib/api.ts). A 401 ends the session on this
 * device, says so once, and notifies the listeners of `onSessionExpired`.
 *
 * @throws ApiError; status 401 and the specification's sentence when there is no token (R2.6)
 */
export function adminCall<Key extends keyof Api>(
  key: Key,
  ...[input, options = {}]: Args<Key, Pick<CallOptions, 'signal' | 'headers'>>
): Promise<ResponseFor<Key>> {
  const { path, ...request } = requestFor(key, input);
  return withToken(path, (token) =>
    api<ResponseFor<Key>>(path, {
      ...options,
      ...request,
      admin: true,
      headers: { ...options.headers, ...token },
    } as CallOptions),
  );
}

/** Saves a file that only staff may have. @throws as `adminCall` */
export function adminDownload(path: string): Promise<void> {
  return withToken(path, (token) => download(path, token));
}

/**
 * Uploads files with the admin's token (see `uploadFiles`).
 *
 * @throws as `adminCall`; the server's message or 'Upload failed: {status}'
 */
export function adminUpload<Key extends FileKey>(
  key: Key,
  input: PathInput<Key>,
  files: readonly File[],
  options: SendFileOptions<Key>,
): Promise<ResponseFor<Key>> {
  return withToken(pathFor(key, input), (token) =>
    uploadFiles(key, input, files, { ...options, headers: { ...options.headers, ...token } }),
  );
}

/** A picture that only staff may see. @throws as `adminCall` */
export function adminPicture(url: string, signal?: AbortSignal): Promise<Blob> {
  return withToken(url, (token) => fetchPicture(url, token, signal));
}

/** No request was made: there is no token (R2.6). */
export class MissingToken extends ApiError {
  constructor(path: string) {
    super(ACCOUNT_TEXTS.tokenMissing, { status: 401, url: `/api${path}` });
  }
}

async function withToken<T>(path: string, call: (headers: Record<string, string>) => Promise<T>): Promise<T> {
  const token = readText('adminToken');
  if (!token) throw new MissingToken(path);
  try {
    return await call(bearer(token));
  } catch (error) {
    if (isSignedOut(error)) expire(token);
    // Not for the profile itself, which the listeners load.
    if (isApiError(error) && error.status === 403 && path !== PROFILE) {
      await Promise.all([...refusals].map((listener) => listener()));
    }
    throw error;
  }
}

export function isSignedOut(error: unknown): boolean {
  return isApiError(error) && error.status === 401;
}

/** The sentence the server gave, or the specification's own when it gave none. */
export function serverSentence(error: unknown, otherwise: string): string {
  if (!isApiError(error)) return otherwise;
  const said = (error.data as { message?: unknown } | undefined)?.message;
  return typeof said === 'string' && said ? said : otherwise;
}

/**
 * The record as it is now, from the 409 for a save that was based on an older version; null for
 * other errors.
 */
export function newerOf<Stored>(error: unknown): Stored | null {
  if (!isApiError(error) || error.status !== 409) return null;
  return (error.data as { data?: Stored } | undefined)?.data ?? null;
}

/** Keeps `adminUser` in step with what the server says. */
export function rememberUser(user: AdminUser): void {
  writeJson('adminUser', user);
}

export function useAdminUser(): AdminUser | null {
  return useStoredJson('adminUser', acceptUser);
}

function acceptUser(value: unknown): AdminUser | null {
  const user = value as Partial<AdminUser> | null;
  if (typeof user?.email !== 'string' || typeof user.role !== 'string') return null;
  const closed = Array.isArray(user.closed) ? user.closed.map(String) : [];
  return {
    id: String(user.id ?? ''),
    name: String(user.name ?? ''),
    email: user.email,
    role: user.role,
    closed,
    mustSetUpTwoStep: user.mustSetUpTwoStep === true,
  };
}

/**
 * Whether the signed-in person may call an endpoint, as the server said with the profile. It hides
 * what the server would refuse.
 */
export function useMay(): (key: keyof Api) => boolean {
  const closed = useAdminUser()?.closed ?? [];
  return (key) => !closed.includes(key);
}

/**
 * Several calls may meet the end of the same session; only the first speaks. A newer sign-in of
 * another tab is left alone.
 */
function expire(token: string): void {
  if (readText('adminToken') !== token) return;
  // The listeners first: they must know why the token goes before they see it gone.
  for (const listener of endings) listener();
  clearSession();
  toast.error('Authentication expired. Redirecting to login...');
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}
