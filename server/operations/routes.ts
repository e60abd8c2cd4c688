import { operationsApi } from '#shop/operations/api.ts';
import { type Background, runBeside } from '../background.ts';
import type { ServiceContext } from '../context.ts';
import { actorOf } from '../http/auth.ts';
import { implement } from '../http/implement.ts';
import type { ShopApp } from '../http/routes.ts';
import type { MailService } from '../mail/mail.service.ts';
import { examine, type Sources } from './doctor.ts';

interface RouteDeps extends Sources {
  arrivals: Sources['arrivals'] & Background;
  backup: Background;
  /** The index of texts. */
  trigrams: Background;
  context: ServiceContext;
  mail: Pick<MailService, 'failedCount' | 'resendFailed'>;
}

/** The health of the shop, for the owner. */
export async function operationsArea(app: ShopApp, services: RouteDeps): Promise<void> {
  const { context, backup, arrivals, trigrams } = services;
  runBeside(app, () => [backup, arrivals, trigrams]);

  implement(app, operationsApi, {
    'GET /admin/doctor': async ({ headers }) => ({
      checks: await examine({
        ...context,
        sources: services,
        forwardedFor: headers['x-forwarded-for']?.toString() ?? '',
      }),
      failedMails: await services.mail.failedCount(),
    }),

    'POST /admin/mails/resend': async (request) => {
      const { count, left } = await services.mail.resendFailed(actorOf(request));
      const sent = count === 1 ? '1 email is' : `${count} emails are`;
      const more = left > 0 ? ` ${left} more can follow.` : '';
      return { message: count > 0 ? `${sent} on the way.${more}` : 'No failed email is left.', count, left };
    },
  });
}
