import type { FastifyReply } from 'fastify';
import type { Attachment } from '../mail/delivery.ts';

/** Sends a file that was made for this response. */
export function sendFile(reply: FastifyReply, { filename, contentType, content }: Attachment): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${filename}"`)
    .type(contentType)
    .send(content);
}
