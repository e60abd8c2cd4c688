import fastifyMultipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { isShopError, ShopError } from '#shop/errors.ts';
import { ShopRequest } from './bodies.ts';
import type { ShopApp } from './routes.ts';

export interface FileLimits {
  /** Bytes of one file. */
  bytes: number;
  /** Files of one request. */
  files: number;
}

export interface SentFile {
  /** File name sent by the client; never use it as a path. */
  name: string;
  /** MIME type sent by the client; do not trust it, check the bytes. */
  type: string;
  bytes: Buffer;
}

/** Allowance for the boundaries and headers around the files, bytes. */
const AROUND_BYTES = 16 * 1024;

/**
 * Bytes of all requests to a route that are being read: ten photos. Each is in memory before it can
 * wait for anything.
 */
const MOST_READING = 50 * 1024 * 1024;

/**
 * Registers routes that accept files as multipart/form-data. All other routes reject multipart, so
 * that forms of other sites cannot post to them (CSRF). A request whose Content-Length is over the
 * limit is rejected before its body is read, and so is one that comes while others take all the
 * memory for it.
 */
export function takesFiles(app: ShopApp, limits: FileLimits, routes: (area: ShopApp) => void): void {
  app.register(async (instance) => {
    const area = instance as unknown as ShopApp;
    await area.register(fastifyMultipart, {
      limits: {
        fileSize: limits.bytes,
        files: limits.files,
        fields: 8,
        parts: limits.files + 8,
        fieldSize: 1_000,
        fieldNameSize: 100,
        headerPairs: 40,
      },
    });
    const most = limits.bytes * limits.files + AROUND_BYTES;
    area.addHook('onRequest', async (request) => {
      if (Number(request.headers['content-length'] ?? 0) > most) {
        throw new ShopError(limits.files === 1 ? 'file_too_large' : 'payload_too_large');
      }
    });
    let reading = 0;
    // After the guards, so that only those who may send something take room.
    area.addHook('preHandler', async (request, reply) => {
      // The client went away meanwhile: no event would free its room.
      if (request.raw.destroyed) throw new ShopError('upload_invalid');
      let bytes = Number(request.headers['content-length'] ?? most);
      if (reading > 0 && reading + bytes > MOST_READING) throw new ShopError('busy');
      reading += bytes;
      if (request.raw instanceof ShopRequest) request.raw.uncount();
      const free = () => {
        reading -= bytes;
        bytes = 0;
      };
      request.raw.once('close', free);
      reply.raw.once('close', free);
    });
    routes(area);
  });
}

/**
 * Reads the files of the form field `field` into memory, in the order sent. Files of other fields
 * are skipped.
 *
 * @param tooLarge the message for a file that is too large, by its name; the default message of
 *   `file_too_large` if omitted
 * @param tooMany the message for more files than allowed; the default message of
 *   `payload_too_large` if omitted
 * @throws ShopError file_too_large, payload_too_large (too many), upload_invalid (not multipart,
 *   truncated, or no file in the field)
 */
export async function filesOf(
  request: FastifyRequest,
  field: string,
  tooLarge?: (name: string) => { message: string },
  tooMany?: string,
): Promise<SentFile[]> {
  const files: SentFile[] = [];
  let current = '';
  try {
    for await (const part of request.files()) {
      current = part.filename ?? '';
      if (part.fieldname === field) {
        files.push({ name: part.filename ?? '', type: part.mimetype, bytes: await part.toBuffer() });
      } else {
        part.file.resume();
      }
    }
  } catch (error) {
    if (isShopError(error)) throw error;
    const errors = [{ path: `${field}.${files.length}`, msg: tooLarge?.(current).message ?? '' }];
    if (tooMany && Object(error).code === 'FST_FILES_LIMIT') {
      throw new ShopError('payload_too_large', { message: tooMany });
    }
    const code = errorCodeOf(error);
    throw new ShopError(code, code === 'file_too_large' && tooLarge ? { ...tooLarge(current), errors } : {});
  }
  if (files.length === 0) {
    throw new ShopError('upload_invalid');
  }
  return files;
}

function errorCodeOf(error: unknown): 'file_too_large' | 'payload_too_large' | 'upload_invalid' {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  if (code === 'FST_REQ_FILE_TOO_LARGE') return 'file_too_large';
  return code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT'
    ? 'payload_too_large'
    : 'upload_invalid';
}
