import type { Missing } from '#shop/orders/payments/own-accounts.ts';
import { duration, type Finding, fault, reason, warn, well } from './finding.ts';

/**
 * How long the mailbox may stay unread: longer than a restart or a short outage of its server, ms.
 */
const UNREAD_MS = 15 * 60_000;
/** What the proof of payments knows about its own health. */
export interface ProofHealth {
  /**
   * When the mailbox was read last (epoch ms) and why not since; null when none is set. `left`: no
   * process reads it now; `unread`: none ever has.
   */
  mailboxRead(): Promise<{ readAt: number | null; error: string | null; left?: true; unread?: true } | null>;
  /** What keeps payments from confirming orders by themselves. */
  missing(): Promise<Missing[]>;
}

/** Whether the mailbox for the alerts of the bank is read. @param now epoch ms */
export async function judgeMailbox(proof: ProofHealth, now: number): Promise<Finding> {
  const mailbox = await proof.mailboxRead();
  if (!mailbox) return well('No mailbox for the alerts of the bank is set.');
  const { readAt, error, left, unread } = mailbox;
  if (left || (readAt === null && error === null)) {
    return warn('No process of the shop reads the mailbox for the alerts of the bank.', 'Start the shop.');
  }
  // The error of a mailbox that was just set up is the answer, not the time since.
  const age = readAt === null || (unread && error !== null) ? null : now - readAt;
  if (age !== null && age <= UNREAD_MS && unread) return well('The mailbox is being read for the first time.');
  if (age !== null && age <= UNREAD_MS) return well(`The mailbox was read ${duration(age)} ago.`);
  return fault(
    `The mailbox for the alerts of the bank ${age === null ? 'cannot be read' : `has not been read for ${duration(age)}`}: ${reason(error ?? 'no process of the shop reads it')}.`,
    'Correct it: Payment Settings → Rules. Import a statement meanwhile, so that paid orders are confirmed.',
  );
}

const SENTENCES: Record<Missing, [text: string, action: string]> = {
  account: [
    'No own bank account is set, so only an imported statement confirms orders by itself.',
    'Name it: Payment Settings → Bank messages.',
  ],
  mailbox_server: [
    'The mailbox has no name of the server that checks its mails, so no mail is believed.',
    'Enter it: Payment Settings → Rules. For Gmail it is mx.google.com.',
  ],
  mailbox_address: [
    'The shop does not know the address to which the bank writes, so no mail is believed.',
    'Enter the address of the mailbox: Payment Settings → Rules.',
  ],
  source: [
    'Nothing tells the shop of payments by itself: there is no mailbox and no secret address for SMS.',
    'Set one up under Payment Settings, or import statements.',
  ],
};

/** Whether payments can confirm orders by themselves. */
export async function judgeProof(proof: ProofHealth): Promise<Finding> {
  const missing = await proof.missing();
  // Whoever has no other source works with statements.
  const wrong = missing.filter((one) => one !== 'source').map((one) => SENTENCES[one]);
  if (wrong.length > 0) return warn(wrong.map(([text]) => text).join(' '), wrong.map(([, action]) => action).join(' '));
  if (missing.includes('source')) return well(SENTENCES.source[0]);
  return well('An own account is set, and messages of its bank can confirm orders.');
}
