import type { LucideIcon, LucideProps } from 'lucide-react';
import { createElement, forwardRef } from 'react';

/** What an icon's module of lucide-react hands to the function below. */
interface IconData {
  name: string;
  size: number;
  node: [tag: string, attributes: Record<string, string>][];
  aliases?: string[];
}

/**
 * Stands in for lucide-react's own function of this name in the browser's bundle (scripts/left-out.ts): the same drawing, letter for
 * letter (lucide.test.ts), without contexts, conversions and options that the shop has no use for.
 */
export default function createLucideIcon({ name, size: box, node, aliases = [] }: IconData): LucideIcon {
  const own = ['lucide', ...[name, ...aliases].map((each) => `lucide-${each}`)];
  return forwardRef<SVGSVGElement, LucideProps>(({ size = 24, className, children, ...rest }, ref) =>
    createElement(
      'svg',
      {
        ref,
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: `0 0 ${box} ${box}`,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: [...own, ...(className ?? '').split(' ').filter(Boolean)].join(' '),
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
      children,
    ),
  );
}
