import fastifyMultipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { isShopError, ShopError } from '#shop/errors.ts';
import type { ShopApp } from './routes.ts';

export interface FileLimits {
  /** Bytes of one file. */
  bytes: number;
  /** Files of one request. */
  files: number;
}

export interface SentFile {
  /** As the sender calls it; never a path to write to. */
  name: string;
  /** What the sender says that it is; look at the bytes. */
  type: string;
  bytes: Buffer;
}

/** Room for the boundaries and headers around the files. */
const AROUND_BYTES = 16 * 1024;

/**
 * Registers routes that take files as multipart/form-data. Only they do: everywhere else a form of another site stays refused
 * (CSRF). A request that says that it is larger than it may be is refused before its body is read.
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
    area.addHook('onRequest', async (request) => {
      if (Number(request.headers['content-length'] ?? 0) > limits.bytes * limits.files + AROUND_BYTES) {
        throw new ShopError(limits.files === 1 ? 'file_too_large' : 'payload_too_large');
      }
    });
    routes(area);
  });
}

/**
 * The files of a request under the form field `field`, whole, in the order sent; others are passed over.
 *
 * @param tooLarge what to say of a file that is too large, by its name; otherwise the sentence of the list
 * @throws ShopError file_too_large, payload_too_large (too many), upload_invalid (not multipart, cut off, or no such file)
 */
export async function filesOf(
  request: FastifyRequest,
  field: string,
  tooLarge?: (name: string) => { message: string },
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
    const code = refusalOf(error);
    const errors = [{ path: `${field}.${files.length}`, msg: tooLarge?.(current).message ?? '' }];
    throw new ShopError(code, code === 'file_too_large' && tooLarge ? { ...tooLarge(current), errors } : {});
  }
  if (files.length === 0) {
    throw new ShopError('upload_invalid');
  }
  return files;
}

function refusalOf(error: unknown): 'file_too_large' | 'payload_too_large' | 'upload_invalid' {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  if (code === 'FST_REQ_FILE_TOO_LARGE') return 'file_too_large';
  return code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT'
    ? 'payload_too_large'
    : 'upload_invalid';
}
