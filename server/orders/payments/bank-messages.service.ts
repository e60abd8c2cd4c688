import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import type { SettingsService } from '#server/settings/service.ts';
import { ShopError } from '#shop/errors.ts';
import type { BankMessageStatus } from '#shop/orders/payments/bank-messages-api.ts';
import { confirmByMessage, listMessages, messageById, setAside } from './bank-messages.ts';
import { readAgain } from './bank-messages-again.ts';
import type { MessageRules } from './bank-messages-understand.ts';
import { creditsById } from './ledger.queries.ts';
import type { ProofDeps } from './proof.ts';
import { acceptSender, ignoreSender, readSenders } from './senders.ts';
import { toCredit } from './wire.ts';
import { askLater, switchWording, trustWording } from './wordings.ts';
import { listWordings, wordingById } from './wordings-list.ts';

export type BankMessagesService = ReturnType<typeof createBankMessages>;

/** Messages that wait for a person, senders and wordings: what the owner and staff decide (D62). */
export function createBankMessages(
  context: ServiceContext,
  settings: SettingsService,
  { deps, rules }: { deps: () => Promise<ProofDeps>; rules: () => Promise<MessageRules> },
) {
  const { db } = context.database;

  /** The settings and wordings have just changed. */
  async function again(which: Parameters<typeof readAgain>[3]): Promise<void> {
    await readAgain(context, await deps(), await rules(), which);
  }

  return {
    list: (query: { status: BankMessageStatus; sender?: string | undefined; page: number; limit: number }) =>
      listMessages(db, query),

    /** @throws see `confirmByMessage` */
    async confirm(id: string, orderNumber: string, actor: Actor) {
      const input = { id, orderNumber };
      const creditId = await confirmByMessage(context, await deps(), await settings.proof(), input, actor);
      const [credit] = await creditsById(db, [creditId]);
      if (!credit) throw new ShopError('credit_not_found');
      return { bankMessage: await messageById(db, id), credit: toCredit(credit) };
    },

    /** @throws see `setAside` */
    async setAside(id: string, aside: boolean, actor: Actor) {
      await setAside(context, id, aside, actor);
      return messageById(db, id);
    },

    senders: async () => readSenders(db, await settings.proof()),
    /** @throws see `acceptSender` */
    async acceptSender(input: { sender: string; bank: string; tail: string }, actor: Actor): Promise<void> {
      await acceptSender(context, settings, input, actor);
      await again({ sender: input.sender });
    },
    ignoreSender: (input: { sender: string; ignored: boolean }, actor: Actor) =>
      ignoreSender(context, settings, input, actor),

    wordings: async () => listWordings(db, await settings.proof(), context.now()),
    /** @throws see `trustWording` */
    async trust(id: string, actor: Actor) {
      await trustWording(context, id, actor);
      await again({ wording: id });
      return wordingById(db, await settings.proof(), id, context.now());
    },
    /** @throws see `askLater` */
    later: (id: string, actor: Actor) => askLater(context, id, actor),
    /** @throws see `switchWording` */
    async switch(id: string, on: boolean, actor: Actor) {
      await switchWording(context, id, on, actor);
      if (on) await again({ wording: id });
      return wordingById(db, await settings.proof(), id, context.now());
    },
  };
}
