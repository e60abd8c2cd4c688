import '#web/ui/buybar.css';
import type { RefObject } from 'react';
import { useEffect, useState } from 'react';
import m from '#messages/product';
import { sizeLabel } from '#shop/catalogue/packs.ts';
import { formatRupees } from '#shop/money/money.ts';
import { BuyNowButton } from './buy-now-button.tsx';
import type { Buying } from './buying.ts';

/**
 * The phone's sticky buy bar. It is hidden while the page's own button is in view: one primary
 * button at a time (G5).
 */
export function BuyBar({ buying, buttons }: { buying: Buying; buttons: RefObject<HTMLDivElement | null> }) {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    if (!buttons.current) return;
    const watcher = new IntersectionObserver(([entry]) => setVisible(entry?.isIntersecting === false));
    watcher.observe(buttons.current);
    return () => watcher.disconnect();
  }, [buttons]);
  return (
    <aside className="buybar" aria-label={m.buy()} inert={!visible}>
      <div>
        <div className="price num">{formatRupees(buying.price)}</div>
        <span className="text-micro text-ink-soft">
          {[
            buying.label && sizeLabel(buying.label),
            buying.mrp > buying.price && (
              <span key="mrp">
                MRP <s>{formatRupees(buying.mrp)}</s>
              </span>
            ),
          ]
            .filter(Boolean)
            .flatMap((part, index) => (index === 0 ? [part] : [' · ', part]))}
        </span>
      </div>
      <BuyNowButton buying={buying} />
    </aside>
  );
}
