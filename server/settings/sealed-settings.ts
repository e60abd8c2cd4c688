import type { ProofSettings } from '#shop/settings/proof.ts';
import type { AlertSettings } from '#shop/settings/staff-notices.ts';
import type { Actor } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import type { AllSettings } from './records.ts';
import { type Saved, saveSetting } from './save-setting.ts';
import type { SecretBox } from './secret-box.ts';

/**
 * The keys with which forwarder apps sign, by app. Null for a key that cannot be opened: nothing
 * that its app sends is authentic.
 */
export function openSigningKeys(
  secrets: SecretBox,
  { signingKeys }: Pick<ProofSettings, 'signingKeys'>,
): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(signingKeys).map(([app, key]) => [app, secrets.isSealed(key) ? secrets.open('signing', key) : key]),
  );
}

/** The key pair for Web Push; null when there is none, or when SECRETS_KEY does not open it. */
export function openPushKeys(secrets: SecretBox, { publicKey, privateKey }: AlertSettings): AlertSettings | null {
  const opened = privateKey && secrets.open('push', privateKey);
  return opened ? { publicKey, privateKey: opened } : null;
}

/** Keeps this key pair for Web Push, unless there is one. @returns the one that is kept */
export function savePushKeys(
  context: ServiceContext,
  secrets: SecretBox,
  made: AlertSettings,
  actor: Actor,
): Promise<Saved<AlertSettings>> {
  const sealed = { publicKey: made.publicKey, privateKey: secrets.seal('push', made.privateKey) };
  const change = (before: AlertSettings) => (secrets.open('push', before.privateKey) ? before : sealed);
  return saveSetting(context, { name: 'alerts', change }, actor);
}

/**
 * What the present SECRETS_KEY does not open, for the doctor.
 *
 * @param mailbox whether the password of the mailbox is read from the settings
 */
export function lostSecrets(
  secrets: SecretBox,
  { proof, alerts }: Pick<AllSettings, 'proof' | 'alerts'>,
  mailbox: boolean,
): string[] {
  const isLost = (purpose: string, sealed: string) =>
    secrets.isSealed(sealed) && secrets.open(purpose, sealed) === null;
  const signing = Object.entries(proof.signingKeys).filter(([, key]) => isLost('signing', key));
  return [
    ...(mailbox && isLost('mailbox', proof.mailbox.password) ? ['the password of the mailbox'] : []),
    ...signing.map(([app]) => `the signing key of ${app}`),
    ...(isLost('push', alerts.privateKey) ? ['the key for browser notifications'] : []),
  ];
}
