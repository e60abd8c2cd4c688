import pino, { type DestinationStream, type Logger } from 'pino';

/**
 * Log messages of the shop contain no personal data and no secrets (D47). This removes what
 * libraries add, at any level: requests with their headers, the bytes of a request that cannot be
 * parsed, and the values of a failed query.
 */
const REMOVED = ['req', 'res', 'headers', '*.headers', '*.rawPacket', 'err.parameters', 'err.detail', 'err.where'];

/** @param destination where the lines go; stdout if omitted */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino({ level, redact: { paths: REMOVED, remove: true } }, destination);
}
