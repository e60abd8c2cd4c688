import type { FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { answerError } from '#server/http/errors.ts';
import type { ShopApp } from '#server/http/routes.ts';
import type { Services } from '#server/services.ts';
import { isShopError, statusOf } from '#shop/errors.ts';
import { isEmail } from '#shop/text/text.ts';

const FORM = 'application/x-www-form-urlencoded';
/** An address of 254 characters, percent-encoded, and its name. */
const FORM_LIMIT = 2_048;

const WRONG = 'Please enter a valid email address';

const NewsletterInput = z.object({
  email: z
    .string({ error: WRONG })
    .overwrite((text) => text.trim().toLowerCase())
    .refine(isEmail, WRONG),
});

/** What stands behind `#newsletter-` in the address after a form post; the footer shows the sentence of that name (CSS `:target`). */
type Outcome = 'thanks' | 'invalid' | 'later';

/** POST /newsletter (D10, D50). */
export function newsletterRoutes(app: ShopApp, { newsletter }: Services): void {
  // The block stands in the footer of every page and works before (or without) JavaScript, as a plain form. So this one
  // route reads form bodies; the parser lives in this plugin alone, every other route of the API refuses them (415).
  // A form of another site can be posted here without asking: all it can do is put an address on the list, which anybody
  // may do anyway. No cookie or session is read.
  app.register(async (instance) => {
    const scope = instance as unknown as ShopApp;
    scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_request, body, done) => {
      done(null, { email: new URLSearchParams(body.toString()).get('email') ?? '' });
    });
    scope.setErrorHandler((error, request, reply) => {
      const outcome = isForm(request) ? outcomeOf(error) : null;
      return outcome ? reply.redirect(pageAfter(outcome), 303) : answerError(error, request, reply);
    });

    scope.post(
      '/newsletter',
      {
        schema: {
          tags: ['contacts'],
          summary: 'Put an e-mail address on the newsletter list; the answer is the same whether it was there or not',
          consumes: ['application/json', FORM],
          body: NewsletterInput,
          response: { 200: z.object({ success: z.literal(true), message: z.string() }) },
        },
      },
      async (request, reply) => {
        await newsletter.subscribe(request.body.email, request.ip);
        if (isForm(request)) {
          return reply.redirect(pageAfter('thanks'), 303);
        }
        return { success: true as const, message: 'Thank you. You are on the list.' };
      },
    );
  });
}

function isForm(request: FastifyRequest): boolean {
  return request.headers['content-type']?.toLowerCase().startsWith(FORM) ?? false;
}

/** What a person without JavaScript is told of a refusal; null for failures that have to be seen and logged as such. */
function outcomeOf(error: unknown): Outcome | null {
  if (hasZodFastifySchemaValidationErrors(error)) {
    return 'invalid';
  }
  return isShopError(error) && [429, 503].includes(statusOf(error.code)) ? 'later' : null;
}

/** A fixed path of the shop: never built from a header or the body. */
function pageAfter(outcome: Outcome): string {
  return `/#newsletter-${outcome}`;
}
