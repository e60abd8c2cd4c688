import type { Actor } from '#server/audit/audit.ts';
import { repeated } from '#server/background.ts';
import type { ServiceContext } from '#server/context.ts';
import type { MailService } from '#server/mail/mail.service.ts';
import type { SettingsService } from '#server/settings/service.ts';
import type { TermsSource } from '../order-terms.ts';
import { createBankMessages } from './bank-messages.service.ts';
import { countWaiting } from './bank-messages.ts';
import { judgeMail, type MessageRules } from './bank-messages-understand.ts';
import { confirmExact } from './confirm-exact.ts';
import { listCredits, readCredit } from './credits.ts';
import { dueRefunds } from './due-refunds.ts';
import { readFigures, readMissing } from './figures.ts';
import { listImports } from './import-list.ts';
import { type ForwardedRequest, inboxState, makeInbox, takeForwarded } from './inbox.ts';
import { readHead } from './mail-message.ts';
import { createMailSource } from './mail-source.ts';
import { matchByStaff, unmatchByStaff } from './match-by-staff.ts';
import { takeMessage, takeMessages } from './messages.ts';
import type { ProofDeps } from './proof.ts';
import { proveUtr, proveWaiting } from './prove-waiting.ts';
import type { Readers } from './readers.ts';
import { addRefund, decideRest, payerOf, type RefundInput, sentRefunds, takeRefundBack } from './refunds.ts';
import { readReview } from './review.ts';
import { dismissCredit, openCredit } from './set-aside.ts';
import { importStatement, previewStatement } from './statements.ts';
import { finishUndos, undoImport } from './undo-import.ts';
import { readWordings } from './wordings.ts';

/** How often open credits are compared with orders, for a UTR that came while no hook ran. */
const SWEEP_EVERY_MS = 30_000;

export type ProofService = ReturnType<typeof createProofService>;

/** Bank credits, and the orders that they prove (docs/payments.md). */
export function createProofService(
  context: ServiceContext,
  {
    orders,
    mail,
    settings,
    readers,
  }: {
    orders: TermsSource & Pick<ProofDeps, 'placeDraft'>;
    mail: MailService;
    settings: SettingsService;
    readers: Readers;
  },
) {
  const { db } = context.database;

  async function deps(): Promise<ProofDeps> {
    return { mail, readers, terms: await orders.terms(), rules: await settings.proof(), placeDraft: orders.placeDraft };
  }

  async function rules(): Promise<MessageRules> {
    return { settings: await settings.proof(), wordings: await readWordings(db), readers };
  }

  /** Imports whose undo this process has seen to its end. */
  const finishedUndos = new Set<string>();

  /** Undos come last: one that fails again must not keep orders waiting. */
  async function sweep(): Promise<void> {
    await proveWaiting(context, deps);
    await finishUndos(context, deps, finishedUndos);
  }

  async function creditAfter(creditId: string, change: Promise<unknown>) {
    await change;
    return readCredit(db, creditId);
  }

  const sweeping = repeated(sweep, SWEEP_EVERY_MS, (error) =>
    context.log.error({ err: error }, 'credits: the sweep failed'),
  );

  const mailbox = createMailSource(context, settings, {
    wants: async (raw) => judgeMail(await readHead(raw), await settings.proof()).trusted,
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

    utrGiven: (utr: string | null) => proveUtr(context, deps, utr),

    message: async (message: Parameters<typeof takeMessages>[3], dryRun: boolean, actor: Actor) =>
      takeMessages(context, await deps(), await rules(), message, dryRun, actor),
    bankMessages: createBankMessages(context, settings, { deps, rules }),

    missing: async () => readMissing(context, await settings.proof()),
    mailboxRead: mailbox.lastRead,
    makeInbox: (actor: Actor) => makeInbox(context, actor),
    inbox: async () => ({ ...(await inboxState(context)), mailbox: await mailbox.status() }),
    async forwarded(request: ForwardedRequest): Promise<void> {
      const signingKeys = await settings.signingKeys();
      await takeForwarded(context, await deps(), { ...(await rules()), signingKeys }, request);
    },

    statement: async (file: { name: string; bytes: Buffer }, actor: Actor, dryRun: boolean) =>
      (dryRun ? previewStatement : importStatement)(context, await deps(), file, actor),
    imports: () => listImports(context),
    undo: async (id: string, actor: Actor) => undoImport(context, await deps(), id, actor),

    credits: (query: Parameters<typeof listCredits>[1]) => listCredits(db, query),
    match: async (creditId: string, input: { orderNumber: string; acceptAmount: boolean }, actor: Actor) =>
      creditAfter(creditId, matchByStaff(context, await deps(), { creditId, ...input }, actor)),
    unmatch: async (creditId: string, actor: Actor) =>
      creditAfter(creditId, unmatchByStaff(context, await deps(), creditId, actor)),
    dismiss: (creditId: string, reason: string, actor: Actor) =>
      creditAfter(creditId, dismissCredit(context, creditId, reason, actor)),
    open: async (creditId: string, actor: Actor) =>
      creditAfter(creditId, openCredit(context, await deps(), creditId, actor)),

    async review() {
      const proof = await settings.proof();
      return {
        ...(await readReview(context, proof)),
        figures: await readFigures(context, proof),
        messagesWaiting: await countWaiting(db),
      };
    },
    confirmExact: async (orderNumbers: readonly string[], actor: Actor) =>
      confirmExact(context, await deps(), orderNumbers, actor),

    /** Refunds that are due, and those that were sent, of all orders or of one with its payer. */
    refunds: async ({ status, order }: { status: 'due' | 'sent'; order?: string | undefined }) => ({
      due: status === 'due' ? await dueRefunds(context, order) : [],
      refunds: status === 'sent' ? await sentRefunds(context, order) : [],
      payer: order === undefined ? null : await payerOf(context.database.db, order),
    }),
    undoRefund: async (id: string, reason: string, actor: Actor) =>
      takeRefundBack(context, await deps(), { id, reason }, actor),
    refund: async (orderNumber: string, input: RefundInput, actor: Actor) =>
      addRefund(context, await deps(), orderNumber, input, actor),
    keepRest: async (orderNumber: string, input: Parameters<typeof decideRest>[3], actor: Actor) =>
      decideRest(context, await deps(), orderNumber, input, actor),
  };
}
