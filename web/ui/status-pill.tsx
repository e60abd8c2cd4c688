import './status-pill.css';
import type { ReactNode } from 'react';

export type Tone = 'green' | 'blue' | 'yellow' | 'red' | 'gray';

/**
 * A status as a pill with dot and text; never colour alone. Order pages pass `statusTone(status)`
 * and `statusLabel(status)` of `#shop/orders/orders.ts`. `admin`: 22 px for the admin.
 */
export function StatusPill({ tone, admin, children }: { tone: Tone; admin?: boolean; children: ReactNode }) {
  return <span className={`pill pill-${tone} ${admin ? 'pill-admin' : ''}`}>{children}</span>;
}
