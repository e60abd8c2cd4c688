import { IncomingMessage } from 'node:http';

// The guard of a shop without a proxy: bodies in chunks of one byte, or bodies that are never
// completed, would otherwise let one anonymous client fill its memory. Everything else that a proxy
// does well is left to Node's own limits.

/** Chunks from this size on are kept as they come, bytes. */
const LARGE = 1_024;
/** Smaller ones are copied into blocks of up to this size, bytes. */
const BLOCK = 4_096;
const EMPTY = Buffer.alloc(0);

/**
 * A request whose body takes about the memory of its bytes, whoever keeps it: a parser, busboy, or
 * the stream while nobody reads. Node makes a Buffer of 400 bytes for each chunk, and a client may
 * send chunks of one byte.
 */
export class ShopRequest extends IncomingMessage {
  #received = 0;
  #block = EMPTY;
  #start = 0;
  #end = 0;
  #unfinished: UnfinishedBodies | null = null;

  /** Counts the body among those that are not complete. */
  countIn(unfinished: UnfinishedBodies): void {
    this.#unfinished = unfinished;
  }

  /** Ends the count before the body is complete. */
  uncount(): void {
    this.#unfinished?.remove(this, this.#received);
    this.#unfinished = null;
  }

  override push(chunk: Buffer | null): boolean {
    if (chunk === null) {
      this.uncount();
      this.#flush();
      return super.push(null);
    }
    const before = this.#received;
    this.#received += chunk.length;
    this.#unfinished?.add(this, chunk.length);
    // What doubles the body is not small, so that a body in one piece is never copied.
    if (chunk.length >= Math.min(LARGE, before)) {
      this.#flush();
      return super.push(chunk);
    }
    let room = true;
    if (this.#end + chunk.length > this.#block.length) {
      room = this.#flush();
      this.#block = Buffer.allocUnsafeSlow(Math.min(BLOCK, before));
      this.#start = 0;
      this.#end = 0;
    }
    this.#end += chunk.copy(this.#block, this.#end);
    return room;
  }

  /** Hands on the small chunks so far; the rest of their block takes the next ones. */
  #flush(): boolean {
    if (this.#start === this.#end) return true;
    const chunk = this.#block.subarray(this.#start, this.#end);
    this.#start = this.#end;
    return super.push(chunk);
  }
}

/**
 * The bodies of which a part is still to come. Their clients may stop at any byte and leave the
 * rest to the time limit.
 */
export class UnfinishedBodies {
  /** In the order of their first bytes. */
  readonly #requests = new Set<ShopRequest>();
  #bytes = 0;
  #cut = 0;
  readonly #most: number;

  /** @param most bytes of all bodies together */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Cuts the oldest ones if there are too many bytes now: honest ones are complete within a moment
   * of their first byte.
   */
  add(request: ShopRequest, bytes: number): void {
    this.#requests.add(request);
    this.#bytes += bytes;
    for (const oldest of this.#requests) {
      if (this.#bytes <= this.#most) return;
      oldest.uncount();
      oldest.socket.destroy();
      this.#cut += 1;
    }
  }

  remove(request: ShopRequest, bytes: number): void {
    if (this.#requests.delete(request)) this.#bytes -= bytes;
  }

  /** @returns how many were cut since the last call */
  takeCut(): number {
    const cut = this.#cut;
    this.#cut = 0;
    return cut;
  }
}
