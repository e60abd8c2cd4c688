import { Overlay, type OverlayProps } from '#web/ui/dialog.tsx';

/** A panel from the right edge; full screen on a phone. */
export function Drawer(overlay: OverlayProps) {
  return <Overlay {...overlay} className="drawer" inner="drawer-in" />;
}
