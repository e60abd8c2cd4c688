import { useEffect } from 'react';

export type RowCommand = 'next' | 'previous' | 'tick';

interface PressedKey {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/**
 * What a key does on the list: J and K go to the next and the previous row, X ticks it. Enter opens
 * it, as its button does by itself.
 */
export function rowCommand({ key, ctrlKey, metaKey, altKey }: PressedKey): RowCommand | null {
  if (ctrlKey || metaKey || altKey) return null;
  const commands: Record<string, RowCommand> = { j: 'next', k: 'previous', x: 'tick' };
  return commands[key.toLowerCase()] ?? null;
}

/** The row to go to: the first one from outside the list, none beyond its ends. */
export function rowAfter(current: number, step: 1 | -1, count: number): number | null {
  if (count === 0) return null;
  return current < 0 ? 0 : Math.min(Math.max(current + step, 0), count - 1);
}

/**
 * Keyboard control of the rows, unless a field has the focus or a dialog is open. Each row has a
 * `[data-view]` button and a checkbox.
 */
export function useRowKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const command = rowCommand(event);
      if (!command || event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return;
      const { target } = event;
      if (target instanceof Element && target.matches('input:not([type=checkbox]), textarea, select')) return;
      const rows = [...document.querySelectorAll<HTMLElement>('[data-view]')];
      const current = rows.findIndex((view) => view.closest('tr')?.contains(document.activeElement));
      if (command === 'tick') {
        rows[current]?.closest('tr')?.querySelector<HTMLElement>('input[type=checkbox]')?.click();
      } else {
        const next = rowAfter(current, command === 'next' ? 1 : -1, rows.length);
        if (next !== null) rows[next]?.focus();
      }
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
