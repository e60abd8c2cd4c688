import type { ComponentProps } from 'react';
import { type PictureFormat, pictureSize, pictureVariants } from '#shop/media/pictures.ts';

/** The address of a picture named by content: paths without a leading slash lie under `/media/`. */
export function imageUrl(url: string): string {
  return /^(https?:)?\/\//.test(url) || url.startsWith('/') ? url : `/media/${url}`;
}

export interface ImageSources {
  src: string;
  /** `srcset` texts, for pictures of the shop's own set; a linked picture and a drawing have only `src`. */
  avif?: string;
  webp?: string;
  /** Pixels of the picture itself. */
  width?: number;
  height?: number;
}

/** What a browser may load for a stored address: everything follows from the address (shop/media/pictures.ts). */
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
  /** Pixels when the address does not tell them: the room is kept before the picture has come. */
  width: number;
  height: number;
  /** Of the slot, for the browser's choice. */
  sizes: string;
  /** The first view's picture: loaded at once and first. At most one or two on a page. */
  priority?: boolean;
};

/**
 * A picture in the width and format that suits the screen. `<picture>` itself has no box (app.css), so a frame lays out the `<img>`
 * as if it stood there alone.
 */
export function Picture({ address, alt, width, height, sizes, priority, ...img }: PictureProps) {
  const { src, avif, webp, ...own } = imageSources(address);
  return (
    <picture>
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
