/**
 * The grievance register: complaints among the contact messages, with the two clocks of the
 * E-Commerce Rules 2020 (docs/india.md).
 */

const HOUR_MS = 3_600_000;
/** From the message to the acknowledgement, and to the answer. */
export const ACKNOWLEDGE_MS = 48 * HOUR_MS;
export const RESOLVE_MS = 30 * 24 * HOUR_MS;
/** Longest note on how a complaint was settled, in characters. */
export const CLOSING_NOTE_LENGTH = 1_000;

export const GRIEVANCE_STEPS = ['register', 'withdraw', 'acknowledge', 'close'] as const;
export type GrievanceStep = (typeof GRIEVANCE_STEPS)[number];

/** Times in epoch ms. */
export interface GrievanceTimes {
  createdAt: number;
  acknowledgedAt: number | null;
  closedAt: number | null;
}

/** When a complaint must be acknowledged and settled. */
export function grievanceLimits({ createdAt }: Pick<GrievanceTimes, 'createdAt'>): {
  acknowledgeBy: number;
  resolveBy: number;
} {
  return { acknowledgeBy: createdAt + ACKNOWLEDGE_MS, resolveBy: createdAt + RESOLVE_MS };
}

/** Whether an open complaint has passed one of its limits. */
export function isOverdue(times: GrievanceTimes, now: number): boolean {
  if (times.closedAt !== null) return false;
  const { acknowledgeBy, resolveBy } = grievanceLimits(times);
  return now > resolveBy || (times.acknowledgedAt === null && now > acknowledgeBy);
}

/**
 * What a step makes of a message that is a complaint (`times`) or not (null). A closed complaint
 * stays as it is, and each is acknowledged once. Closing a complaint that was never acknowledged
 * also acknowledges it.
 *
 * @returns the new times, null when it is no complaint any more, or 'no' when the step does not
 *   apply
 */
export function takeStep(
  times: GrievanceTimes | null,
  step: GrievanceStep,
  { createdAt, now }: { createdAt: number; now: number },
): GrievanceTimes | null | 'no' {
  if (step === 'register') return times === null ? { createdAt, acknowledgedAt: null, closedAt: null } : 'no';
  if (times === null || times.closedAt !== null) return 'no';
  switch (step) {
    case 'withdraw':
      return null;
    case 'acknowledge':
      return times.acknowledgedAt === null ? { ...times, acknowledgedAt: now } : 'no';
    case 'close':
      return { ...times, acknowledgedAt: times.acknowledgedAt ?? now, closedAt: now };
  }
}
