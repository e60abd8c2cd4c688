import './zoom.css';
import type { KeyboardEvent } from 'react';
import { useId, useRef, useState } from 'react';
import m from '#messages/zoom';
import type { Product } from '#shop/catalogue/catalogue.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { X } from '#web/ui/icons.ts';
import { useModal } from '#web/ui/modal.ts';
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from '#web/ui/page-icons.ts';
import { ProductImage } from '#web/ui/product-image.tsx';
import { rich } from '#web/ui/rich.tsx';
import { useZoomPointers } from './zoom-pointers.ts';
import { atLimit, moved, STEP, WHOLE, zoomed } from './zoom-view.ts';

export type ZoomProps = {
  open: boolean;
  onClose: () => void;
  images: Pick<Product['images'][number], 'url' | 'alt'>[];
  name: string;
  cloth: string;
  index: number;
  /**
   * Shows photos of any shape whole; product pictures are square and fill the frame on their cloth.
   */
  whole?: boolean;
  /** Another picture: 1 for next, -1 for previous. */
  onStep: (by: 1 | -1) => void;
};

/** Pixels that an arrow key moves a magnified picture. */
const NUDGE = 60;
const ARROWS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: NUDGE, y: 0 },
  ArrowRight: { x: -NUDGE, y: 0 },
  ArrowUp: { x: 0, y: NUDGE },
  ArrowDown: { x: 0, y: -NUDGE },
};

const hidden = (text: string) => <span className="sr-only">{text}</span>;

/**
 * A product picture or a shopper's photo in full screen. Two fingers, a double tap, the wheel, the
 * buttons or + and - zoom; dragging and arrows pan; at scale 1 arrows and swipes change the
 * picture. Escape closes.
 */
export function Zoom({ open, onClose, images, name, cloth, index, whole = false, onStep }: ZoomProps) {
  const id = useId();
  const dialog = useModal({ open, onClose, dismissable: true });
  const stage = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(WHOLE);
  const count = images.length;
  const shown = images[index];
  const step = (by: 1 | -1) => {
    if (count < 2) return;
    setView(WHOLE);
    onStep(by);
  };
  const side = () => {
    const { width = 0, height = 0 } = stage.current?.getBoundingClientRect() ?? {};
    return Math.min(width, height);
  };
  const magnify = (factor: number) => setView((now) => zoomed(now, now.scale * factor, side()));
  const held = useZoomPointers({ open, stage, view, setView, onSwipe: step });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const arrow = ARROWS[event.key];
    if (event.key === '+' || event.key === '=') magnify(STEP);
    else if (event.key === '-') magnify(1 / STEP);
    else if (event.key === '0') setView(WHOLE);
    else if (arrow && view.scale > 1) setView((now) => moved(now, arrow, side()));
    else if (arrow && arrow.x !== 0) step(arrow.x < 0 ? 1 : -1);
    else return;
    event.preventDefault();
  };

  const { least, most } = atLimit(view);
  return (
    <dialog ref={dialog} className="zoom" aria-labelledby={id} closedby="closerequest" onKeyDown={onKeyDown}>
      {open && (
        <>
          <div className="zoom-head">
            <h2 id={id}>{name}</h2>
            <IconButton aria-label={m.close()} onClick={onClose}>
              <Icon of={X} />
            </IconButton>
          </div>
          <div ref={stage} className="zoom-stage" data-close={view.scale > 1 || undefined}>
            <div
              className="zoom-picture"
              data-held={held || undefined}
              style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
            >
              <ProductImage
                key={shown?.url}
                src={shown?.url}
                alt={shown?.alt || name}
                cloth={cloth}
                priority
                sizes="max(100vw, 60rem)"
                className={whole ? 'zoom-whole' : ''}
              />
            </div>
          </div>
          <div className="zoom-foot">
            <IconButton aria-label={m.smaller()} aria-disabled={least || undefined} onClick={() => magnify(1 / STEP)}>
              <Icon of={ZoomOut} />
            </IconButton>
            <span className="num" role="status">
              {rich(m.magnified({ percent: Math.round(view.scale * 100) }), { hidden })}
            </span>
            <IconButton aria-label={m.larger()} aria-disabled={most || undefined} onClick={() => magnify(STEP)}>
              <Icon of={ZoomIn} />
            </IconButton>
            {count > 1 && (
              <div className="flex items-center ml-4">
                <IconButton aria-label={m.previousPicture()} onClick={() => step(-1)}>
                  <Icon of={ChevronLeft} />
                </IconButton>
                <span className="num" role="status">
                  {rich(m.pictureCount({ at: index + 1, count }), { hidden })}
                </span>
                <IconButton aria-label={m.nextPicture()} onClick={() => step(1)}>
                  <Icon of={ChevronRight} />
                </IconButton>
              </div>
            )}
          </div>
        </>
      )}
    </dialog>
  );
}
