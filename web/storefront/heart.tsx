import m from '#messages/frame';
import { toggleWish, useWished } from '#web/lib/wishlist.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Heart as HeartIcon } from '#web/ui/icons.ts';

/** The wishlist heart of a product (D16): filled while the product is on this device's wishlist. */
export function Heart({ id, name, className = '' }: { id: string; name: string; className?: string }) {
  return (
    <button
      type="button"
      className={`heart ${className}`}
      aria-pressed={useWished(id)}
      aria-label={m.saveToWishlist({ name })}
      onClick={() => toggleWish(id)}
    >
      <span>
        <Icon of={HeartIcon} />
      </span>
    </button>
  );
}
