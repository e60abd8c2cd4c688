import { useMutation } from '@tanstack/react-query';
import {
  type ShopConfig,
  type ShopSettings,
  ShopSettingsInput,
  StaffPricesInput,
  UrgencyInput,
} from '#shop/settings/settings.ts';
import type { ResponseFor } from '#web/lib/api.ts';
import { dispatchShopEvent } from '#web/lib/events.ts';
import { toast } from '#web/ui/toast.tsx';
import { adminCall, isSignedOut, serverSentence } from '../lib/session.ts';
import { firstErrors } from '../ui/first-errors.ts';
import type { RecordOptions, StoredRecord } from '../ui/use-record.ts';

export const LOAD_FAILED = 'Failed to load shop settings';
const SAVE_FAILED = 'Failed to save shop settings';

/** The mail delivery: a mail server, or files when none is configured. */
export type MailWay = ResponseFor<'GET /settings/shop'>['mail'];

export const shopRecord: RecordOptions<ShopSettings> = {
  queryKey: ['settings', 'shop'],
  load: async (signal): Promise<StoredRecord<ShopSettings> & { mail: MailWay }> => {
    const { settings, ...stored } = await adminCall('GET /settings/shop', {}, { signal });
    return { ...stored, value: settings };
  },
  save: (value, version) => adminCall('PUT /settings/shop', { body: { ...value, version } }),
  check: (value) => firstErrors(ShopSettingsInput, value),
  loadFailed: LOAD_FAILED,
  saveFailed: SAVE_FAILED,
  // The shop's pages in other tabs display the brand and the address.
  onSaved: () => dispatchShopEvent('pageContentUpdated'),
};

type TimeLimits = Pick<
  ShopConfig,
  | 'offerCountdownEnabled'
  | 'deliveryCutoffEnabled'
  | 'typedCountsEnabled'
  | 'typedRatingsEnabled'
  | 'unpaidHours'
  | 'unprovenHours'
>;

export const urgencyRecord: RecordOptions<TimeLimits> = {
  queryKey: ['settings', 'urgency'],
  load: async (signal) => {
    const { settings, ...stored } = await adminCall('GET /settings/urgency', {}, { signal });
    const { offerCountdownEnabled, deliveryCutoffEnabled, typedCountsEnabled, typedRatingsEnabled } = settings;
    const { unpaidHours, unprovenHours } = settings;
    const shown = { offerCountdownEnabled, deliveryCutoffEnabled, typedCountsEnabled, typedRatingsEnabled };
    return { ...stored, value: { ...shown, unpaidHours, unprovenHours } };
  },
  save: (value, version) => adminCall('PUT /settings/urgency', { body: { ...value, version } }),
  check: (value) => firstErrors(UrgencyInput, value),
  loadFailed: LOAD_FAILED,
  saveFailed: SAVE_FAILED,
  onSaved: () => dispatchShopEvent('productUpdated'),
};

type StaffPrices = Omit<StaffPricesInput, 'version'>;

export const staffPricesRecord: RecordOptions<StaffPrices> = {
  queryKey: ['settings', 'staff-prices'],
  load: async (signal) => {
    const { settings: value, ...stored } = await adminCall('GET /settings/staff-prices', {}, { signal });
    return { ...stored, value };
  },
  save: (value, version) => adminCall('PUT /settings/staff-prices', { body: { ...value, version } }),
  check: (value) => firstErrors(StaffPricesInput, value),
  loadFailed: LOAD_FAILED,
  saveFailed: SAVE_FAILED,
};

/** Has mails sent, by the shop's normal mail delivery, and says what the server said. */
export function useSending(send: () => Promise<{ message: string }>, failed: string, onDone?: () => void) {
  return useMutation({
    mutationFn: send,
    onSuccess: ({ message }) => {
      toast.success(message);
      onDone?.();
    },
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(serverSentence(error, failed));
    },
  });
}

/** Has a test mail sent to the signed-in admin. */
export const useTestMail = (send: () => Promise<{ message: string }>) =>
  useSending(send, 'Failed to send the test email');

/** Checks the running shop; takes seconds when a server does not answer. */
export const loadHealth = (signal: AbortSignal) => adminCall('GET /admin/doctor', {}, { signal });
