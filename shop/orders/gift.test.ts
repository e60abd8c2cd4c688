import { expect, test } from 'vitest';
import { z } from 'zod';
import { printedGiftMessage } from './gift.ts';
import { commonInput } from './orders.ts';

const Input = z.object({ giftMessage: commonInput.giftMessage });

test.each([
  ['Happy Diwali! With love, Meera', 'Happy Diwali! With love, Meera'],
  ['  Dear Asha,\r\nhappy birthday\u0007 ', 'Dear Asha,\nhappy birthday'],
  ['\u202eHap\u200bpy\ufeff Diwali', 'Happy Diwali'],
  ['<b>For you</b> & me', '<b>For you</b> & me'],
  ['शुभ दीपावली', 'शुभ दीपावली'],
  [' \u200b\n', ''],
  ['', ''],
  [null, null],
  [undefined, null],
  ['x'.repeat(200), 'x'.repeat(200)],
])('the gift message %j is taken as %j', (typed, stored) => {
  expect(Input.parse({ giftMessage: typed })).toEqual({ giftMessage: stored });
});

test.each([['x'.repeat(201)], ['x'.repeat(10_000)]])('a longer one is refused with its limit', (typed) => {
  expect(Input.safeParse({ giftMessage: typed }).error?.issues[0]?.message).toBe(
    'Gift message must be at most 200 characters',
  );
});

test.each([7, true, {}, ['x']])('%j is no gift message', (typed) => {
  expect(Input.safeParse({ giftMessage: typed }).error?.issues[0]?.message).toBe('Gift message must be a text');
});

test.each([
  ['Happy Diwali 🪔✨', 'Happy Diwali'],
  ['With love ❤️ from 🇮🇳 and 👨‍👩‍👧', 'With love  from  and'],
  ['4 packs, 100% yours ©', '4 packs, 100% yours ©'],
  ['🎁', ''],
  ['शुभ दीपावली', 'शुभ दीपावली'],
])('%j is printed as %j', (message, printed) => {
  expect(printedGiftMessage(message)).toBe(printed);
});
