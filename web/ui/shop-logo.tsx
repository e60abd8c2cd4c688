import type { ComponentProps } from 'react';
import { isOwnLogo, pictureSize } from '#shop/media/pictures.ts';
import logoDrawing from '#web/assets/logo.svg';
import logoLight from '#web/assets/logo-light.svg';
import { imageUrl } from './picture.tsx';

type ShopLogoProps = Omit<ComponentProps<'img'>, 'src'> & {
  /** Stored address of the navbar's logo. */
  image: string;
  alt: string;
  /** Size of the slot in pixels, for a logo whose address does not contain its own. */
  width: number;
  height: number;
  /**
   * On a dark background: the drawing has a light variant, an uploaded picture gets a light plate.
   */
  onDark?: boolean;
};

/**
 * The shop's logo at the height of its slot. Uploads can have any shape: shop-logo.css limits their
 * width.
 */
export function ShopLogo({ image, alt, onDark, ...slot }: ShopLogoProps) {
  if (!isOwnLogo(image)) return <img {...slot} src={onDark ? logoLight : logoDrawing} alt={alt} />;
  const classes = [slot.className, 'own-logo', onDark && 'own-logo-plate'].filter(Boolean).join(' ');
  return <img {...slot} {...pictureSize(image)} className={classes} src={imageUrl(image)} alt={alt} />;
}
