import type { ComponentProps } from 'react';
import { imageUrl, type PictureFormat, pictureSize, pictureVariants } from '#shop/media/pictures.ts';

export { imageUrl };

export interface ImageSources {
  src: string;
  /**
   * `srcset` values, for pictures in the shop's media; an external picture and a drawing have only
   * `src`.
   */
  avif?: string;
  webp?: string;
  /** Intrinsic size in pixels. */
  width?: number;
  height?: number;
}

/** The sources of a stored address, all derived from the address (shop/media/pictures.ts). */
export function imageSources(url: string): ImageSources {
  const src = imageUrl(url);
  const size = src.startsWith('/media/') ? pictureSize(src) : null;
  if (!size) return { src };
  const variants = pictureVariants(src);
  const set = (format: PictureFormat) =>
    variants.filter((variant) => variant.format === format).map(({ url, width }) => `${url} ${width}w`);
  return {
    src,
    avif: set('avif').join(', ') || undefined,
    webp: [...set('webp'), `${src} ${size.width}w`].join(', '),
    ...size,
  };
}

type PictureProps = Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'loading' | 'fetchPriority'> & {
  /** Stored address. */
  address: string;
  alt: string;
  /**
   * Size in pixels when the address does not contain it, to reserve space before the picture loads.
   */
  width: number;
  height: number;
  /** Of the slot, for the browser's selection. */
  sizes: string;
  /** Above the fold: loaded eagerly and first. At most one or two per page. */
  priority?: boolean;
};

/**
 * A picture in the width and format that suit the screen. `<picture>` itself has no box (app.css),
 * so a frame lays out the `<img>` as its direct child.
 */
export function Picture({ address, alt, width, height, sizes, priority, ...img }: PictureProps) {
  const { src, avif, webp, ...own } = imageSources(address);
  return (
    <picture>
      {priority && avif && (
        // In the page's head, so that the picture comes before the scripts.
        <link
          rel="preload"
          as="image"
          type="image/avif"
          href={src}
          imageSrcSet={avif}
          imageSizes={sizes}
          fetchPriority="high"
        />
      )}
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      <img
        alt={alt}
        width={own.width ?? width}
        height={own.height ?? height}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        decoding="async"
        {...img}
        sizes={webp && sizes}
        srcSet={webp}
        src={src}
      />
    </picture>
  );
}
