import { type ChecklistInput, type ChecklistStep, checklistOf, missingMusts } from '#shop/settings/checklist.ts';
import type { ChecklistStepId } from '#shop/settings/checklist-steps.ts';
import type { OpeningInput } from '#shop/settings/opening-input.ts';
import type { Actor } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { senderText } from '../mail/sender.ts';
import type { SettingsService } from './service.ts';
import * as queries from './settings.queries.ts';

/**
 * What other areas know: whether the shop has a logo of its own, whether the demo is there, the
 * demo's products, the time of the last backup (epoch ms).
 */
interface Sources {
  logo: () => Promise<boolean>;
  demo: () => Promise<boolean>;
  demoProducts: () => readonly { id: string; name: string }[];
  backupAt: () => Promise<number | null>;
}

export interface Checklist {
  steps: ChecklistStep[];
  /** The shop has the records of the demo. */
  demo: boolean;
  /** An order has been paid. */
  opened: boolean;
  /** False in a new shop, until its owner opens it. */
  everOpen: boolean;
}

/** The checklist of a new shop on the admin's overview. */
export function createChecklistService(
  context: ServiceContext,
  { settings, sources }: { settings: SettingsService; sources: Sources },
) {
  async function read(): Promise<Checklist> {
    const demo = await sources.demo();
    const [shop, payment, proof, said, opening, logo, backupAt] = await Promise.all([
      settings.record('shop'),
      settings.record('payment'),
      settings.record('proof'),
      settings.record('checklist'),
      settings.record('opening'),
      sources.logo(),
      sources.backupAt(),
    ]);
    const paymentSaved = isSaved(payment);
    const facts = await queries.readChecklistFacts(context.database.db, {
      since: paymentSaved ? (payment.updatedAt ?? 0) : null,
      except: sources.demoProducts(),
    });
    const { smtpUrl, mailFrom, backups } = context.env;
    return {
      demo,
      opened: facts.opened,
      everOpen: opening.settings.everOpen,
      steps: checklistOf(
        {
          shop: shop.settings,
          shopSaved: isSaved(shop),
          backupAt,
          backupPlanned: backups !== null,
          logo,
          upiId: paymentSaved ? payment.settings.upiId : '',
          accounts: isSaved(proof) ? proof.settings.accounts.map(accountName) : [],
          creditAt: facts.creditAt,
          products: facts.products,
          mailFrom: smtpUrl ? senderText(mailFrom, shop.settings.brandName) : null,
          mailTestedAt: facts.mailTestedAt,
          alerts: facts.alerts,
        },
        said.settings,
      ),
    };
  }

  return {
    read,
    async change(step: ChecklistStepId, input: ChecklistInput, actor: Actor): Promise<Checklist> {
      await settings.saveChecklistStep(step, input, actor);
      return read();
    },

    /** Opens or closes the shop; a new one opens once it has what it needs. @throws see `saveOpening` */
    async saveOpening(input: OpeningInput, actor: Actor) {
      return settings.saveOpening(input, missingMusts((await read()).steps), actor);
    },
  };
}

export type ChecklistService = ReturnType<typeof createChecklistService>;

const accountName = ({ bank, tail }: { bank: string; tail: string }) => (tail === '' ? bank : `${bank} …${tail}`);

/** By a person, not by the demo. */
function isSaved({ version, updatedBy }: { version: number; updatedBy: string | null }): boolean {
  return version > 0 && updatedBy !== 'demo';
}
