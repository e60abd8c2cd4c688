import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { Failure } from '#shop/contract.ts';
import { type ErrorCode, isShopError, sentenceOf, statusOf } from '#shop/errors.ts';
import { databaseFailure } from '../database/errors.ts';
import { speaking } from '../language.ts';
import { requestLanguage } from './language.ts';

/**
 * Error handler: maps an error to the documented response. Expected failures keep their message;
 * everything else is a bug or an outage, which is logged in full and returned without details.
 */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  speaking(requestLanguage(request), () => answerError(error, request, reply));
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (isShopError(error)) {
    const status = statusOf(error.code);
    if (status === 503) {
      reply.header('retry-after', '2');
    } else if (error.code === 'too_many_attempts') {
      // Where the sentence names an hour or a day, an earlier attempt does no harm.
      reply.header('retry-after', '900');
    }
    const details = error.details;
    send(reply, status, {
      success: false,
      message: error.message,
      ...(error.errors ? { errors: error.errors } : {}),
      ...(isRecord(details) && 'data' in details ? { data: details.data } : {}),
    });
    return;
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation.map((issue) => ({
      path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
      msg: issue.message ?? sentenceOf('validation'),
    }));
    const only = errors.length === 1 ? errors[0]?.msg : undefined;
    send(reply, 400, { success: false, message: only ?? sentenceOf('validation'), errors });
    return;
  }
  const known = knownFastifyError(error as FastifyError);
  if (known) {
    send(reply, statusOf(known), { success: false, message: sentenceOf(known) });
    return;
  }
  if (isOutage(error)) {
    request.log.error({ err: error }, 'database unavailable');
    reply.header('retry-after', '2');
    send(reply, statusOf('busy'), { success: false, message: sentenceOf('busy') });
    return;
  }
  request.log.error({ err: error }, 'request failed');
  send(reply, 500, { success: false, message: sentenceOf('internal') });
}

/** True if the database cannot do its work now: what was asked for may succeed later. */
export function isOutage(error: unknown): boolean {
  const failure = databaseFailure(error);
  return failure === 'busy' || failure === 'full';
}

/** Maps Fastify's own errors to error codes of the shop. */
function knownFastifyError(error: FastifyError): ErrorCode | null {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return 'bad_json';
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return 'unsupported_media';
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return 'payload_too_large';
    default:
  }
  switch (error.statusCode) {
    // @fastify/static: a path outside its root folder.
    case 403:
    case 404:
      return 'not_found';
    case 400:
      // secure-json-parse rejects __proto__ and constructor.prototype with a 400 that has no code.
      return 'bad_json';
    case 413:
      return 'payload_too_large';
    case 415:
      return 'unsupported_media';
    // @fastify/static: a range beyond the end of the file.
    case 416:
      return 'no_such_part';
    case 429:
      return 'rate_limited';
    case 503:
      return 'busy';
    default:
      return null;
  }
}

function send(reply: FastifyReply, status: number, body: Failure): void {
  // The route's serializer covers only its success responses.
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(body);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
