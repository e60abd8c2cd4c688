import { useEffect, useState } from 'react';

/**
 * Seconds left of a timer that starts at `from` and restarts at zero (offer: 930 s, delivery
 * cutoff: 900 s, D14). The server and the first paint render `from`; it starts after hydration. It
 * follows the wall clock, so a suspended tab is correct at once when it resumes.
 */
export function useLoopingSeconds(from: number): number {
  const [left, setLeft] = useState(from);
  useEffect(() => {
    const start = Date.now();
    const timer = setInterval(() => {
      const gone = Math.floor((Date.now() - start) / 1000) % from;
      setLeft(from - gone);
    }, 1000);
    return () => clearInterval(timer);
  }, [from]);
  return left;
}

/** Seconds as `15:30`, in tabular figures. Not a live region. */
export function Countdown({ seconds, className = '' }: { seconds: number; className?: string }) {
  const whole = Math.max(0, Math.floor(seconds));
  const minutes = Math.floor(whole / 60);
  const rest = String(whole % 60).padStart(2, '0');
  return (
    <span className={`num ${className}`} role="timer" aria-live="off">
      {minutes}:{rest}
    </span>
  );
}
