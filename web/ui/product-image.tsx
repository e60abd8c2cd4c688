import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import placeholder from '#web/assets/placeholder.svg';

/** Sizes of a card's picture for the browser's choice among variants (GUIDE §10). */
export const CARD_SIZES = '(min-width:64rem) 22vw, 46vw';

/** The address of a picture named by content: paths without a leading slash lie under `/media/`. */
export function imageUrl(url: string): string {
  return /^(https?:)?\/\//.test(url) || url.startsWith('/') ? url : `/media/${url}`;
}

/** What an `<img>` loads for a stored picture. The one place to change when the server offers narrower variants. */
export function imageSources(url: string): { src: string; srcSet?: string } {
  return { src: imageUrl(url) };
}

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
 * cloth, with the same `alt`. A picture may fail before React wakes up, so the state is also looked at once after hydration.
 */
export function ProductImage({ src, alt, cloth, priority, sizes, className = '', children }: ProductImageProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const element = image.current;
    if (src && element?.complete && element.naturalWidth === 0) setFailed(src);
  }, [src]);
  const sources = src && failed !== src ? imageSources(src) : { src: placeholder };
  return (
    <span className={`cloth ${className}`} data-cloth={cloth ?? undefined}>
      <img
        ref={image}
        {...sources}
        sizes={'srcSet' in sources ? sizes : undefined}
        alt={alt}
        width={800}
        height={800}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        decoding="async"
        onError={() => src && setFailed(src)}
      />
      {children}
    </span>
  );
}
