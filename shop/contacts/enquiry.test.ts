import { expect, test } from 'vitest';
import { Enquiry } from './contact-input.ts';
import { checkEnquiry, type EnquiryField, type EnquiryForm, toEnquiry } from './enquiry.ts';

const form: EnquiryForm = { company: 'Rao Textiles', packs: '250', neededBy: '2026-12-24' };
/** 24 Dec 2026, 00:30 in India; still the 23rd in UTC. */
const NOW = Date.parse('2026-12-23T19:00:00Z');
const WHOLE = 'Please enter a whole number from 1 to 1,00,000';

test.each<[Partial<EnquiryForm>, Partial<Record<EnquiryField, string>>]>([
  [{}, {}],
  [{ packs: '1' }, {}],
  [{ packs: '1,00,000' }, {}],
  [{ packs: ' २५० ' }, {}],
  [{ packs: '\u200b250\u2069' }, {}],
  [{ packs: '' }, { packs: 'Number of packs is required' }],
  [{ packs: '0' }, { packs: WHOLE }],
  [{ packs: '-5' }, { packs: WHOLE }],
  [{ packs: '1.5' }, { packs: WHOLE }],
  [{ packs: '100001' }, { packs: WHOLE }],
  [{ packs: '9'.repeat(400) }, { packs: WHOLE }],
  [{ packs: 'many' }, { packs: WHOLE }],
  [{ company: '' }, { company: 'Company is required' }],
  [{ company: '\u200b\u2068\u2069' }, { company: 'Company is required' }],
  [{ company: 'Rao\r\nBcc: x@y.z' }, { company: 'Company must be on one line' }],
  [{ company: 'x'.repeat(101) }, { company: 'Company must be at most 100 characters' }],
  [{ company: '<b>Rao</b> & Sons' }, {}],
  [{ neededBy: '' }, { neededBy: 'Date is required' }],
  [{ neededBy: '2026-12-23' }, { neededBy: 'This day is over. Please choose today or later.' }],
  [{ neededBy: '0001-01-01' }, { neededBy: 'This day is over. Please choose today or later.' }],
  [{ neededBy: '2027-02-29' }, { neededBy: 'Please enter a valid date' }],
  [{ neededBy: '24/12/2026' }, { neededBy: 'Please enter a valid date' }],
  [{ neededBy: '+275760-09-13' }, { neededBy: 'Please enter a valid date' }],
])('form and API agree about gifts: %o', (changes, errors) => {
  const given = { ...form, ...changes };
  expect(checkEnquiry(given, NOW)).toEqual(errors);
  const isOver = errors.neededBy?.startsWith('This day');
  const sent = { ...toEnquiry(given), company: given.company };
  // A text that is no number is sent as null.
  const result = Enquiry.safeParse(JSON.parse(JSON.stringify(sent)));
  expect(result.error?.issues.map((issue) => issue.path[0]) ?? []).toEqual(isOver ? [] : Object.keys(errors));
});

test('a power of ten is no number of packs', () => {
  expect(checkEnquiry({ ...form, packs: '1e5' }, NOW)).toEqual({ packs: WHOLE });
});

test('an enquiry is stored clean', () => {
  const typed = { company: ' \u2068Rao Textiles\u2069 ', packs: ' 1,250 ', neededBy: ' 2026-12-24 ' };
  expect(toEnquiry(typed)).toEqual({ company: 'Rao Textiles', packs: 1250, neededBy: '2026-12-24' });
  expect(Enquiry.parse({ ...toEnquiry(typed), company: typed.company })).toEqual(toEnquiry(typed));
});
