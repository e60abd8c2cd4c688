import type { ServiceContext } from '#server/context.ts';
import { transact } from '#server/database/transact.ts';
import { LIMITS, limitAttempts } from '#server/http/limits.ts';
import { subscriberList } from './list.ts';
import { upsertSubscriber } from './newsletter.queries.ts';

/** The newsletter list of the footer (D10). */
export function createNewsletterService(context: ServiceContext) {
  return {
    ...subscriberList(context),

    /**
     * Adds an address to the list. Known and unknown addresses use the same statement, so neither
     * the response nor its timing reveals who is on the list.
     *
     * @param email in lower case
     * @param address network address of the sender, used only for rate limiting
     * @throws ShopError('too_many_attempts')
     */
    async subscribe(email: string, address: string): Promise<void> {
      await limitAttempts(context, 'newsletter-address', address, LIMITS.newsletterAddress);
      await transact(context, ({ trx }) => upsertSubscriber(trx, email, context.now()));
    },
  };
}

export type NewsletterService = ReturnType<typeof createNewsletterService>;
