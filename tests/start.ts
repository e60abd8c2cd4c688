/** 20 Nov 2026, 12:00 in India: the demo's own reference day, so that 'today' is the same in every run. */
export const START = Date.UTC(2026, 10, 20, 6, 30);
