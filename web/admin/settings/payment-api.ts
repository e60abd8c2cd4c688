import type { AppChoice } from '#shop/money/app-list.ts';
import { type PaymentSettings, PaymentSettingsInput } from '#shop/settings/settings.ts';
import { adminCall } from '../lib/session.ts';
import { firstErrors } from '../ui/first-errors.ts';
import type { RecordOptions } from '../ui/use-record.ts';

/**
 * The form's value: the stored settings with a required app list (empty for the order of the
 * specification).
 */
export type PaymentForm = PaymentSettings & { apps: AppChoice[] };

export const LOAD_FAILED = 'Failed to load payment settings';
const SAVE_FAILED = 'Failed to save payment settings';

export const paymentRecord: RecordOptions<PaymentForm> = {
  queryKey: ['settings', 'payment'],
  load: async (signal) => {
    const { settings, version, updatedAt, updatedBy } = await adminCall('GET /settings/payment', {}, { signal });
    // Without the rules for proof, which have a form of their own.
    const { upiId, accountHolderName, onlineOffer, paytmNote, apps = [] } = settings;
    const value = { upiId, accountHolderName, onlineOffer, paytmNote, apps };
    return { value, version, updatedAt, updatedBy };
  },
  save: (value, version) => adminCall('POST /payment-settings', { body: { ...value, version } }),
  check: (value) => firstErrors(PaymentSettingsInput, value),
  loadFailed: LOAD_FAILED,
  saveFailed: SAVE_FAILED,
};
