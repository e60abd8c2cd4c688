import { randomInt } from 'node:crypto';
import { ShopError } from '#shop/errors.ts';
import { makeOrderNumber } from '#shop/orders/orders.ts';
import { TakenMeanwhile } from '../rows/orders.queries.ts';

const TRIES = 5;

/** A new order number: 'ORD', the time, three random digits. */
export function freshNumber(at: number): string {
  return makeOrderNumber(at, randomInt(1_000));
}

/**
 * Repeats a transaction that lost its order number to another one.
 *
 * @param run gets the number of failures so far
 */
export async function withNumber<T>(run: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    try {
      return await run(attempt);
    } catch (error) {
      if (!(error instanceof TakenMeanwhile)) throw error;
    }
  }
  throw new ShopError('busy');
}
