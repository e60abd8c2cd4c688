import type { KeyboardEvent } from 'react';
import { Overlay, type OverlayProps } from '#web/ui/dialog.tsx';

/** A panel from the right edge; full screen on a phone. */
export function Drawer({ children, ...overlay }: OverlayProps) {
  return (
    <Overlay {...overlay} className="drawer" inner="drawer-in">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the panel inside */}
      <div className="contents" onKeyDown={scrollPage}>
        {children}
      </div>
    </Overlay>
  );
}

/** Page keys scroll the content also while the heading or a button beside it has the focus. */
function scrollPage(event: KeyboardEvent<HTMLElement>): void {
  const step = { PageDown: 1, PageUp: -1 }[event.key];
  const body = event.currentTarget.querySelector('.admin-drawer-body');
  if (step === undefined || !body || body.contains(event.target as Node)) return;
  event.preventDefault();
  body.scrollBy({ top: step * body.clientHeight * 0.9 });
}
