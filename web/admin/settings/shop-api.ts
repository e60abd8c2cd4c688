import { type ShopSettings, ShopSettingsInput, type UrgencyInput } from '#shop/settings/settings.ts';
import { tell } from '#web/lib/events.ts';
import { adminApi } from '../session.ts';
import { loadRecord, type RecordOptions } from '../ui/use-record.ts';
import { firstErrors } from './check.ts';

export const LOAD_FAILED = 'Failed to load shop settings';
const SAVE_FAILED = 'Failed to save shop settings';

/** How the shop's mails leave: by a mail server, or into files when none is set. */
export interface MailWay {
  by: 'smtp' | 'files';
  from: string;
}

export const shopRecord: RecordOptions<ShopSettings> = {
  queryKey: ['settings', 'shop'],
  load: (signal) => loadRecord<ShopSettings>('/settings/shop', 'settings', signal),
  save: (value, version) =>
    adminApi<{ message: string }>('/settings/shop', { method: 'PUT', body: { ...value, version } }),
  check: (value) => firstErrors(ShopSettingsInput, value),
  loadFailed: LOAD_FAILED,
  saveFailed: SAVE_FAILED,
  // The shop's pages in other tabs name the brand and the address.
  onSaved: () => tell('pageContentUpdated'),
};

type Switches = Pick<UrgencyInput, 'offerCountdownEnabled' | 'deliveryCutoffEnabled'>;

export const urgencyRecord: RecordOptions<Switches> = {
  queryKey: ['settings', 'urgency'],
  load: async (signal) => {
    const stored = await loadRecord<Switches>('/settings/urgency', 'settings', signal);
    const { offerCountdownEnabled, deliveryCutoffEnabled } = stored.value;
    return { ...stored, value: { offerCountdownEnabled, deliveryCutoffEnabled } };
  },
  save: (value, version) =>
    adminApi<{ message: string }>('/settings/urgency', { method: 'PUT', body: { ...value, version } }),
  loadFailed: LOAD_FAILED,
  saveFailed: SAVE_FAILED,
  onSaved: () => tell('productUpdated'),
};

/** To the signed-in admin, on the way that every mail of the shop takes. */
export const sendTestMail = () => adminApi<{ message: string }>('/settings/test-mail', { method: 'POST' });
