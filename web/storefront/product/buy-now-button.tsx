import m from '#messages/product';
import { buyTone } from '#shop/catalogue/stock.ts';
import { Button } from '#web/ui/button.tsx';
import type { Buying } from './buying.ts';

/** Blue; orange at 5 pieces or fewer; disabled and 'Out of Stock' when there is no stock (R1.4). */
export function BuyNowButton({ buying, className }: { buying: Buying; className?: string }) {
  const tone = buyTone(buying.stock);
  return (
    <Button
      variant={tone === 'orange' ? 'scarce' : 'primary'}
      disabled={tone === 'disabled'}
      className={className}
      onClick={buying.buyNow}
    >
      {tone === 'disabled' ? m.outOfStock() : m.buyNow()}
    </Button>
  );
}
