import { isExact } from '#shop/orders/payments/match.ts';
import { verdictOf } from './payment-words.ts';
import type { OrderToVerify } from './payments-api.ts';

export interface VerifyGroup {
  title: string;
  orders: OrderToVerify[];
}

/**
 * The orders in the order in which a person works through them: odd ones, exact ones, those whose
 * credit has not come.
 */
export function groupsOf(orders: readonly OrderToVerify[], search: string): VerifyGroup[] {
  const found = orders.filter((order) => fits(order, search));
  const of = (...kinds: string[]) => found.filter(({ match }) => kinds.includes(verdictOf(match).kind));
  return [
    { title: 'Need a look', orders: of('look', 'closed') },
    { title: 'Exact matches', orders: of('exact') },
    { title: 'No credit yet', orders: of('waiting') },
  ].filter(({ orders: { length } }) => length > 0);
}

/** The orders that 'Confirm exact matches' confirms. */
export function exactOf(orders: readonly OrderToVerify[]): OrderToVerify[] {
  return orders.filter(({ match }) => match !== null && isExact(match.reason));
}

function fits({ orderNumber, utrNumber, name, phone, total }: OrderToVerify, search: string): boolean {
  const words = search.trim().toLowerCase().replace(/^₹/, '');
  const amount = words.replaceAll(',', '');
  return (
    words === '' ||
    [orderNumber, utrNumber ?? '', name, phone].some((text) => text.toLowerCase().includes(words)) ||
    String(total) === amount
  );
}

/**
 * The order number `step` places away; stays at the ends. The first one when `current` is not in
 * the list.
 */
export function neighbour(numbers: readonly string[], current: string | null, step: 1 | -1): string | null {
  const at = numbers.indexOf(current ?? '');
  if (at < 0) return numbers[0] ?? null;
  return numbers[Math.min(Math.max(at + step, 0), numbers.length - 1)] ?? null;
}

/**
 * Where to go on from `current` after a decision: to the following order, else to the one before;
 * null when none is left.
 */
export function afterDecision(
  numbers: readonly string[],
  current: string,
  decided: readonly string[] = [current],
): string | null {
  const at = Math.max(numbers.indexOf(current), 0);
  const following = [...numbers.slice(at), ...numbers.slice(0, at).reverse()];
  return following.find((number) => !decided.includes(number)) ?? null;
}

export type VerifyCommand = 'next' | 'previous' | 'confirm' | 'undo';

interface PressedKey {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** The key is held down. */
  repeat: boolean;
}

/**
 * What a key does on the list. `focus`: `field` for an input, `control` for another button or link,
 * whose own Enter goes first; `row` for the current row of the list or the page itself.
 */
export function commandOf(pressed: PressedKey, focus: 'field' | 'control' | 'row'): VerifyCommand | null {
  if (focus === 'field' || pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null;
  const key = pressed.key.toLowerCase();
  if (key === 'j') return 'next';
  if (key === 'k') return 'previous';
  // A held key must not confirm one order after the other.
  if (pressed.repeat) return null;
  if (key === 'u') return 'undo';
  return key === 'enter' && focus === 'row' ? 'confirm' : null;
}
