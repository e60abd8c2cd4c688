import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { Picture } from '#web/ui/picture.tsx';

/**
 * Blurred placeholders by stored address: small `data:` pictures that a page's loader returns
 * (`content.blurs`).
 */
export const Blurs = createContext<Readonly<Record<string, string>>>({});

type SitePictureProps = {
  /** Stored address of a content picture. */
  src: string;
  alt: string;
  width: number;
  height: number;
  /** Displayed when `src` fails; without one the frame stays empty. */
  fallback?: string;
  /** Above the fold: loaded eagerly and first. */
  priority?: boolean;
  sizes?: string;
};

/**
 * A picture from the page content that fills its frame, blurred until loaded. It may fail before
 * hydration, so an effect checks it too.
 */
export function SitePicture({ src, alt, width, height, fallback, priority, sizes = '100vw' }: SitePictureProps) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const blurs = useContext(Blurs);
  const image = useRef<HTMLImageElement>(null);
  const source = [src, fallback].find((address) => address && !failed.includes(address));
  useEffect(() => {
    const element = image.current;
    if (source && element?.complete && element.naturalWidth === 0) setFailed((before) => [...before, source]);
  }, [source]);
  if (!source) return null;
  const blur = blurs[source];
  return (
    <Picture
      ref={image}
      address={source}
      alt={alt}
      width={width}
      height={height}
      priority={priority}
      sizes={sizes}
      className={blur && 'bg-cover bg-center'}
      style={blur ? { backgroundImage: `url(${blur})` } : undefined}
      onError={() => setFailed((before) => [...before, source])}
    />
  );
}
