/** The kind of a database error, on both engines. 'other' is a bug or an outage. */
export type DatabaseFailure = 'unique' | 'busy' | 'full' | 'check' | 'foreign' | 'other';

/** pg's messages for a lost connection or a connection timeout; these errors have no code. */
const LOST_CONNECTION =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Query read timeout)/;

const BUSY = new Set([
  // Serialization failure, deadlock, lock not available, too many connections, statement timeout.
  '40001',
  '40P01',
  '55P03',
  '53300',
  '57014',
  // The server stops, has crashed or starts, or became a read-only standby.
  '57P01',
  '57P02',
  '57P03',
  '25006',
  // The network, or the name of the server.
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EAI_AGAIN',
  'ENOTFOUND',
]);
const LOST_CODES = new Set(['57P01', '57P02', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE']);

/**
 * Classifies a database error.
 *
 * Sources: SQLite extended result codes (`errcode`), PostgreSQL error codes (SQLSTATE).
 */
export function databaseFailure(error: unknown): DatabaseFailure {
  if (typeof error !== 'object' || error === null) {
    return 'other';
  }
  const sqlite = 'errcode' in error ? error.errcode : undefined;
  if (typeof sqlite === 'number') {
    if (sqlite === 2067 || sqlite === 1555) return 'unique';
    if (sqlite === 275) return 'check';
    if (sqlite === 787) return 'foreign';
    if ((sqlite & 0xff) === 5 || (sqlite & 0xff) === 6) return 'busy';
    // Full, read-only, I/O error, cannot open: problems of the disk.
    if ([13, 8, 10, 14].includes(sqlite & 0xff)) return 'full';
    return 'other';
  }
  const state = 'code' in error ? error.code : undefined;
  if (typeof state !== 'string') {
    return error instanceof Error && LOST_CONNECTION.test(error.message) ? 'busy' : 'other';
  }
  if (state === '23505') return 'unique';
  if (state === '23514') return 'check';
  if (state === '23503') return 'foreign';
  if (BUSY.has(state) || state.startsWith('08')) return 'busy';
  if (state === '53100') return 'full';
  return 'other';
}

/**
 * True if the database can be read but not written: the disk is full, or PostgreSQL is a standby.
 */
export function takesNoWrites(error: unknown): boolean {
  return databaseFailure(error) === 'full' || Object(error).code === '25006';
}

/** Runs a write; when another one has taken what must be unique, this error is thrown instead. */
export async function unlessTaken<T>(run: () => Promise<T>, taken: () => Error): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw databaseFailure(error) === 'unique' ? taken() : error;
  }
}

/** True if a statement waited for a lock until its time was over. */
export function isLocked(error: unknown): boolean {
  const { code, errcode } = Object(error);
  return code === '57014' || code === '55P03' || (typeof errcode === 'number' && (errcode & 0xff) === 5);
}

/**
 * True if PostgreSQL ended the connection, or the network did: what became of a commit that was on
 * its way is unknown.
 */
export function isLostConnection(error: unknown): boolean {
  const { code } = Object(error);
  if (typeof code === 'string') return LOST_CODES.has(code) || code.startsWith('08');
  return error instanceof Error && LOST_CONNECTION.test(error.message);
}

/** True if this process may not write the file of SQLite, or not open it. */
export function isUnwritable(error: unknown): boolean {
  const { errcode } = Object(error);
  return typeof errcode === 'number' && [8, 14].includes(errcode & 0xff);
}

/** True if the file of SQLite is damaged, or no database. */
export function isDamaged(error: unknown): boolean {
  const { errcode } = Object(error);
  return typeof errcode === 'number' && [11, 26].includes(errcode & 0xff);
}

/** True for errors after which the whole transaction can be retried (fault 8). */
export function mayRetry(error: unknown): boolean {
  const { code } = Object(error);
  return code === '40001' || code === '40P01';
}
