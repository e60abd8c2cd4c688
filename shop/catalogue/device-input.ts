import { z } from 'zod';

const WRONG = 'Device ID must be 8 to 100 letters, digits, - or _';

/**
 * The random id of a device that votes and has a wishlist (D15, D16). It identifies no person and
 * is not a secret.
 */
const DeviceId = z.string({ error: WRONG }).regex(/^[A-Za-z0-9_-]{8,100}$/, WRONG);

export const DeviceInput = z.object({ deviceId: DeviceId });
