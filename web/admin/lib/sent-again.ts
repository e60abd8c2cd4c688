import { isApiError } from '#web/lib/api.ts';

/** Changes that are sent again with the same key (`once`) when their response was lost. */

/** Said when it is not known whether a change was saved. */
export const NO_RESPONSE = 'No response from the shop. Please try again: it is saved only once.';

/**
 * A try whose response was lost had succeeded, and something else was sent with its key: what is
 * shown is not current.
 */
export function isOutdated(error: unknown): boolean {
  return isApiError(error) && error.errors.some(({ path }) => path === 'once');
}
