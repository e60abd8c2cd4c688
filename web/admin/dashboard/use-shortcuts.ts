import { useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useMay } from '../lib/session.ts';
import { type AdminSection, type SectionId, sectionsFor } from './sections.ts';

const LETTERS: Record<string, SectionId> = {
  v: 'overview',
  o: 'orders',
  p: 'products',
  r: 'reviews',
  c: 'contacts',
  a: 'audit',
  m: 'account',
};

/** The sections opened by `g` and a letter; those that the person may not use are left out. */
export function useJumps(): { key: string; section: AdminSection }[] {
  const sections = sectionsFor(useMay());
  return Object.entries(LETTERS).flatMap(([key, id]) => {
    const section = sections.find((one) => one.id === id);
    return section ? [{ key, section }] : [];
  });
}

/** Milliseconds to wait for the second key of `g o`. */
const NEXT_KEY_MS = 1_500;

const TYPING = 'input, textarea, select, [contenteditable]';

/**
 * The keyboard shortcuts of the admin: Ctrl or ⌘ with K, and `/`, open the search; `?` opens the
 * list of shortcuts; `n` begins a new order; `g` and a letter open a section. Ignored while a field has the focus or a
 * dialog is open.
 */
export function useShortcuts({ onPalette, onHelp }: { onPalette: () => void; onHelp: () => void }): void {
  const navigate = useNavigate();
  const jumps = useJumps();
  const mayTake = useMay()('POST /orders/by-staff');
  const calls = useRef({ onPalette, onHelp, jumps, mayTake });
  calls.current = { onPalette, onHelp, jumps, mayTake };
  // As soon as the admin is on display: other effects come after it, and a key pressed between
  // would be lost.
  useLayoutEffect(() => {
    let jumpUntil = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        calls.current.onPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(TYPING)) return;
      const jumping = Date.now() < jumpUntil;
      jumpUntil = 0;
      const jump = jumping ? calls.current.jumps.find(({ key }) => key === event.key.toLowerCase()) : undefined;
      if (jump) {
        event.preventDefault();
        navigate(`/admin?section=${jump.section.id}`);
      } else if (event.key === '/') {
        event.preventDefault();
        calls.current.onPalette();
      } else if (event.key === '?') {
        event.preventDefault();
        calls.current.onHelp();
      } else if (event.key === 'n' && calls.current.mayTake) {
        event.preventDefault();
        navigate('/admin?section=new-order');
      } else if (event.key === 'g') {
        jumpUntil = Date.now() + NEXT_KEY_MS;
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate]);
}
