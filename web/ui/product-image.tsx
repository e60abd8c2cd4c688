import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import placeholder from '#web/assets/placeholder.svg';
import { Picture } from './picture.tsx';

/** `sizes` of a card's picture (G10). */
export const CARD_SIZES = '(min-width:64rem) 22vw, 46vw';

type ProductImageProps = {
  /** Stored address; empty renders the placeholder. */
  src: string | null | undefined;
  alt: string;
  /** Category slug: selects the tint of the cloth. */
  cloth?: string | null;
  /** Above the fold: loaded eagerly and first. At most one or two per page. */
  priority?: boolean;
  sizes?: string;
  className?: string;
  /** Overlay on the picture: a ticket, a badge. */
  children?: ReactNode;
};

/**
 * A product's picture on its category's cloth. While it loads only the cloth is visible; on an
 * error, the placeholder with the same `alt`. A picture may fail before hydration, so an effect
 * checks it once.
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
        // A lazy picture is fetched after layout, so a browser that supports `auto` uses the actual
        // width of the cloth.
        sizes={priority ? sizes : `auto, ${sizes}`}
        onError={() => src && setFailed(src)}
      />
      {children}
    </span>
  );
}
