import { IncomingMessage } from 'node:http';

/** Chunks from this size on are kept as they come, bytes. */
const LARGE = 1_024;
/** Smaller ones are copied into blocks of up to this size, bytes. */
const BLOCK = 4_096;
const EMPTY = Buffer.alloc(0);

/**
 * A request whose body takes about the memory of its bytes, whoever keeps it: a parser, busboy, or the stream while nobody reads. Node
 * makes a Buffer of 400 bytes for each chunk, and a client may send chunks of one byte.
 */
export class ShopRequest extends IncomingMessage {
  #received = 0;
  #block = EMPTY;
  #start = 0;
  #end = 0;

  override push(chunk: Buffer | null): boolean {
    if (chunk === null) {
      this.#flush();
      return super.push(null);
    }
    const before = this.#received;
    this.#received += chunk.length;
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
