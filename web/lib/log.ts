/**
 * Where the browser's own faults go: the console, until the owner has another place for them. Never texts of a shopper (D47):
 * name what is wrong, not with whom.
 */
export function logError(message: string, details?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place that writes to it
  console.error(message, ...(details === undefined ? [] : [details]));
}
