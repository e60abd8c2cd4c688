import { useEffect, useState } from 'react';
import { MessageInput, type MessageSettings } from '#shop/settings/messages.ts';
import type { ResponseFor } from '#web/lib/api.ts';
import { adminCall } from '../../lib/session.ts';
import { firstErrors } from '../../ui/first-errors.ts';
import type { RecordOptions, StoredRecord } from '../../ui/use-record.ts';

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

/**
 * Which text of the form is open. A save that is refused may be about another one: that opens.
 *
 * @param part where the texts are in the record: their errors have paths like 'chat.<id>.en'
 * @param errors those of the record, by path
 */
export function useOpenText<Id extends string>(
  part: keyof MessageSettings,
  ids: readonly Id[],
  first: Id,
  errors: Readonly<Record<string, string>>,
) {
  const [open, setOpen] = useState(first);
  const [wrong] = Object.keys(errors);
  useEffect(() => {
    const about = ids.find((id) => wrong?.startsWith(`${part}.${id}.`));
    if (about) setOpen(about);
  }, [wrong, part, ids]);
  return [open, setOpen] as const;
}
