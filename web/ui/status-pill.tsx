import type { ReactNode } from 'react';

export type Tone = 'green' | 'blue' | 'yellow' | 'red' | 'gray';

/**
 * A state as a pill with dot and word; never colour alone. Order pages pass `statusTone(status)` and `statusLabel(status)` of
 * `#shop/orders/orders.ts`. `admin`: the admin's 22 px.
 */
export function StatusPill({ tone, admin, children }: { tone: Tone; admin?: boolean; children: ReactNode }) {
  return <span className={`pill pill-${tone} ${admin ? 'pill-admin' : ''}`}>{children}</span>;
}
