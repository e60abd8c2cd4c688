import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Bounds of what clients leave unread: Node keeps every byte of a response until the system takes
 * it.
 */
export const UNREAD_LIMITS = {
  /** How often connections are checked, ms. */
  progress: 1_000,
  /**
   * How long a client may read less than `bytesPerSecond`, ms. The system takes more only once a
   * third of its buffer is empty, which is 0.9 MB between a proxy and a shop on one machine.
   */
  slow: 60_000,
  bytesPerSecond: 1_000,
  /** Unread bytes of all connections together. */
  unread: 64 * 1024 * 1024,
};

interface Reader {
  /** Responses that are not sent yet, in their order: only the first one uses the socket. */
  responses: ServerResponse[];
  /**
   * While bytes wait for the client: how many the system had taken at the last check, and when more
   * is due.
   */
  wait: { taken: number; due: number } | null;
}

/** Parts of Node's handle of a socket: a single large write shows its progress nowhere else. */
interface Handle {
  /** Bytes of all writes that have begun. */
  bytesWritten: number;
  /** Those of them that the system has not taken yet. */
  writeQueueSize: number;
}

/**
 * Cuts the connections that read too slowly, and those that have read least lately while all
 * together leave too much unread.
 *
 * @param now ms
 */
export function cutUnread(connections: ReadonlyMap<Socket, Reader>, limits: typeof UNREAD_LIMITS, now: number): void {
  const waiting: { socket: Socket; bytes: number; due: number }[] = [];
  let total = 0;
  for (const [socket, reader] of connections) {
    if (reader.responses.length === 0) {
      reader.wait = null;
      continue;
    }
    const due = dueOf(socket, reader, limits, now);
    if (due <= now) {
      socket.destroy();
      continue;
    }
    // The bytes of the socket are those of the first response.
    const bytes = reader.responses.reduce((sum, response) => sum + response.writableLength, 0);
    if (bytes === 0) continue;
    total += bytes;
    waiting.push({ socket, bytes, due });
  }
  if (total <= limits.unread) return;
  for (const { socket, bytes } of waiting.sort((one, other) => one.due - other.due)) {
    if (total <= limits.unread) break;
    socket.destroy();
    total -= bytes;
  }
}

/**
 * When a connection must have read more. A client that reads faster than it must has all its time
 * again, and no more than that.
 */
function dueOf(socket: Socket, reader: Reader, { slow, bytesPerSecond }: typeof UNREAD_LIMITS, now: number): number {
  const handle = (socket as Socket & { _handle?: Handle | null })._handle;
  if (!handle || socket.writableLength === 0) {
    reader.wait = null;
    return now + slow;
  }
  const taken = handle.bytesWritten - handle.writeQueueSize;
  const wait = reader.wait ?? { taken, due: now + slow };
  const due = Math.min(now + slow, wait.due + ((taken - wait.taken) / bytesPerSecond) * 1_000);
  reader.wait = { taken, due };
  return due;
}
