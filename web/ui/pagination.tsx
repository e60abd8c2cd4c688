import './pagination.css';
import { Link } from 'react-router';
import m from '#messages/ui';
import { Icon } from './icon.tsx';
import { ChevronLeft, ChevronRight } from './page-icons.ts';

/** Pages 1…n around the current one; `0` marks a gap. */
function pageNumbers(page: number, pages: number): number[] {
  const near = new Set([1, pages, page - 1, page, page + 1].filter((n) => n >= 1 && n <= pages));
  const sorted = [...near].sort((a, b) => a - b);
  return sorted.flatMap((n, index) => {
    const before = sorted[index - 1];
    return before !== undefined && n - before > 1 ? [0, n] : [n];
  });
}

/**
 * Links to the pages of a list. `to(n)` returns the URL of page n. Renders nothing for a single
 * page.
 */
export function Pagination({ page, pages, to }: { page: number; pages: number; to: (page: number) => string }) {
  if (pages <= 1) return null;
  return (
    <nav className="pager" aria-label={m.pages()}>
      {page > 1 && (
        <Link to={to(page - 1)} rel="prev" aria-label={m.previousPage()}>
          <Icon of={ChevronLeft} />
        </Link>
      )}
      {pageNumbers(page, pages).map((n, index) =>
        n === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: gaps have no identity except their position
          <span key={`gap-${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          <Link key={n} to={to(n)} aria-label={m.page({ number: n })} aria-current={n === page ? 'page' : undefined}>
            {n}
          </Link>
        ),
      )}
      {page < pages && (
        <Link to={to(page + 1)} rel="next" aria-label={m.nextPage()}>
          <Icon of={ChevronRight} />
        </Link>
      )}
    </nav>
  );
}
