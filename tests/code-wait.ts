import { afterEach, beforeEach, vi } from 'vitest';

const { setTimeout } = globalThis;
const impatient = ((run: () => void, ms?: number, ...values: []) =>
  setTimeout(run, ms === 300 ? 0 : ms, ...values)) as typeof setTimeout;

/**
 * Codes are sent after at least 300 ms, whatever was found. The tests of this file do not wait;
 * `vi.restoreAllMocks()` makes one wait.
 */
export function withoutCodeWait(): void {
  beforeEach(() => {
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(impatient);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
}
