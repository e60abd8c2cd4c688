import type { Actor } from '#server/audit/audit.ts';
import { repeated } from '#server/background.ts';
import type { ServiceContext } from '#server/context.ts';
import type { MailService } from '#server/mail/mail.service.ts';
import type { SettingsService } from '#server/settings/service.ts';
import { ShopError } from '#shop/errors.ts';
import { noonOf, startOfDay } from '#shop/india/dates.ts';
import { canonicalUtr } from '#shop/money/upi.ts';
import type { Credit, CreditStatus } from '#shop/orders/payments/credit.ts';
import { type Missing, missingOf } from '#shop/orders/payments/own-accounts.ts';
import { paginate, withNames } from '#shop/page-parameters.ts';
import type { TermsSource } from '../order-terms.ts';
import { createBankMessages } from './bank-messages.service.ts';
import { countWaiting } from './bank-messages.ts';
import { judgeMail, type MessageRules } from './bank-messages-understand.ts';
import { dueRefunds } from './due-refunds.ts';
import { readFigures } from './figures.ts';
import { type ForwardedRequest, inboxState, makeInbox, takeForwarded } from './inbox.ts';
import * as queries from './ledger.queries.ts';
import { readHead } from './mail-message.ts';
import { createMailSource } from './mail-source.ts';
import { matchByStaff, unmatchByStaff } from './match-by-staff.ts';
import { auditMessage, type IncomingMessage, takeMessage, takeMessages } from './messages.ts';
import { type ProofDeps, proveOrders } from './proof.ts';
import { addRefund, decideRest, type RefundInput, restoreRefunds, sentRefunds, takeRefundBack } from './refunds.ts';
import { exactMatches, readReview } from './review.ts';
import { dismissCredit, openCredit } from './set-aside.ts';
import { finishUndos, importStatement, listImports, previewStatement, undoImport } from './statements.ts';
import { toCredit } from './wire.ts';
import { readWordings } from './wordings.ts';

/** How often open credits are compared with orders, for a UTR that came while no hook ran. */
const SWEEP_EVERY_MS = 30_000;
/** UTRs that one query of the sweep compares: other requests wait for one such query at most. */
const UTRS = 400;

export type ProofService = ReturnType<typeof createProofService>;

/** Bank credits, and the orders that they prove (docs/payments.md). */
export function createProofService(
  context: ServiceContext,
  services: {
    orders: TermsSource & Pick<ProofDeps, 'placeDraft'>;
    mail: MailService;
    settings: SettingsService;
  },
) {
  const { db } = context.database;

  async function deps(): Promise<ProofDeps> {
    const { mail, orders, settings } = services;
    return { mail, terms: await orders.terms(), rules: await settings.proof(), placeDraft: orders.placeDraft };
  }

  async function rules(): Promise<MessageRules> {
    return { settings: await services.settings.proof(), wordings: await readWordings(db) };
  }

  /** What keeps payments from confirming orders by themselves. */
  async function missing(): Promise<Missing[]> {
    const settings = await services.settings.proof();
    const { host, user } = settings.mailbox;
    const { active } = await inboxState(context);
    return missingOf(settings, { inbox: active, mailbox: host !== '' && user !== '' });
  }

  async function credit(id: string): Promise<Credit> {
    const [found] = await queries.creditsById(db, [id]);
    if (!found) throw new ShopError('credit_not_found');
    return toCredit(found);
  }

  /** Imports whose undo this process has seen to its end. */
  const finishedUndos = new Set<string>();

  /**
   * Confirms orders whose credit has come before their UTR, or before the order itself. Undos come
   * last: one that fails again must not keep orders waiting.
   */
  async function sweep(): Promise<void> {
    for await (const part of queries.politeParts(await queries.utrsToProve(db, context.now()), UTRS)) {
      const ids = await queries.creditIdsOf(db, part);
      if (ids.length > 0) await proveOrders(context, await deps(), ids);
    }
    const late = await queries.creditsToPlace(db, context.now());
    if (late.length > 0) await proveOrders(context, await deps(), late);
    await finishUndos(context, deps, finishedUndos);
  }

  const sweeping = repeated(sweep, SWEEP_EVERY_MS, (error) =>
    context.log.error({ err: error }, 'credits: the sweep failed'),
  );

  const mailbox = createMailSource(context, services.settings, {
    wants: async (raw) => judgeMail(await readHead(raw), await services.settings.proof()).trusted,
    onMail: async (raw, receivedAt) => {
      await takeMessage(context, await deps(), await rules(), { via: 'email', raw, receivedAt }, false);
    },
  });

  return {
    sweep,

    /** Starts the sweep and watches the mailbox. */
    start(): void {
      sweeping.start();
      mailbox.start();
    },
    async stop(): Promise<void> {
      await sweeping.stop();
      await mailbox.stop();
    },

    /**
     * An order has got this UTR: a credit that waits for it confirms it. Never throws: the sweep
     * tries again.
     */
    async utrGiven(utr: string | null): Promise<void> {
      if (utr === null) return;
      try {
        const ids = await queries.creditIdsOf(db, [canonicalUtr(utr)]);
        if (ids.length > 0) await proveOrders(context, await deps(), ids);
      } catch (error) {
        context.log.warn({ err: error }, 'credits: a waiting credit could not be matched');
      }
    },

    /**
     * Reads a message, and unless it is a dry run records its credit.
     *
     * @throws ShopError validation
     */
    async message(
      message: Omit<IncomingMessage, 'receivedAt'> & { receivedAt?: number | undefined },
      dryRun: boolean,
      actor: Actor,
    ) {
      const received = { ...message, receivedAt: message.receivedAt ?? context.now() };
      const taken = await takeMessages(context, await deps(), await rules(), received, dryRun);
      if (!dryRun) for (const one of [taken, ...taken.more]) await auditMessage(context, actor, received, one);
      return taken;
    },

    bankMessages: createBankMessages(context, services.settings, { deps, rules }),

    missing,
    mailboxRead: mailbox.lastRead,
    makeInbox: (actor: Actor) => makeInbox(context, actor),
    inbox: async () => ({ ...(await inboxState(context)), mailbox: await mailbox.status() }),
    /** @throws see `takeForwarded` */
    async forwarded(request: ForwardedRequest): Promise<void> {
      const signingKeys = await services.settings.signingKeys();
      await takeForwarded(context, await deps(), { ...(await rules()), signingKeys }, request);
    },

    /** @throws ShopError statement_unreadable */
    async statement(file: { name: string; bytes: Buffer }, actor: Actor, dryRun: boolean) {
      return dryRun
        ? previewStatement(context, await deps(), file, actor)
        : importStatement(context, await deps(), file, actor);
    },
    imports: () => listImports(context),
    /** @throws ShopError import_not_found, import_undone */
    undo: async (id: string, actor: Actor) => undoImport(context, await deps(), id, actor),

    /** One page of credits, newest first. `from` and `to` are days in India, both included. */
    async credits(query: {
      status?: CreditStatus | undefined;
      from?: string | undefined;
      to?: string | undefined;
      page: number;
      limit: number;
    }) {
      let filtered = db.selectFrom('credits');
      if (query.status) filtered = filtered.where('status', '=', query.status);
      if (query.from) filtered = filtered.where('at', '>=', startOfDay(noonOf(query.from)));
      if (query.to) filtered = filtered.where('day', '<=', query.to);
      const { total } = await filtered.select((eb) => eb.fn.countAll().as('total')).executeTakeFirstOrThrow();
      const rows = await filtered
        .select('id')
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(query.limit)
        .offset((query.page - 1) * query.limit)
        .execute();
      const found = new Map(
        (
          await queries.creditsById(
            db,
            rows.map(({ id }) => id),
          )
        ).map((one) => [one.id, one]),
      );
      return {
        credits: rows.flatMap(({ id }) => found.get(id) ?? []).map(toCredit),
        pagination: withNames(paginate(query, Number(total)), 'totalCredits'),
      };
    },

    /** @throws see `matchByStaff` */
    async match(
      creditId: string,
      input: { orderNumber: string; acceptAmount: boolean },
      actor: Actor,
    ): Promise<Credit> {
      await matchByStaff(context, await deps(), { creditId, ...input }, actor);
      return credit(creditId);
    },
    /** @throws ShopError credit_not_found, credit_not_matched */
    async unmatch(creditId: string, actor: Actor): Promise<Credit> {
      await unmatchByStaff(context, await deps(), creditId, actor);
      return credit(creditId);
    },
    /** @throws see `dismissCredit` */
    async dismiss(creditId: string, reason: string, actor: Actor): Promise<Credit> {
      await dismissCredit(context, creditId, reason, actor);
      return credit(creditId);
    },
    /** @throws see `openCredit` */
    async open(creditId: string, actor: Actor): Promise<Credit> {
      await openCredit(context, creditId, actor);
      const note = `${actor.name} opened the credit again`;
      await restoreRefunds(context, await deps(), [creditId], note, actor);
      return credit(creditId);
    },

    review: async () => ({
      ...(await readReview(context, await services.settings.proof())),
      figures: { ...(await readFigures(context)), missing: await missing() },
      messagesWaiting: await countWaiting(db),
    }),

    /** Confirms orders that have an exact match. Each order gets its own result. */
    async confirmExact(orderNumbers: readonly string[], actor: Actor) {
      const all = await deps();
      const exact = await exactMatches(context, all.rules, orderNumbers);
      const results: { orderNumber: string; confirmed: boolean; reason: string | null }[] = [];
      for (const orderNumber of new Set(orderNumbers)) {
        const creditId = exact.get(orderNumber);
        if (creditId === undefined) {
          results.push({ orderNumber, confirmed: false, reason: 'This order has no exact match any more.' });
          continue;
        }
        try {
          await matchByStaff(context, all, { creditId, orderNumber, acceptAmount: false }, actor);
          results.push({ orderNumber, confirmed: true, reason: null });
        } catch (error) {
          if (!(error instanceof ShopError)) throw error;
          results.push({ orderNumber, confirmed: false, reason: error.message });
        }
      }
      return results;
    },

    /** Refunds that are due, and those that were sent, of all orders or of one. */
    refunds: async ({ status, order }: { status: 'due' | 'sent'; order?: string | undefined }) => ({
      due: status === 'due' ? await dueRefunds(context, order) : [],
      refunds: status === 'sent' ? await sentRefunds(context, order) : [],
    }),
    /** @throws see `takeRefundBack` */
    undoRefund: async (id: string, reason: string, actor: Actor) =>
      takeRefundBack(context, await deps(), { id, reason }, actor),
    /** @throws see `addRefund` */
    refund: async (orderNumber: string, input: RefundInput, actor: Actor) =>
      addRefund(context, await deps(), orderNumber, input, actor),
    /** @throws see `decideRest` */
    keepRest: async (orderNumber: string, input: Parameters<typeof decideRest>[3], actor: Actor) =>
      decideRest(context, await deps(), orderNumber, input, actor),
  };
}
