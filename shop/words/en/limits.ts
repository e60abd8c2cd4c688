/** After too many attempts in a window of more than 15 minutes (server/http/limits.ts). */
export const LONG_LIMITS = {
  hour: 'Too many attempts. Please wait an hour and try again.',
  day: 'Too many attempts. Please try again tomorrow.',
};
