import '#web/ui/pagination.css';
import { Link } from 'react-router';
import { Icon } from '#web/ui/icon.tsx';
import { ChevronLeft, ChevronRight } from '#web/ui/page-icons.ts';
import { pageWindow } from './page-window.ts';

interface PageButtonsProps {
  page: number;
  pages: number;
  /** Returns the URL of a page. */
  to: (page: number) => string;
}

/** Previous, at most five consecutive pages, next (R2.9). Renders nothing for a single page. */
export function PageButtons({ page, pages, to }: PageButtonsProps) {
  if (pages <= 1) return null;
  return (
    <nav className="pager gap-0.5 pt-0" aria-label="Pages">
      {page > 1 && (
        <Link to={to(page - 1)} rel="prev" aria-label="Previous page">
          <Icon of={ChevronLeft} />
        </Link>
      )}
      {pageWindow(Math.min(page, pages), pages).map((number) => (
        <Link
          key={number}
          to={to(number)}
          aria-label={`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
        >
          {number}
        </Link>
      ))}
      {page < pages && (
        <Link to={to(page + 1)} rel="next" aria-label="Next page">
          <Icon of={ChevronRight} />
        </Link>
      )}
    </nav>
  );
}
