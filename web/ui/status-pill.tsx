import type { ReactNode } from 'react';

export type Tone = 'green' | 'blue' | 'yellow' | 'red' | 'gray';

/**
 * A state as a pill with dot and word; never colour alone. Order pages pass `statusTone(status)` and `statusLabel(status)` of
 * `#shop/orders/orders.ts`. `desk`: the admin's 22 px.
 */
export function StatusPill({ tone, desk, children }: { tone: Tone; desk?: boolean; children: ReactNode }) {
  return <span className={`pill pill-${tone} ${desk ? 'pill-desk' : ''}`}>{children}</span>;
}
