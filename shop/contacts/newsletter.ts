import { z } from 'zod';
import m from '#messages/contact-rules';
import { pageParameters, search } from '../page-parameters.ts';
import { cleanEmail, isEmail } from '../text/text.ts';

/** A newsletter subscriber as returned to staff (D10); times in epoch ms. */
export const Subscriber = z.object({
  email: z.string(),
  createdAt: z.number(),
  /** Not null: has unsubscribed. */
  unsubscribedAt: z.number().nullable(),
});
export type Subscriber = z.infer<typeof Subscriber>;

/** GET /newsletter, newest first; the export accepts the same search. */
export const SubscriberQuery = z.object({
  ...pageParameters(50),
  search,
});
export const SubscriberSearch = z.object({ search });

/** POST /newsletter. */
export const NewsletterInput = z.object({
  email: z.string({ error: m.emailWrong }).overwrite(cleanEmail).refine(isEmail, { error: m.emailWrong }),
});
