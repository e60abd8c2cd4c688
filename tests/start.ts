/**
 * 20 Nov 2026, 12:00 in India: the reference date of the demo data, so that 'today' is the same in
 * every run.
 */
export const START = Date.UTC(2026, 10, 20, 6, 30);
