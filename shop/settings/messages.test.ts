import { expect, test } from 'vitest';
import { CHAT_STATES } from './chat-texts.ts';
import { MAIL_TEXTS } from './mail-texts.ts';
import { MailTextInput, MessageInput, messagesOf } from './messages.ts';

const faultsOf = (input: unknown) =>
  MessageInput.safeParse(input).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

test('a text with a placeholder of another state is refused with a sentence at its field', () => {
  expect(faultsOf({ chat: { packing: { hi: '{tracking}' }, shipped: { en: '{tracking}' } } })).toEqual([
    'chat.packing.hi: {tracking} cannot be used in this text. You can use {name}, {order}, {total}, {shop}, {link}.',
  ]);
});

test('so is a mail that cannot be used', () => {
  const mails = { shipped: { subject: 'One\nTwo', text: '{total}' } };
  const faults = [
    'subject: The subject must be on one line',
    'text: {total} cannot be used in this text. You can use {name}, {order}, {shop}.',
  ];
  expect(faultsOf({ mails })).toEqual(faults.map((fault) => `mails.shipped.${fault}`));
  const typed = MailTextInput.safeParse({ kind: 'shipped', ...mails.shipped });
  expect(typed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual(faults);
});

test.each([
  [{ chat: { packing: { en: 'न'.repeat(601) } } }, ['chat.packing.en: At most 600 characters']],
  [{ chat: { packing: { en: 'न'.repeat(600) } } }, undefined],
  [{ chat: {} }, undefined],
])('texts have a longest length (%#)', (input, faults) => expect(faultsOf(input)).toEqual(faults));

test('an unknown state is refused', () => expect(faultsOf({ chat: { paid: { en: 'Thanks' } } })).toHaveLength(1));

test('the record holds only what differs from the shop’s own texts', () => {
  const input = MessageInput.parse({
    chat: {
      packing: { en: ` ${CHAT_STATES.packing.texts.en}\r\n`.replaceAll('\n', '\r\n'), hi: '' },
      shipped: { en: 'On its way: {order}', hi: '' },
    },
    mails: {
      delivered: { subject: MAIL_TEXTS.delivered.subject, text: 'Enjoy it!' },
      cancelled: { text: MAIL_TEXTS.cancelled.text },
    },
  });
  expect(messagesOf(input)).toEqual({
    chat: { shipped: { en: 'On its way: {order}' } },
    mails: { delivered: { text: 'Enjoy it!' } },
  });
});
