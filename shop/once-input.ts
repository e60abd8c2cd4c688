import { z } from 'zod';

/**
 * Made by the client for one act, so that it counts once when it is sent again because its response
 * was lost. Known for a day.
 */
export const once = z
  .string()
  .regex(/^[0-9a-f]{32}$/, 'once must be 32 hex digits')
  .optional();
