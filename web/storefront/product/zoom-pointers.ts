import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { Point, View } from './zoom-view.ts';
import { CLOSE_UP, moved, pinched, WHOLE, zoomed } from './zoom-view.ts';

/** Movement in pixels up to which a touch is a tap; beyond the second value it is a swipe. */
const STILL = 8;
const SWIPE = 40;
/** Milliseconds between the taps of a double tap. */
const DOUBLE_MS = 320;

interface Parts {
  open: boolean;
  stage: RefObject<HTMLElement | null>;
  view: View;
  setView: (next: (now: View) => View) => void;
  onSwipe: (by: 1 | -1) => void;
}

/**
 * Touch, mouse and wheel on the stage. A mouse click zooms; touch needs a double tap, so that an
 * accidental tap does nothing. Listeners are native, because React's passive wheel listener cannot
 * prevent page scrolling.
 *
 * @returns whether a pointer is down, so that the picture follows without a transition
 */
export function useZoomPointers(parts: Parts): boolean {
  const { open, stage } = parts;
  const now = useRef(parts);
  now.current = parts;
  const [held, setHeld] = useState(false);

  useEffect(() => {
    const element = stage.current;
    if (!open || !element) return;
    const down = new Map<number, Point>();
    let start: Point | null = null;
    let lastTap = { at: 0, x: 0, y: 0 };

    const frame = () => element.getBoundingClientRect();
    const side = () => Math.min(frame().width, frame().height);
    const middle = (): Point => {
      const { left, top, width, height } = frame();
      return { x: left + width / 2, y: top + height / 2 };
    };
    const fromMiddle = ({ x, y }: Point): Point => ({ x: x - middle().x, y: y - middle().y });
    const pointOf = (event: PointerEvent | WheelEvent): Point => ({ x: event.clientX, y: event.clientY });
    const toggle = (at: Point) =>
      now.current.setView((view) => (view.scale > 1 ? WHOLE : zoomed(view, CLOSE_UP, side(), fromMiddle(at))));

    const onDown = (event: PointerEvent) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      down.set(event.pointerId, pointOf(event));
      start = down.size === 1 ? pointOf(event) : null;
      setHeld(true);
    };
    const onMove = (event: PointerEvent) => {
      const before = down.get(event.pointerId);
      if (!before) return;
      const after = pointOf(event);
      const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
      down.set(event.pointerId, after);
      if (other) now.current.setView((view) => pinched(view, [before, other], [after, other], middle(), side()));
      else now.current.setView((view) => moved(view, { x: after.x - before.x, y: after.y - before.y }, side()));
    };
    const onUp = (event: PointerEvent) => {
      if (!down.delete(event.pointerId)) return;
      setHeld(down.size > 0);
      const from = start;
      start = null;
      if (!from || event.type === 'pointercancel') return;
      const to = pointOf(event);
      const across = to.x - from.x;
      const along = to.y - from.y;
      if (Math.hypot(across, along) < STILL) {
        const again = event.timeStamp - lastTap.at < DOUBLE_MS && Math.hypot(to.x - lastTap.x, to.y - lastTap.y) < 40;
        if (event.pointerType === 'mouse' || again) toggle(to);
        lastTap = again ? { at: 0, x: 0, y: 0 } : { at: event.timeStamp, ...to };
      } else if (now.current.view.scale === 1 && Math.abs(across) > SWIPE && Math.abs(across) > Math.abs(along)) {
        now.current.onSwipe(across < 0 ? 1 : -1);
      }
    };
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const factor = Math.exp(-event.deltaY / 400);
      now.current.setView((view) => zoomed(view, view.scale * factor, side(), fromMiddle(pointOf(event))));
    };

    element.addEventListener('pointerdown', onDown);
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerup', onUp);
    element.addEventListener('pointercancel', onUp);
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerup', onUp);
      element.removeEventListener('pointercancel', onUp);
      element.removeEventListener('wheel', onWheel);
    };
  }, [open, stage]);

  return held;
}
