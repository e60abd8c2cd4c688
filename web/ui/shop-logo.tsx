import type { ComponentProps } from 'react';
import { pictureSize } from '#shop/media/pictures.ts';
import logoDrawing from '#web/assets/logo.svg';
import logoLight from '#web/assets/logo-light.svg';
import { imageUrl } from './picture.tsx';

/** The drawing that the shop comes with, by its plain name or as the demo shop keeps it (server/demo/files.ts). */
const DRAWING = /^(\/media\/site\/logo-[0-9a-f]{8}|logo)\.svg$/;

/** Whether an owner has given the shop a logo (D1) in place of the drawing. `image` as the navbar's content keeps it. */
export function isOwnLogo(image: string): boolean {
  return image !== '' && !DRAWING.test(image);
}

type ShopLogoProps = Omit<ComponentProps<'img'>, 'src'> & {
  /** Stored address of the navbar's logo. */
  image: string;
  alt: string;
  /** Pixels of the slot: the room for a logo whose address does not tell its own. */
  width: number;
  height: number;
  /** It stands on a dark ground: the drawing has a light form, an owner's picture gets a light plate. */
  onDark?: boolean;
};

/** The shop's logo as high as its slot. One that was uploaded may be of any shape: shop-logo.css keeps it from growing wide. */
export function ShopLogo({ image, alt, onDark, ...slot }: ShopLogoProps) {
  if (!isOwnLogo(image)) return <img {...slot} src={onDark ? logoLight : logoDrawing} alt={alt} />;
  const classes = [slot.className, 'own-logo', onDark && 'own-logo-plate'].filter(Boolean).join(' ');
  return <img {...slot} {...pictureSize(image)} className={classes} src={imageUrl(image)} alt={alt} />;
}
