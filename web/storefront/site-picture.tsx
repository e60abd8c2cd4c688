import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { Picture } from '#web/ui/picture.tsx';

/** Blurred stand-ins by stored address: small `data:` pictures that a page's loader sends along (`content.blurs`). */
export const Blurs = createContext<Readonly<Record<string, string>>>({});

type SitePictureProps = {
  /** Stored address of a content picture. */
  src: string;
  alt: string;
  width: number;
  height: number;
  /** Shown when `src` fails; without one the ground of the frame stays alone. */
  fallback?: string;
  /** The first view's picture: loaded at once and first. */
  priority?: boolean;
  sizes?: string;
};

/**
 * A picture of the page content that fills its frame, blurred until it has loaded. It may fail before hydration, so that is checked once too.
 */
export function SitePicture({ src, alt, width, height, fallback, priority, sizes = '100vw' }: SitePictureProps) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const blurs = useContext(Blurs);
  const image = useRef<HTMLImageElement>(null);
  const shown = [src, fallback].find((address) => address && !failed.includes(address));
  useEffect(() => {
    const element = image.current;
    if (shown && element?.complete && element.naturalWidth === 0) setFailed((before) => [...before, shown]);
  }, [shown]);
  if (!shown) return null;
  const blur = blurs[shown];
  return (
    <Picture
      ref={image}
      address={shown}
      alt={alt}
      width={width}
      height={height}
      priority={priority}
      sizes={sizes}
      className={blur && 'bg-cover bg-center'}
      style={blur ? { backgroundImage: `url(${blur})` } : undefined}
      onError={() => setFailed((before) => [...before, shown])}
    />
  );
}
