import { adminCall } from '../../lib/session.ts';
import type { RecordOptions, StoredRecord } from '../../ui/use-record.ts';
import { checkProof, formOf, inputOf, type ProofForm } from './proof-form.ts';

export const LOAD_FAILED = 'Failed to load the rules for proof';
const SAVE_FAILED = 'Failed to save the rules for proof';

async function load(signal?: AbortSignal): Promise<StoredRecord<ProofForm>> {
  const { settings, proof } = await adminCall('GET /settings/payment', {}, { signal });
  return { ...proof, value: formOf(settings) };
}

/** The rules for proof, apart from the rest of the payment settings. */
export const proofRecord: RecordOptions<ProofForm> = {
  queryKey: ['settings', 'proof'],
  load,
  save: async (value, proofVersion) =>
    adminCall('POST /payment-settings', { body: { ...inputOf(value, (await load()).value), proofVersion } }),
  check: checkProof,
  loadFailed: LOAD_FAILED,
  saveFailed: SAVE_FAILED,
};
