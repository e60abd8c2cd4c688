import { fieldError, ShopError } from '#shop/errors.ts';
import { checkSampleUpiId, DEMO_UPI_ID } from '#shop/money/upi.ts';
import { changeProof, type ProofInput, type ProofSettings } from '#shop/settings/proof.ts';
import { type PaymentSettings, type PaymentSettingsInput, SETTINGS } from '#shop/settings/settings.ts';
import type { Actor } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { transact } from '../database/transact.ts';
import { applyEdit, type Edit, type Saved, saveSetting } from './save-setting.ts';
import type { SecretBox } from './secret-box.ts';

/**
 * Saves the payment settings, the rules for proof, or both, in one transaction. Omitted fields
 * keep their values (D42).
 *
 * @throws ShopError('stale'); validation, for a password or key without SECRETS_KEY
 */
export function savePayment(
  context: ServiceContext,
  secrets: SecretBox,
  payment: PaymentSettingsInput | null,
  actor: Actor,
  proof: { input: ProofInput; version: number | undefined } | null = null,
): Promise<{ payment: Saved<PaymentSettings> | null; proof: Saved<ProofSettings> | null }> {
  const at = context.now();
  return transact(context, async (work) => ({
    proof: proof && (await applyEdit(work, context, proofEdit(secrets, proof.input, proof.version), actor, at)),
    payment: payment && (await applyEdit(work, context, paymentEdit(payment, context.env.demo), actor, at)),
  }));
}

/**
 * Changes the rules for proof as they are stored now.
 *
 * @returns the new ones.
 * @throws ShopError('validation') when a list is full
 */
export async function changeProofRules(
  context: ServiceContext,
  change: (before: ProofSettings) => ProofSettings,
  actor: Actor,
): Promise<ProofSettings> {
  const checked = (before: ProofSettings) => {
    const after = SETTINGS.proof.safeParse(change(before));
    if (!after.success) throw new ShopError('validation', { message: 'The settings cannot hold more of these.' });
    return after.data;
  };
  return (await saveSetting(context, { name: 'proof', change: checked }, actor)).settings;
}

/** @throws ShopError validation: the UPI ID of the demo shop in one that is none */
function paymentEdit({ version, ...input }: PaymentSettingsInput, demo: boolean): Edit<'payment'> {
  const sample = checkSampleUpiId(input.upiId, demo ? null : DEMO_UPI_ID);
  if (sample) throw fieldError('validation', 'upiId', sample);
  const change = (before: PaymentSettings): PaymentSettings => ({
    upiId: input.upiId,
    accountHolderName: input.accountHolderName,
    onlineOffer: input.onlineOffer ?? before.onlineOffer,
    paytmNote: input.paytmNote ?? before.paytmNote,
    apps: input.apps ?? before.apps,
  });
  return { name: 'payment', change, expected: version };
}

function proofEdit(secrets: SecretBox, input: ProofInput, version: number | undefined): Edit<'proof'> {
  const change = (before: ProofSettings) =>
    changeProof({ ...before, signingKeys: sealedKeys(secrets, before.signingKeys) }, input, secrets.seal);
  return { name: 'proof', change, expected: version };
}

/** Seals keys that were saved in clear text, as far as the environment has a key. */
function sealedKeys(secrets: SecretBox, keys: ProofSettings['signingKeys']): ProofSettings['signingKeys'] {
  if (!secrets.ready) return keys;
  return Object.fromEntries(
    Object.entries(keys).map(([app, key]) => [app, secrets.isSealed(key) ? key : secrets.seal('signing', key)]),
  );
}
