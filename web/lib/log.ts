/**
 * Logs errors of the browser code to the console. Never log personal data of a shopper (D47):
 * describe what went wrong, not who was affected.
 */
export function logError(message: string, details?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place that writes to it
  console.error(message, ...(details === undefined ? [] : [details]));
}
