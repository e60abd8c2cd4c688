import '#web/ui/buybar.css';
import type { RefObject } from 'react';
import { useEffect, useState } from 'react';
import m from '#messages/product';
import { sizeLabel } from '#shop/catalogue/packs.ts';
import { formatRupees } from '#shop/money/money.ts';
import { Button } from '#web/ui/button.tsx';
import { BuyNowButton } from './buy-now-button.tsx';
import type { Buying } from './buying.ts';

/**
 * The phone's sticky bar: Add to Cart and Buy Now. It is hidden while the page's own buttons are in
 * view: one primary button at a time (G5).
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
      <Button variant="line" className="px-3" disabled={buying.obstacle !== null} onClick={buying.addToCart}>
        {m.addToCart()}
      </Button>
      <BuyNowButton buying={buying} className="px-3" />
    </aside>
  );
}
