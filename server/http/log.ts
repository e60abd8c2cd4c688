import pino, { type DestinationStream, type Logger } from 'pino';

/**
 * Log messages of the shop contain no personal data and no secrets (D47). This removes what
 * libraries add, at any level: requests with their headers, the bytes of a request that cannot be
 * parsed, and the values of a failed query.
 */
const REMOVED = ['req', 'res', 'headers', '*.headers', '*.rawPacket', 'err.parameters', 'err.detail', 'err.where'];

export interface LogWatcher {
  /** Fields of every log line. */
  mixin(): object;
  /** Takes every log line, beside the destination. */
  stream: DestinationStream;
}

/** @param destination where the lines go; stdout if omitted */
export function createLog(level: string, destination?: DestinationStream, watcher?: LogWatcher | null): Logger {
  const redact = { paths: REMOVED, remove: true };
  if (!watcher) return pino({ level, redact }, destination);
  const streams = [{ stream: destination ?? pino.destination(1) }, { stream: watcher.stream }];
  // Both take whatever passes the level of the log.
  const all = streams.map((stream) => ({ ...stream, level: 'trace' as const }));
  return pino({ level, redact, mixin: watcher.mixin }, pino.multistream(all));
}
