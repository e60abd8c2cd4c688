import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import placeholder from '#web/assets/placeholder.svg';
import { Picture } from './picture.tsx';

/** Sizes of a card's picture for the browser's choice among variants (G10). */
export const CARD_SIZES = '(min-width:64rem) 22vw, 46vw';

type ProductImageProps = {
  /** Stored address; empty shows the placeholder. */
  src: string | null | undefined;
  alt: string;
  /** Category slug: picks the cloth's tint. */
  cloth?: string | null;
  /** Above the fold: loaded at once and first. At most one or two on a page. */
  priority?: boolean;
  sizes?: string;
  className?: string;
  /** What lies on the picture: a ticket, a badge. */
  children?: ReactNode;
};

/**
 * A product's picture on its category's cloth. While it loads there is the cloth alone; when it fails, the placeholder on the
 * cloth, with the same `alt`. A picture may fail before hydration, so its state is checked once after it.
 */
export function ProductImage({
  src,
  alt,
  cloth,
  priority,
  sizes = CARD_SIZES,
  className = '',
  children,
}: ProductImageProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const element = image.current;
    if (src && element?.complete && element.naturalWidth === 0) setFailed(src);
  }, [src]);
  return (
    <span className={`cloth ${className}`} data-cloth={cloth ?? undefined}>
      <Picture
        ref={image}
        address={src && failed !== src ? src : placeholder}
        alt={alt}
        width={800}
        height={800}
        priority={priority}
        // A lazy picture is fetched after layout, so a browser that knows `auto` takes the cloth's real width.
        sizes={priority ? sizes : `auto, ${sizes}`}
        onError={() => src && setFailed(src)}
      />
      {children}
    </span>
  );
}
