import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyReply } from 'fastify';
import { jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { API_RULES } from './api-rules.ts';
import { describeRoute } from './implement.ts';
import type { ShopApp } from './routes.ts';
import { DOCS_CSP } from './security.ts';

export interface ApiDocument {
  /** Sends the OpenAPI document. */
  send(reply: FastifyReply): FastifyReply;
}

/** Describes every route that is registered after this call in an OpenAPI document. */
export async function describeApi(app: ShopApp, version: string): Promise<ApiDocument> {
  await app.register(fastifySwagger, {
    openapi: {
      info: { title: 'Kishmish', version, description: API_RULES },
      components: {
        securitySchemes: {
          admin: { type: 'http', scheme: 'bearer' },
          key: { type: 'http', scheme: 'bearer', description: 'An API key' },
          order: { type: 'apiKey', in: 'header', name: 'x-order-token' },
        },
      },
    },
    transform: describeRoute,
    transformObject: jsonSchemaTransformObject,
  });
  // Made once, and as bytes: each client that does not read its response would keep a copy of a
  // text.
  let bytes: Buffer | undefined;
  return {
    send(reply) {
      bytes ??= Buffer.from(JSON.stringify(app.swagger()));
      return reply.type('application/json; charset=utf-8').send(bytes);
    },
  };
}

/**
 * The documentation of the API (D5) at `/api/docs`. Outside the scope of the API, because the page
 * needs its own CSP and the plugin writes its prefix into the page.
 */
export async function apiDocs(app: ShopApp, { document }: { document: ApiDocument }): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'content-security-policy': DOCS_CSP, 'cache-control': 'no-cache' });
  });
  app.addHook('onRequest', app.rateLimit({}));
  app.addHook('preHandler', (request, reply, done) => {
    if (request.routeOptions.url === '/api/docs/json') document.send(reply);
    else done();
  });
  await app.register(fastifySwaggerUi, { routePrefix: '/api/docs' });
}
