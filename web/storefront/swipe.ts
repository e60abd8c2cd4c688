import type { TouchEvent } from 'react';
import { useRef } from 'react';

/** Minimum horizontal distance in pixels; it must also exceed the vertical distance. */
const FAR_ENOUGH = 40;

/**
 * Touch handlers that detect a horizontal swipe: 1 for next, -1 for previous. Mouse and keyboard
 * use buttons.
 */
export function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: (event: TouchEvent) => {
      const touch = event.touches[0];
      start.current = event.touches.length === 1 && touch ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: (event: TouchEvent) => {
      const from = start.current;
      const touch = event.changedTouches[0];
      start.current = null;
      if (!from || !touch) return;
      const across = touch.clientX - from.x;
      if (Math.abs(across) > FAR_ENOUGH && Math.abs(across) > Math.abs(touch.clientY - from.y))
        onSwipe(across < 0 ? 1 : -1);
    },
  };
}
