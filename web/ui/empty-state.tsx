import type { ReactNode } from 'react';
import { categoryDrawing } from './category-drawing.ts';
import type { IconPath } from './icon.tsx';
import { Icon } from './icon.tsx';

type EmptyStateProps = {
  /** The specification's message. */
  title: string;
  text?: ReactNode;
  /** A category's drawing by slug, or an icon; dry fruits by default. */
  drawing?: string;
  icon?: IconPath;
  /** One action. */
  children?: ReactNode;
  /** `h1` when the page contains nothing else. */
  as?: 'h1' | 'h2' | 'h3';
  className?: string;
};

/** An empty state: a drawing, the message, one action. */
export function EmptyState({
  title,
  text,
  drawing = 'dry-fruits',
  icon,
  children,
  as: Heading = 'h2',
  className = '',
}: EmptyStateProps) {
  return (
    <div className={`empty ${className}`}>
      {icon ? (
        <span className="grid place-items-center size-14 rounded-full bg-paper-deep text-[1.4rem]">
          <Icon of={icon} />
        </span>
      ) : (
        <img src={categoryDrawing(drawing)} alt="" width={64} height={64} />
      )}
      <Heading className="text-display-sm">{title}</Heading>
      {text && <p className="text-ink-soft">{text}</p>}
      {children}
    </div>
  );
}
