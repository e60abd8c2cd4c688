import { expect, test } from 'vitest';
import type { OrderEvent } from '#shop/orders/orders.ts';
import { adminTimeline } from './order-timeline.ts';

const placed: OrderEvent = { kind: 'placed', status: 'pending', at: 1, by: 'shopper', note: '' };
const titles = (steps: { title: string; state: string }[]) => steps.map((step) => `${step.state} ${step.title}`);

test('a pending payment is the current step of the timeline', () => {
  const steps = adminTimeline({ status: 'pending', events: [placed], payment: { status: 'pending' } });
  expect(titles(steps)).toEqual([
    'done Order placed',
    'now Payment to verify',
    'todo Confirmed',
    'todo Shipped',
    'todo Delivered',
  ]);
  expect(steps[0]?.note).toBe('by shopper');
});

test('events include author and note, and a finished order has no remaining steps', () => {
  const events: OrderEvent[] = [
    placed,
    { kind: 'payment', status: null, at: 2, by: 'Asha', note: 'Payment not verified: no credit: looked twice' },
    { kind: 'payment', status: 'confirmed', at: 2, by: 'Rukhsar', note: 'Payment verified' },
    { kind: 'status', status: 'shipped', at: 3, by: 'Rukhsar', note: '' },
    { kind: 'cancelled', status: 'cancelled', at: 4, by: 'Rukhsar', note: 'Parcel lost' },
  ];
  const steps = adminTimeline({ status: 'cancelled', events, payment: { status: 'completed' } });
  expect(titles(steps)).toEqual([
    'done Order placed',
    'done Payment not verified',
    'done Payment verified',
    'done Shipped',
    'done Cancelled',
  ]);
  expect(steps.map((step) => step.note)).toEqual([
    'by shopper',
    'by Asha · no credit: looked twice',
    'by Rukhsar',
    'by Rukhsar',
    'by Rukhsar · Parcel lost',
  ]);
});

test('a failed payment is not a step to verify', () => {
  const steps = adminTimeline({ status: 'pending', events: [placed], payment: { status: 'failed' } });
  expect(titles(steps)).not.toContain('now Payment to verify');
});
