import type { ProofWay } from '#shop/orders/payments/credit.ts';

/** How a payment was proved (D61). */
export const PROVED_BY: Record<ProofWay, string> = {
  utr: 'By UTR',
  number: 'By order number',
  paise: 'By exact paise',
  person: 'By a person',
};
