import type { TouchEvent } from 'react';
import { useRef } from 'react';

/** Pixels a finger must travel sideways, more than it travels up or down. */
const FAR_ENOUGH = 40;

/** Touch handlers that tell a sideways swipe: 1 to the next, -1 to the one before. Mice and keys have buttons. */
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
