import { describe, expect, test } from 'vitest';
import { proveSms, proveWebhooks } from '../scripts/prove-messages.ts';

/** The samples of bank messages in demo/credits, each field compared. */
describe.each([
  ['messages', proveSms('demo/credits')],
  ['invented wordings', proveSms('demo/credits/wordings')],
  ['wordings of many banks', proveSms('tests/fixtures/credits')],
  ['requests of forwarder apps', proveWebhooks('demo/credits')],
  ['requests of other apps', proveWebhooks('tests/fixtures/credits')],
])('%s', (_title, proofs) => {
  test.each(proofs ?? [])('$id', ({ expected, found, faults }) => {
    expect(faults).toEqual([]);
    expect(found).toBe(expected);
  });

  test('are there', () => expect(proofs?.length).toBeGreaterThan(9));
});

test('a folder without such files is no proof', () => {
  expect([proveSms('docs'), proveWebhooks('docs')]).toEqual([null, null]);
});
