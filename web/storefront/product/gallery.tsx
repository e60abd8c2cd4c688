import './gallery.css';
import { useEffect, useState } from 'react';
import m from '#messages/product';
import type { Product } from '#shop/catalogue/catalogue.ts';
import { sizeLabel } from '#shop/catalogue/packs.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useOnDemand } from '#web/ui/on-demand.ts';
import { ChevronLeft, ChevronRight, ZoomIn } from '#web/ui/page-icons.ts';
import { ProductImage } from '#web/ui/product-image.tsx';
import { Heart } from '../heart.tsx';
import { useSwipe } from '../swipe.ts';
import { otherPack, pictureOfPack } from './pack-picture.ts';
import type { ZoomProps } from './zoom.tsx';

/** Elements that use the arrow keys themselves. */
const OWN_ARROWS = 'input, select, textarea, dialog, [role="combobox"], [contenteditable="true"]';

type GalleryProps = {
  product: Pick<Product, 'id' | 'name' | 'images' | 'sizes' | 'categorySlug'>;
  /** Of the chosen size. */
  grams: number | null;
};

const loadZoom = () => import('./zoom.tsx').then(({ Zoom }) => Zoom);

/**
 * The pictures: thumbnails, buttons, swipes, and ← → anywhere on the page except in elements that
 * use those keys (R1.2). A press on the picture opens it full screen; that code is loaded on hover
 * or focus. A picture of another size than the chosen one gives way to its own, or says so.
 */
export function Gallery({ product: { id, name, images, sizes, categorySlug: cloth }, grams }: GalleryProps) {
  const [Zoom, preloadZoom] = useOnDemand<ZoomProps>(loadZoom);
  const [zoomed, setZoomed] = useState(false);
  const own = pictureOfPack(images, grams);
  const [index, setIndex] = useState(Math.max(0, own));
  useEffect(() => {
    if (own >= 0) setIndex(own);
  }, [own]);
  const count = images.length;
  const step = (by: number) => setIndex((now) => (now + by + count) % count);
  const swipe = useSwipe((by) => count > 1 && step(by));

  useEffect(() => {
    if (count < 2) return;
    const onKey = (event: KeyboardEvent) => {
      const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      const other = event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
      if (by === 0 || other || (event.target as Element | null)?.closest?.(OWN_ARROWS)) return;
      setIndex((now) => (now + by + count) % count);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [count]);

  const shown = images[index];
  const other = otherPack(shown, sizes, grams);
  return (
    <section className="gal" aria-label={m.pictures()}>
      <div className="gal-main" {...swipe}>
        <ProductImage
          src={shown?.url}
          alt={shown?.alt || name}
          cloth={cloth}
          priority
          sizes="(min-width:64rem) 44vw, 100vw"
        />
        {shown && (
          <button
            type="button"
            className="gal-open"
            aria-label={m.enlarge({ name })}
            onPointerEnter={() => preloadZoom('quietly')}
            onFocus={() => preloadZoom('quietly')}
            onClick={() => {
              preloadZoom();
              setZoomed(true);
            }}
          >
            <Icon of={ZoomIn} className="gal-sign" />
          </button>
        )}
        {other && <p className="gal-pack">{m.pictureOfPack({ size: sizeLabel(other) })}</p>}
        <Heart id={id} name={name} className="gal-heart" />
        {count > 1 && (
          <>
            <IconButton className="gal-nav left-3" aria-label={m.previousPicture()} onClick={() => step(-1)}>
              <Icon of={ChevronLeft} />
            </IconButton>
            <IconButton className="gal-nav right-3" aria-label={m.nextPicture()} onClick={() => step(1)}>
              <Icon of={ChevronRight} />
            </IconButton>
            <p className="sr-only" role="status">
              {m.pictureOf({ at: index + 1, count })}
            </p>
          </>
        )}
      </div>
      {count > 1 && (
        <div className="gal-thumbs">
          {images.map((image, at) => (
            <button
              key={image.url}
              type="button"
              aria-label={m.pictureAt({ at: at + 1 })}
              aria-current={at === index || undefined}
              onClick={() => setIndex(at)}
            >
              <ProductImage src={image.url} alt="" cloth={cloth} sizes="5rem" />
            </button>
          ))}
        </div>
      )}
      {Zoom && (
        <Zoom
          open={zoomed}
          onClose={() => setZoomed(false)}
          images={images}
          name={name}
          cloth={cloth}
          index={index}
          onStep={step}
        />
      )}
    </section>
  );
}
