import { describe, expect, test } from 'vitest';
import type { OrderStatus } from './order-status.ts';
import { timeline } from './order-timeline.ts';

describe('timeline', () => {
  const short = (order: Parameters<typeof timeline>[0]) =>
    timeline(order).map((step) => `${step.key}:${step.state}:${step.at}`);

  test.each<[OrderStatus, string[]]>([
    ['draft', ['pending:todo:null', 'processing:todo:null', 'shipped:todo:null', 'delivered:todo:null']],
    ['pending', ['pending:now:5', 'processing:todo:null', 'shipped:todo:null', 'delivered:todo:null']],
    ['confirmed', ['pending:done:5', 'processing:now:null', 'shipped:todo:null', 'delivered:todo:null']],
    ['shipped', ['pending:done:5', 'processing:done:null', 'shipped:now:null', 'delivered:todo:null']],
    ['delivered', ['pending:done:5', 'processing:done:null', 'shipped:done:null', 'delivered:done:null']],
    [
      'out_for_delivery',
      [
        'pending:done:5',
        'processing:done:null',
        'shipped:done:null',
        'out_for_delivery:now:null',
        'delivered:todo:null',
      ],
    ],
    ['cancelled', ['pending:done:5', 'cancelled:done:null']],
    [
      'returned',
      ['pending:done:5', 'processing:done:null', 'shipped:done:null', 'delivered:done:null', 'returned:done:null'],
    ],
  ])('%s without events', (status, steps) => {
    expect(short({ status, createdAt: 5 })).toEqual(steps);
  });

  test.each<[OrderStatus, Parameters<typeof timeline>[0]['progress'], string[]]>([
    ['pending', 'utr_wanted', ['Order Placed:done', 'Waiting for your UTR:now', 'Order Processing:todo']],
    ['pending', 'checking', ['Order Placed:done', 'Checking your UTR:now', 'Order Processing:todo']],
    ['pending', 'not_found', ['Order Placed:done', 'Payment not found:now', 'Order Processing:todo']],
    ['confirmed', 'received', ['Order Placed:done', 'Payment received:done', 'Order Processing:now']],
    ['cancelled', null, ['Order Placed:done', 'Order Cancelled:done']],
    ['cancelled', 'received', ['Order Placed:done', 'Payment received:done', 'Order Cancelled:done']],
    // What is still open about the money comes after the end of the order.
    ['cancelled', 'checking', ['Order Placed:done', 'Order Cancelled:done', 'Checking your UTR:now']],
    ['cancelled', 'taken_back', ['Order Placed:done', 'Order Cancelled:done', 'Payment reversed:now']],
  ])('%s with the payment %s', (status, progress, steps) => {
    const shown = timeline({ status, createdAt: 5, progress }).map(({ label, state }) => `${label}:${state}`);
    expect(shown.slice(0, 3)).toEqual(steps);
  });

  // Shipped before it was paid (D36).
  test.each<[OrderStatus, string[]]>([
    ['processing', ['Order Placed', 'Order Processing', 'Checking your UTR', 'Order Shipped', 'Order Delivered']],
    ['shipped', ['Order Placed', 'Order Processing', 'Order Shipped', 'Checking your UTR', 'Order Delivered']],
    ['delivered', ['Order Placed', 'Order Processing', 'Order Shipped', 'Order Delivered', 'Checking your UTR']],
  ])('nothing to come stands above what has happened: %s', (status, labels) => {
    const steps = timeline({ status, createdAt: 5, progress: 'checking' });
    expect(steps.map(({ label }) => label)).toEqual(labels);
  });

  test('a payment has its time, and a cancelled order ends with its refund', () => {
    const events = [
      { kind: 'payment', status: 'confirmed', at: 3, note: 'Payment verified' },
      { kind: 'cancelled', status: 'cancelled', at: 6, note: 'Sold out' },
      { kind: 'refund', status: null, at: 7, note: 'Refund of ₹299 sent, reference 1' },
    ];
    const steps = timeline({ status: 'cancelled', createdAt: 1, progress: 'refunded', events });
    expect(steps.map(({ label, at, note }) => [label, at, note])).toEqual([
      ['Order Placed', 1, ''],
      ['Payment received', 3, ''],
      ['Order Cancelled', 6, 'Sold out'],
      ['Refunded', 7, 'Refund of ₹299 sent, reference 1'],
    ]);
    const part = timeline({ status: 'cancelled', createdAt: 1, progress: 'part_refunded', events });
    expect(part).toEqual(steps);
    // All of it was taken back.
    const kept = timeline({ status: 'cancelled', createdAt: 1, progress: 'received', events });
    expect(kept.map(({ label }) => label)).toEqual(['Order Placed', 'Payment received', 'Order Cancelled']);
  });

  test('times, authors and notes come from the events', () => {
    const steps = timeline({
      status: 'delivered',
      createdAt: 1,
      events: [
        { status: 'pending', at: 2, by: 'shopper', note: '' },
        { status: 'confirmed', at: 3, by: 'admin', note: 'Paid' },
        { status: null, at: 4, by: 'admin', note: 'A note' },
        { status: 'shipped', at: 6, by: 'admin', note: 'Courier' },
        { status: 'out_for_delivery', at: 7, by: 'admin', note: '' },
        { status: 'delivered', at: 8, by: 'admin', note: '' },
      ],
    });
    expect(steps.map((step) => [step.label, step.at])).toEqual([
      ['Order Placed', 2],
      ['Order Processing', 3],
      ['Order Shipped', 6],
      ['Out for Delivery', 7],
      ['Order Delivered', 8],
    ]);
    expect(steps[1]).toMatchObject({ by: 'admin', note: 'Paid' });
  });

  test('a cancelled order has only the steps it reached', () => {
    const steps = short({
      status: 'cancelled',
      createdAt: 1,
      events: [
        { status: 'confirmed', at: 3 },
        { status: 'cancelled', at: 4 },
      ],
    });
    expect(steps).toEqual(['pending:done:1', 'processing:done:3', 'cancelled:done:4']);
  });
});
