import { MessageInput, type MessageSettings } from '#shop/settings/messages.ts';
import type { ResponseFor } from '#web/lib/api.ts';
import { adminCall } from '../../lib/session.ts';
import type { RecordOptions, StoredRecord } from '../../ui/use-record.ts';
import { firstErrors } from '../check.ts';

export const LOAD_FAILED = 'Failed to load the messages';

export type LoadedMessages = StoredRecord<MessageSettings> & Pick<ResponseFor<'GET /settings/messages'>, 'shop'>;

export const messagesRecord = {
  queryKey: ['settings', 'messages'],
  load: async (signal): Promise<LoadedMessages> => {
    const { settings, ...stored } = await adminCall('GET /settings/messages', {}, { signal });
    return { ...stored, value: settings };
  },
  save: (value, version) => adminCall('PUT /settings/messages', { body: { ...value, version } }),
  check: (value) => firstErrors(MessageInput, value),
  loadFailed: LOAD_FAILED,
  saveFailed: 'Failed to save the messages',
} satisfies RecordOptions<MessageSettings>;
