import { useEffect, useState, useSyncExternalStore } from 'react';
import m from '#messages/frame';
import type { IconPath } from './icon.tsx';
import { Icon } from './icon.tsx';
import { CircleCheck, CircleX, Info, TriangleAlert, X } from './icons.ts';
import { AppLink } from './link.tsx';

/** R1.2 and R1.9: visible for 3000 ms, then a 300 ms exit animation. G5: three at most. */
const SHOWN_MS = 3000;
const LEAVING_MS = 300;
const MOST = 3;

type ToastKind = 'success' | 'error' | 'warning' | 'info';
type ToastOptions = {
  /**
   * A text button inside the toast, such as Undo, or a link; pressing it also dismisses the toast.
   */
  action?: { label: string; onPress?: () => void; to?: string };
  /** Milliseconds before it disappears; default 3000. */
  duration?: number;
};
/**
 * `left`: remaining milliseconds. Stored here, not in the component, so that a toast can move into
 * a dialog.
 */
type ToastEntry = ToastOptions & { id: number; kind: ToastKind; message: string; left: number };

const NONE: readonly ToastEntry[] = [];
let entries = NONE;
let lastId = 0;
/** All mounted `<Toaster>`s; the latest one displays the toasts. */
let outlets: readonly symbol[] = [];
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

function change(next: readonly ToastEntry[]): void {
  entries = next;
  announce();
}

function show(kind: ToastKind, message: string, options?: ToastOptions): number {
  lastId += 1;
  const entry = { ...options, id: lastId, kind, message, left: options?.duration ?? SHOWN_MS };
  // Repeating the latest message restarts its toast instead of adding another.
  const others = entries.filter((other) => other.message !== message || other.kind !== kind);
  change([...others, entry].slice(-MOST));
  return lastId;
}

/**
 * Displays a message at the top right. Returns an id for `toast.dismiss`. Works from any module,
 * not only from React.
 */
export const toast = {
  success: (message: string, options?: ToastOptions) => show('success', message, options),
  error: (message: string, options?: ToastOptions) => show('error', message, options),
  warning: (message: string, options?: ToastOptions) => show('warning', message, options),
  info: (message: string, options?: ToastOptions) => show('info', message, options),
  dismiss: (id: number) => change(entries.filter((entry) => entry.id !== id)),
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const onServer = () => NONE;

/**
 * Toast outlet: one in the root, and one in each open dialog, because a modal dialog makes
 * everything outside it inert; the latest outlet displays them. Its two live regions are present
 * from the start, because a region added together with its text is often not announced. Errors are
 * alerts, the rest are statuses. Hover or focus pauses the timer.
 */
export function Toaster() {
  const [me] = useState(() => Symbol('toaster'));
  const shown = useSyncExternalStore(subscribe, () => (outlets.at(-1) === me ? entries : NONE), onServer);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    outlets = [...outlets, me];
    announce();
    return () => {
      outlets = outlets.filter((outlet) => outlet !== me);
      announce();
    };
  }, [me]);
  const errors = shown.filter((entry) => entry.kind === 'error');
  const others = shown.filter((entry) => entry.kind !== 'error');
  return (
    <section
      className="toasts"
      aria-label={m.notifications()}
      // `onPointerMove`, not `onPointerEnter`: a toast that appears under a resting pointer must
      // not stay open over the content.
      onPointerMove={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div role="status" aria-atomic="false">
        {others.map((entry) => (
          <Toast key={entry.id} entry={entry} held={held} onGone={setHeld} />
        ))}
      </div>
      <div role="alert" aria-atomic="false">
        {errors.map((entry) => (
          <Toast key={entry.id} entry={entry} held={held} onGone={setHeld} />
        ))}
      </div>
    </section>
  );
}

const ICONS: Record<ToastKind, IconPath> = {
  success: CircleCheck,
  error: CircleX,
  warning: TriangleAlert,
  info: Info,
};

function Toast({ entry, held, onGone }: { entry: ToastEntry; held: boolean; onGone: (held: false) => void }) {
  const [leaving, setLeaving] = useState(false);

  useEffect(() => {
    if (held || leaving) return;
    const since = performance.now();
    const timer = setTimeout(() => setLeaving(true), entry.left);
    return () => {
      clearTimeout(timer);
      entry.left -= performance.now() - since;
    };
  }, [held, leaving, entry]);

  useEffect(() => {
    if (!leaving) return;
    const timer = setTimeout(() => {
      // A toast removed while hovered or focused fires no leave event.
      onGone(false);
      toast.dismiss(entry.id);
    }, LEAVING_MS);
    return () => clearTimeout(timer);
  }, [leaving, entry.id, onGone]);

  const leave = () => {
    // It may move into a dialog meanwhile.
    entry.left = 0;
    setLeaving(true);
  };

  return (
    <div className={`toast toast-${entry.kind} ${leaving ? 'toast-leaving' : ''}`} style={{ order: entry.id }}>
      <Icon of={ICONS[entry.kind]} />
      <span>
        <span>{entry.message}</span>
        {entry.action?.to && (
          <AppLink className="link toast-action" to={entry.action.to} onClick={leave}>
            {entry.action.label}
          </AppLink>
        )}
        {entry.action?.onPress && (
          <button
            type="button"
            className="link toast-action"
            onClick={() => {
              entry.action?.onPress?.();
              leave();
            }}
          >
            {entry.action.label}
          </button>
        )}
      </span>
      <button type="button" className="toast-close" aria-label={m.dismiss()} onClick={leave}>
        <Icon of={X} />
      </button>
    </div>
  );
}
