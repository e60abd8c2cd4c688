import type { Statement } from '../../bank/statement/statement.ts';
import { sameAccount } from './credit.ts';

/**
 * The days that an import covers, as stored: the first one, and the one after the last; null when
 * it covers none.
 */
interface Coverage {
  readonly account: string | null;
  readonly covered_from: string | null;
  readonly covered_to: string | null;
}

/**
 * What a statement covers: without a gap between its balances, each day from its first line to the
 * day before its last.
 */
export function coverageOf(statement: Pick<Statement, 'unbroken' | 'accountTail' | 'from' | 'to'>): Coverage {
  const { unbroken, accountTail, from, to } = statement;
  return { account: accountTail, covered_from: unbroken ? from : null, covered_to: unbroken ? to : null };
}

/**
 * Whether a statement covers a day of an account: a payment of that day which it does not show did
 * not reach the account. The last day of a statement may not be over. An account that is not known
 * may be any account.
 *
 * @param day `YYYY-MM-DD` in India
 */
export function coversDay({ account, covered_from: from, covered_to: to }: Coverage, day: string, tail: string | null) {
  return from !== null && to !== null && from <= day && day < to && sameAccount(account, tail);
}
