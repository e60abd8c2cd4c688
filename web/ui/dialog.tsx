import './dialog.css';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { X } from './icons.ts';
import { useModal } from './modal.ts';
import { Toaster } from './toast.tsx';

type OverlayProps = {
  open: boolean;
  /** Called on Escape, backdrop or the close button; never called when `dismissable` is false. */
  onClose: () => void;
  /** Rendered as the heading and used as the name. Without it pass `label`, and a heading in `children`. */
  title?: ReactNode;
  label?: string;
  dismissable?: boolean;
  /** A change moves focus to the (new) heading. */
  step?: string | number;
  children: ReactNode;
};

/** A dialog: centreed on a desktop, a bottom sheet on a phone. Children render only while it is open. */
export function Dialog({ wide, className = '', ...overlay }: OverlayProps & { wide?: boolean; className?: string }) {
  return <Overlay {...overlay} className={`sheet ${wide ? 'sheet-wide' : ''} ${className}`} inner="sheet-in" />;
}

/** A panel from the right edge; full screen on a phone. */
export function Drawer(overlay: OverlayProps) {
  return <Overlay {...overlay} className="drawer" inner="drawer-in" />;
}

function Overlay({
  open,
  onClose,
  title,
  label,
  dismissable = true,
  step,
  children,
  className,
  inner,
}: OverlayProps & { className: string; inner: string }) {
  const id = useId();
  const ref = useModal({ open, onClose, dismissable, step });
  return (
    <dialog
      ref={ref}
      className={className}
      aria-labelledby={title ? id : undefined}
      aria-label={title ? undefined : label}
      closedby={dismissable ? 'closerequest' : 'none'}
    >
      {open && (
        <div className={inner}>
          {title && (
            <div className="sheet-head">
              <h2 id={id}>{title}</h2>
              {dismissable && (
                <IconButton aria-label="Close" onClick={onClose}>
                  <Icon of={X} />
                </IconButton>
              )}
            </div>
          )}
          {children}
          <Toaster />
        </div>
      )}
    </dialog>
  );
}
