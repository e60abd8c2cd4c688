import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { AppLink } from './link.tsx';

/**
 * `primary`: forward, one per view. `scarce`: buying at stock 5 or fewer. `paper`: on a dark
 * background.
 */
type ButtonVariant = 'primary' | 'scarce' | 'line' | 'quiet' | 'paper' | 'text' | 'ok' | 'bad' | 'bare';
/** 44, 50 and 54 px; `admin` is the admin's (32 px with a mouse, 44 px by touch). */
type ButtonSize = 'md' | 'lg' | 'hero' | 'admin';

type Look = { variant?: ButtonVariant; size?: ButtonSize; block?: boolean; className?: string; children?: ReactNode };

function buttonClass({ variant = 'primary', size = 'md', block, className }: Look): string {
  return [
    'btn',
    variant !== 'bare' && `btn-${variant}`,
    size !== 'md' && `btn-${size}`,
    block && 'btn-block',
    className,
  ]
    .filter(Boolean)
    .join(' ');
}

type ButtonProps = Omit<ComponentProps<'button'>, keyof Look> & Look & { busy?: boolean; busyText?: ReactNode };

/**
 * A button. `busy` shows `busyText` with a spinner in place of the icon and ignores presses, but
 * keeps the button focusable: `disabled` would move the keyboard user's focus to the top of the page
 * (G5). The default `type` is `button`.
 */
export function Button({ variant, size, block, className, busy, busyText, children, onClick, ...rest }: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, size, block, className })}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={press}
    >
      <span key={busy ? 'busy' : 'ready'} className="contents">
        {busy ? (busyText ?? children) : children}
      </span>
    </button>
  );
}

type ButtonLinkProps = Omit<ComponentProps<typeof AppLink>, keyof Look> & Look;

/** A link styled as a button; `to` is a path of the shop or an external URL. */
export function ButtonLink({ variant, size, block, className, ...rest }: ButtonLinkProps) {
  return <AppLink {...rest} className={buttonClass({ variant, size, block, className })} />;
}

type IconButtonProps = ComponentProps<'button'> & { 'aria-label': string };

/** 44 × 44 px, one icon, always with an accessible name. */
export function IconButton({ className = '', ...rest }: IconButtonProps) {
  return <button type="button" {...rest} className={`iconbtn ${className}`} />;
}
