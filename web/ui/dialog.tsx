import './dialog.css';
import type { ReactNode } from 'react';
import { useId } from 'react';
import m from '#messages/ui';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { X } from './icons.ts';
import { useModal } from './modal.ts';
import { Toaster } from './toast.tsx';

export type OverlayProps = {
  open: boolean;
  /** Called on Escape, backdrop or the close button; never called when `dismissable` is false. */
  onClose: () => void;
  /**
   * Rendered as the heading and used as the name. Without it pass `label`, and a heading in
   * `children`.
   */
  title?: ReactNode;
  label?: string;
  dismissable?: boolean;
  /** A change moves focus to the (new) heading. */
  step?: string | number;
  children: ReactNode;
};

/**
 * A dialog: centreed on a desktop, a bottom sheet on a phone. Children render only while it is
 * open.
 */
export function Dialog({ wide, className = '', ...overlay }: OverlayProps & { wide?: boolean; className?: string }) {
  return <Overlay {...overlay} className={`sheet ${wide ? 'sheet-wide' : ''} ${className}`} inner="sheet-in" />;
}

/**
 * The modal behind every dialog. `className` and `inner` are the classes of the dialog and of the
 * box in it.
 */
export function Overlay({
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
      className={`overlay ${className}`}
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
                <IconButton aria-label={m.close()} onClick={onClose}>
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
