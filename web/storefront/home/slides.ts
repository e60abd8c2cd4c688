import { useEffect, useState } from 'react';
import { useReducedMotion } from '../reduced-motion.ts';

type Slides = {
  index: number;
  /** The timer runs: not paused, held or hidden, and motion is allowed. */
  running: boolean;
  paused: boolean;
  setPaused: (paused: boolean) => void;
  /** Pointer or focus is on the slider. */
  setHeld: (held: boolean) => void;
  /** Goes to a slide; out-of-range numbers wrap. */
  go: (index: number) => void;
};

/**
 * The slider's timer (R1.4): advances every `intervalMs` and wraps. It stays on the first slide
 * until hydrated.
 */
export function useSlides(count: number, intervalMs: number): Slides {
  const [index, setIndex] = useState(0);
  const [paused, setPaused] = useState(false);
  const [held, setHeld] = useState(false);
  const [hidden, setHidden] = useState(false);
  const still = useReducedMotion();
  const running = count > 1 && !paused && !held && !hidden && !still;

  useEffect(() => {
    const look = () => setHidden(document.hidden);
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each slide, also a manually chosen one, gets its full time
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => setIndex((now) => (now + 1) % count), intervalMs);
    return () => clearTimeout(timer);
  }, [running, index, count, intervalMs]);

  const go = (to: number) => setIndex(((to % count) + count) % count);
  return { index, running, paused, setPaused, setHeld, go };
}
