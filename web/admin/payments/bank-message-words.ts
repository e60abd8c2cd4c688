import type { BankMessage, BankMessageReason } from '#shop/orders/payments/bank-messages-api.ts';
import type { Missing } from '#shop/orders/payments/own-accounts.ts';

/** Why a message waits for a person. */
export const WAITS_BECAUSE: Record<BankMessageReason, string> = {
  wording_unknown: 'The shop does not know this wording yet.',
  sender_unknown: 'You have not listed this sender.',
  no_account: 'You have not added your account at this bank.',
  other_account: 'It is about an account that is not in your settings.',
};

/** 'HDFC Bank, SMS of HDFCBK' */
export function fromWords({ bankName, via, sender }: BankMessage): string {
  const how = { sms: sender.includes('.') ? 'app notification' : `SMS of ${sender}`, email: `email of ${sender}` };
  const source = via === 'text' ? 'pasted message' : how[via];
  return bankName ? `${bankName}, ${source}` : source.charAt(0).toUpperCase() + source.slice(1);
}

const SETTINGS = '/admin?section=payment-settings';

/** What keeps payments from confirming orders by themselves, and where it is mended. */
export const MISSING_WORDS: Record<Missing, { text: string; action: string; to: string }> = {
  account: {
    text: 'Without your own account, only a statement confirms orders by itself.',
    action: 'Name your account',
    to: `${SETTINGS}&setup=rules&field=accounts`,
  },
  mailbox_server: {
    text: 'No email of your bank is believed: the name of the server that checks your emails is missing.',
    action: 'Enter it',
    to: `${SETTINGS}&setup=rules&field=mailbox.authservId`,
  },
  mailbox_address: {
    text: 'No email of your bank is believed: the address that the bank writes to is missing.',
    action: 'Enter it',
    to: `${SETTINGS}&setup=rules&field=mailbox.address`,
  },
  source: {
    text: 'No message of your bank reaches the shop yet, so only a statement confirms orders.',
    action: 'Set up your phone',
    to: `${SETTINGS}&setup=phone`,
  },
};
