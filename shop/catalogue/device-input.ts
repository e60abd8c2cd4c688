import { z } from 'zod';

const WRONG = 'Device ID must be 8 to 100 letters, digits, - or _';

/** The random name of a device that votes and keeps a wishlist (D15, D16). No person and no secret is behind it. */
export const DeviceId = z.string({ error: WRONG }).regex(/^[A-Za-z0-9_-]{8,100}$/, WRONG);

export const DeviceInput = z.object({ deviceId: DeviceId });
