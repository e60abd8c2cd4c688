import { expect, test } from 'vitest';
import { appChoices, appsAtCheckout } from './app-list.ts';

const ids = (apps: readonly { id: string }[]) => apps.map(({ id }) => id);

test('without a saved list both layouts are as specified (R2.2, R2.7)', () => {
  for (const saved of [undefined, []]) {
    expect(ids(appsAtCheckout(saved, 'phone').first)).toEqual(['phonepe', 'paytm', 'googlepay', 'other']);
    const desktop = appsAtCheckout(saved, 'desktop');
    expect(ids(desktop.first)).toEqual(['phonepe', 'googlepay', 'paytm', 'other']);
    expect(ids(desktop.more)).toEqual([
      'amazonpay',
      'navi',
      'bharatpe',
      'mobikwik',
      'freecharge',
      'airtel',
      'jio',
      'icici',
      'hdfc',
    ]);
  }
});

test('the saved order and visibility apply to both layouts', () => {
  const saved = appChoices([
    { id: 'navi', visible: true },
    { id: 'paytm', visible: false },
    { id: 'phonepe', visible: true },
  ]);
  expect(ids(appsAtCheckout(saved, 'desktop').first)).toEqual(['navi', 'phonepe', 'googlepay', 'other']);
  expect(ids(appsAtCheckout(saved, 'desktop').more)).not.toContain('paytm');
  expect(ids(appsAtCheckout(saved, 'phone').first)).toEqual(['navi', 'phonepe', 'googlepay', 'other']);
});

test('phones always list Other UPI Apps, unless it is hidden', () => {
  const last = appChoices(['navi', 'hdfc', 'icici', 'jio', 'airtel', 'other'].map((id) => ({ id, visible: true })));
  expect(ids(appsAtCheckout(last, 'phone').first)).toEqual(['navi', 'hdfc', 'icici', 'jio', 'other']);
  expect(ids(appsAtCheckout(last, 'desktop').more)).toContain('other');
  const hidden = last.map((choice) => (choice.id === 'other' ? { ...choice, visible: false } : choice));
  expect(ids(appsAtCheckout(hidden, 'phone').first)).toEqual(['navi', 'hdfc', 'icici', 'jio']);
});

test('unknown, duplicate and handled apps are dropped; new ones are appended', () => {
  const choices = appChoices([
    { id: 'gone', visible: true },
    { id: 'bhim', visible: true },
    { id: 'hdfc', visible: false },
    { id: 'hdfc', visible: true },
  ]);
  expect(choices[0]).toEqual({ id: 'hdfc', visible: false });
  expect(choices.filter(({ id }) => id === 'hdfc')).toHaveLength(1);
  expect(ids(choices)).not.toContain('bhim');
  expect(choices).toHaveLength(13);
});
