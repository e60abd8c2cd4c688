import type { HealthCheck } from '#shop/operations/api.ts';

/** What a check found, in sentences for an operator. */

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const GB = 1024 ** 3;

export type Finding = Omit<HealthCheck, 'name'>;

export const well = (text: string): Finding => ({ state: 'ok', text, action: null });
export const warn = (text: string, action: string): Finding => ({ state: 'warn', text, action });
export const fault = (text: string, action: string): Finding => ({ state: 'fault', text, action });

export function gigabytes(bytes: number): string {
  return bytes < GB / 10 ? `${(bytes / 1024 ** 2).toFixed(1)} MB` : `${(bytes / GB).toFixed(1)} GB`;
}

export function duration(ms: number): string {
  if (ms < 2 * HOUR) return count(Math.max(0, Math.round(ms / MINUTE)), 'minute');
  return ms < 2 * DAY ? count(Math.round(ms / HOUR), 'hour') : count(Math.round(ms / DAY), 'day');
}

export function count(number: number, word: string, words = `${word}s`): string {
  return `${number} ${number === 1 ? word : words}`;
}

/** The message of an error without credentials: fetch hides the reason in `cause`. */
export function reason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  return (cause || (error instanceof Error ? error.message || error.name : String(error)))
    .replace(/\/\/[^@/\s]*@/g, '//')
    .replace(/\s+/g, ' ')
    .replace(/\.$/, '');
}
