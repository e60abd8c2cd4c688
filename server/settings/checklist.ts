import { type ChecklistInput, type ChecklistStep, checklistOf } from '#shop/settings/checklist.ts';
import type { ChecklistStepId } from '#shop/settings/checklist-steps.ts';
import type { Actor } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { senderText } from '../mail/sender.ts';
import type { SettingsService } from './service.ts';
import * as queries from './settings.queries.ts';

/**
 * What other areas know: the shop's logo, whether the demo is there, the ids of the demo's
 * products, the time of the last backup (epoch ms).
 */
interface Sources {
  logo: () => Promise<string>;
  demo: () => Promise<boolean>;
  demoProducts: () => string[];
  backupAt: () => Promise<number | null>;
}

export interface Checklist {
  steps: ChecklistStep[];
  /** The shop has the records of the demo. */
  demo: boolean;
  /** An order has been paid. */
  opened: boolean;
}

/** The checklist of a new shop on the admin's overview. */
export function createChecklistService(
  context: ServiceContext,
  { settings, sources }: { settings: SettingsService; sources: Sources },
) {
  async function read(): Promise<Checklist> {
    const demo = await sources.demo();
    const [shop, payment, proof, said, logo, backupAt] = await Promise.all([
      settings.record('shop'),
      settings.record('payment'),
      settings.record('proof'),
      settings.record('checklist'),
      sources.logo(),
      sources.backupAt(),
    ]);
    const paymentSaved = isSaved(payment);
    const facts = await queries.readChecklistFacts(context.database.db, {
      since: paymentSaved ? (payment.updatedAt ?? 0) : null,
      except: demo ? sources.demoProducts() : [],
    });
    const { smtpUrl, mailFrom } = context.env;
    return {
      demo,
      opened: facts.opened,
      steps: checklistOf(
        {
          shop: shop.settings,
          shopSaved: isSaved(shop),
          backupAt,
          logo: logo !== '',
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
  };
}

export type ChecklistService = ReturnType<typeof createChecklistService>;

const accountName = ({ bank, tail }: { bank: string; tail: string }) => (tail === '' ? bank : `${bank} …${tail}`);

/** By a person, not by the demo. */
function isSaved({ version, updatedBy }: { version: number; updatedBy: string | null }): boolean {
  return version > 0 && updatedBy !== 'demo';
}
