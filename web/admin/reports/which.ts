import type { Span } from '#shop/orders/period.ts';

/** Documents of a GSTIN other than the shop's own of today are shown only if it is chosen. */
export interface Which {
  month: string;
  span: Span;
  gstin?: string;
  /** What it issued while the shop was marked as a demo. */
  demo?: boolean;
}
