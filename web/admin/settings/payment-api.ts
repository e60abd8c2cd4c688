import type { AppChoice } from '#shop/money/app-list.ts';
import { type PaymentSettings, PaymentSettingsInput } from '#shop/settings/settings.ts';
import { adminApi } from '../session.ts';
import { loadRecord, type RecordOptions } from '../ui/use-record.ts';
import { firstErrors } from './check.ts';

/** The form's value: the stored settings with an app list that is always there (empty: as specified). */
export type PaymentForm = PaymentSettings & { apps: AppChoice[] };

export const LOAD_FAILED = 'Failed to load payment settings';
const SAVE_FAILED = 'Failed to save payment settings';

export const paymentRecord: RecordOptions<PaymentForm> = {
  queryKey: ['settings', 'payment'],
  load: async (signal) => {
    const stored = await loadRecord<PaymentSettings>('/settings/payment', 'settings', signal);
    return { ...stored, value: { ...stored.value, apps: stored.value.apps ?? [] } };
  },
  save: (value, version) =>
    adminApi<{ message: string }>('/payment-settings', { method: 'POST', body: { ...value, version } }),
  check: (value) => firstErrors(PaymentSettingsInput, value),
  loadFailed: LOAD_FAILED,
  saveFailed: SAVE_FAILED,
};
