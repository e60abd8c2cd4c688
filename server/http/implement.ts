import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  type BodyOf,
  type Contract,
  type Endpoint,
  Failure,
  failuresOf,
  type ParamsOf,
  paramsSchema,
  type QueryOf,
  type ResponseOf,
  splitKey,
} from '#shop/contract.ts';
import { installSentences } from '#shop/validation.ts';
import { guardFor } from './auth.ts';
import { takesFiles } from './multipart.ts';
import type { ShopApp } from './routes.ts';

installSentences();

/** A request that was validated against the endpoint's schemas. */
type ApiRequest<Key, E> = FastifyRequest & {
  params: ParamsOf<Key, E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
};

/**
 * Handles an endpoint. It returns the fields of the response, to which `success: true` is added. An
 * endpoint with two success statuses sets the status itself (`reply.code(201)`). To send a file,
 * the handler sends it and returns the reply.
 */
type Handler<Key, E> = (
  request: ApiRequest<Key, E>,
  reply: FastifyReply,
) => Promise<([ResponseOf<E>] extends [never] ? never : Omit<ResponseOf<E>, 'success'>) | FastifyReply>;

export type Handlers<C extends Contract> = { [Key in keyof C]: Handler<Key, C[Key]> };

/**
 * Extra checks of single endpoints; run after the guard and before the body is parsed. Path
 * parameters are not validated yet.
 */
type Checks<C> = { [Key in keyof C]?: (request: FastifyRequest) => Promise<void> };

/** Registers every endpoint of a contract. A missing handler is a type error. */
export function implement<C extends Contract>(
  app: ShopApp,
  contract: C,
  handlers: Handlers<C>,
  checks: Checks<C> = {},
): void {
  for (const [key, endpoint] of Object.entries(contract)) {
    const handler = handlers[key as keyof C] as unknown as Handler<string, Endpoint>;
    const check = checks[key as keyof C];
    const { files } = endpoint;
    if (files)
      takesFiles(app, { bytes: files.bytes, files: files.most }, (area) =>
        register(area, key, endpoint, handler, check),
      );
    else register(app, key, endpoint, handler, check);
  }
}

function register(
  app: ShopApp,
  key: string,
  endpoint: Endpoint,
  handler: Handler<string, Endpoint>,
  check: ((request: FastifyRequest) => Promise<void>) | undefined,
): void {
  const { method, path } = splitKey(key);
  const statuses = Object.keys(endpoint.responses).map(Number);
  const onRequest = [guardFor(app, endpoint), check].filter((hook) => hook !== undefined);
  app.route({
    method,
    url: path,
    onRequest,
    ...(endpoint.bodyLimit ? { bodyLimit: endpoint.bodyLimit } : {}),
    schema: schemaOf(endpoint, key),
    handler: async (request, reply) => {
      if (statuses.length === 1) reply.code(statuses[0] as number);
      const result: object | undefined = await handler(request as ApiRequest<string, Endpoint>, reply);
      // A reply is thenable: awaiting it waits until the file is sent or its client is gone, and
      // gives undefined.
      return result && { success: true, ...result };
    },
  });
}

/** Who may call an endpoint, in the words of the OpenAPI document. */
const WHO: Record<Endpoint['access'], string> = {
  public: 'For everybody.',
  'guest-or-staff': 'For staff, and for the holder of the order token.',
  staff: 'For staff: admins and managers.',
  admin: 'For admins only.',
};

const WHO_HOLDS = 'For shoppers; an order that exists needs its token.';

/** The Fastify schema of an endpoint, for validation, serialization and OpenAPI. */
function schemaOf(endpoint: Endpoint, key: string): FastifySchema {
  const { tag, summary, access, scope, orderToken, query, headers, body, form, files, responses } = endpoint;
  const params = paramsSchema(endpoint, splitKey(key).path);
  const staff = access === 'public' ? [] : [{ admin: [] }];
  const keys = scope && access !== 'public' ? [{ key: [] }] : [];
  const security = [...(orderToken ? [{ order: [] }] : []), ...staff, ...keys];
  const people = orderToken && access === 'public' ? WHO_HOLDS : WHO[access];
  const successes = Object.entries(responses).map(([status, response]) => [
    status,
    response instanceof z.ZodType ? response : { content: { [response.contentType]: { schema: z.string() } } },
  ]);
  const failures = failuresOf(endpoint, key).map((status) => [status, Failure]);
  return {
    tags: [tag],
    summary,
    description: scope ? `${people} API keys need ${scope}.` : people,
    ...(security.length > 0 ? { security } : {}),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(headers ? { headers } : {}),
    ...(body ? { body } : {}),
    ...(form ? { consumes: ['application/json', 'application/x-www-form-urlencoded'] } : {}),
    ...(files ? { consumes: ['multipart/form-data'], files } : {}),
    response: Object.fromEntries([...successes, ...failures]),
  };
}

type DescribedFiles = { files?: NonNullable<Endpoint['files']> };

/**
 * The OpenAPI transform of a route. Multipart bodies are described here, since Fastify does not
 * validate them.
 */
export const describeRoute: typeof jsonSchemaTransform = (route) => {
  const { schema, url } = jsonSchemaTransform(route);
  const { files, ...described } = schema as FastifySchema & DescribedFiles;
  if (!files) return { schema: described, url };
  const file = { type: 'string', format: 'binary' };
  const field = files.most === 1 ? file : { type: 'array', items: file, maxItems: files.most };
  return { schema: { ...described, body: { type: 'object', properties: { [files.field]: field } } }, url };
};
