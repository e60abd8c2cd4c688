import './fold.css';
import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { ChevronDown } from './page-icons.ts';

type FoldProps = ComponentProps<'details'> & {
  label: ReactNode;
  /** Classes of the line that opens it; `className` applies to the whole. */
  lineClass?: string;
};

/** What is folded until it is wanted, with our own chevron instead of the browser's triangle. */
export function Fold({ label, lineClass = '', className = '', children, ...rest }: FoldProps) {
  return (
    <details {...rest} className={`fold ${className}`}>
      <summary className={lineClass}>
        {label} <Icon of={ChevronDown} />
      </summary>
      {children}
    </details>
  );
}
