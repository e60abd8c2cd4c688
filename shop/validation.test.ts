import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { installSentences } from './validation.ts';

const before = z.config();
beforeAll(() => installSentences());
afterAll(() => {
  z.config(before);
});

const Line = z.object({ unitPrice: z.number().int(), note: z.string().max(5) });
const Form = z.strictObject({
  name: z.string().min(2).max(4),
  count: z.number().min(1).max(9).multipleOf(2),
  kind: z.enum(['jar', 'box', 'tin']),
  one: z.literal('jar'),
  email: z.email(),
  tags: z.array(z.string()).min(1).max(2),
  lines: z.array(Line),
  options: z.object({ gift: z.boolean() }),
  byName: z.record(z.string(), z.number()),
});
const GOOD = {
  name: 'Nuts',
  count: 2,
  kind: 'jar',
  one: 'jar',
  email: 'a@b.in',
  tags: ['a'],
  lines: [{ unitPrice: 1, note: '' }],
  options: { gift: true },
  byName: { a: 1 },
};

test.each<[string, object, string]>([
  ['missing', { name: undefined }, 'Name is required'],
  ['null', { name: null }, 'Name is required'],
  ['empty', { name: '' }, 'Name is required'],
  ['too short', { name: 'a' }, 'Name must have at least 2 characters'],
  ['too long', { name: 'abcde' }, 'Name must have at most 4 characters'],
  ['another type', { name: 5 }, 'Name must be a text'],
  ['a text for a number', { count: '2' }, 'Count must be a number'],
  ['too small', { count: 0 }, 'Count must be at least 1'],
  ['too large', { count: 10 }, 'Count must be at most 9'],
  ['not a multiple', { count: 3 }, 'Count must be a multiple of 2'],
  ['none of the options', { kind: 'bag' }, 'Kind must be jar, box or tin'],
  ['no option', { kind: '' }, 'Kind is required'],
  ['not the literal', { one: 'box' }, 'One must be jar'],
  ['not an address', { email: 'nobody' }, 'Email is not valid'],
  ['a list that is none', { tags: 'a' }, 'Tags must be a list'],
  ['an empty list', { tags: [] }, 'Tags must have at least 1 entry'],
  ['a long list', { tags: ['a', 'b', 'c'] }, 'Tags must have at most 2 entries'],
  ['an entry of a list', { tags: ['a', 5] }, 'Tags, entry 2, must be a text'],
  ['a field of an entry', { lines: [{ unitPrice: 1.5, note: '' }] }, 'Unit price must be a whole number'],
  ['a field of an object', { options: { gift: 'yes' } }, 'Gift must be true or false'],
  ['an object that is none', { options: [] }, 'Options must be an object'],
  ['a value of a record', { byName: { small_jar: 'x' } }, 'Small jar must be a number'],
  ['a key too many', { colour: 'red' }, 'colour cannot be set here'],
])('%s', (_name, change, sentence) => {
  const result = Form.safeParse({ ...GOOD, ...change });
  expect(result.error?.issues.map(({ message }) => message)).toEqual([sentence]);
});

test('a valid form has no message', () => {
  expect(Form.safeParse(GOOD).success).toBe(true);
});

test('a body that is not an object', () => {
  expect(Form.safeParse([]).error?.issues[0]?.message).toBe('Please send the fields as a JSON object');
});

test("a schema's own message takes precedence", () => {
  const own = z.object({ name: z.string({ error: 'Please tell us your name' }).min(3, 'That is short') });
  expect(own.safeParse({}).error?.issues[0]?.message).toBe('Please tell us your name');
  expect(own.safeParse({ name: 'a' }).error?.issues[0]?.message).toBe('That is short');
});
