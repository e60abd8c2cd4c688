import { errorCodes, type FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { actorOf } from '#server/http/auth.ts';
import { sendCsv } from '#server/http/csv.ts';
import { sendError } from '#server/http/errors.ts';
import { implement } from '#server/http/implement.ts';
import type { ShopApp } from '#server/http/routes.ts';
import { newsletterApi, newsletterListApi } from '#shop/contacts/api.ts';
import { isShopError, statusOf } from '#shop/errors.ts';
import type { NewsletterService } from './service.ts';

const FORM = 'application/x-www-form-urlencoded';
/** In bytes: an address of 254 characters, percent-encoded, with its field name. */
const FORM_LIMIT = 2_048;

/**
 * The suffix of the `#newsletter-` fragment after a form post. The footer displays the matching
 * message (CSS `:target`).
 */
type Outcome = 'thanks' | 'invalid' | 'later';

/** The newsletter: sign-up in the footer (D10, D50) and the list for staff. */
export function newsletterRoutes(app: ShopApp, { newsletter }: { newsletter: NewsletterService }): void {
  // The sign-up is on every page and works without JavaScript as a plain form, so this route parses
  // form bodies. The parser is registered only in this plugin; every other API route rejects forms
  // with 415. A form on another site can post here, but it can only add an address to the list,
  // which anybody can do. No cookie or session is read.
  app.register(async (instance) => {
    const scope = instance as unknown as ShopApp;
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => {
      // Checked here: the limit of the endpoint, which is for JSON, replaces the limit of a parser.
      if (body.length > FORM_LIMIT) return done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
      done(null, { email: new URLSearchParams(body.toString()).get('email') ?? '' });
    });
    scope.setErrorHandler((error, request, reply) => {
      const outcome = isForm(request) ? outcomeOf(error) : null;
      return outcome ? reply.redirect(pageAfter(outcome), 303) : sendError(error, request, reply);
    });
    implement(scope, newsletterApi, {
      'POST /newsletter': async (request, reply) => {
        await newsletter.subscribe(request.body.email, request.ip);
        return isForm(request)
          ? reply.redirect(pageAfter('thanks'), 303)
          : { message: 'Thank you. You are on the list.' };
      },
    });
  });

  implement(app, newsletterListApi, {
    'GET /newsletter': async ({ query }) => newsletter.list(query),

    'GET /newsletter/export': async (request, reply) => {
      const file = await newsletter.exportList(request.query.search ?? '', actorOf(request));
      return sendCsv(reply, file.name, file.pieces);
    },

    'DELETE /newsletter/:email': async (request) => {
      await newsletter.remove(request.params.email, actorOf(request));
      return { message: 'Address removed from the newsletter' };
    },
  });
}

function isForm(request: FastifyRequest): boolean {
  return request.headers['content-type']?.toLowerCase().startsWith(FORM) ?? false;
}

/**
 * The outcome to display without JavaScript when the sign-up failed, or null for errors that the
 * error handler must report.
 */
function outcomeOf(error: unknown): Outcome | null {
  if (hasZodFastifySchemaValidationErrors(error)) {
    return 'invalid';
  }
  return isShopError(error) && [429, 503].includes(statusOf(error.code)) ? 'later' : null;
}

/** The redirect target. It is a fixed path, never built from a header or the body. */
function pageAfter(outcome: Outcome): string {
  return `/#newsletter-${outcome}`;
}
