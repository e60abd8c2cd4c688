import { useQuery } from '@tanstack/react-query';
import { ratingLabel } from '#shop/catalogue/reviews.ts';
import { FilterTabs } from '#web/admin/ui/filter-tabs.tsx';
import { ListSkeleton } from '#web/admin/ui/list-skeleton.tsx';
import { SearchBox } from '#web/admin/ui/search-box.tsx';
import { StatStrip } from '#web/admin/ui/stat-strip.tsx';
import { pageParameter, useSectionAddress } from '#web/admin/ui/use-address.ts';
import { usePagedQuery } from '#web/admin/ui/use-list-query.ts';
import { useSettled } from '#web/admin/ui/use-settled.ts';
import type { ResponseFor } from '#web/lib/api.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Select } from '#web/ui/field.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { ReviewDialogs } from './review-dialogs.tsx';
import { ReviewRow } from './review-row.tsx';
import { PAGE_SIZE, type ReviewFilter, reviewStatsQuery, reviewsQuery } from './reviews-api.ts';
import { useReviewActions } from './use-review-actions.ts';

/** The exact text of R2.8. */
const LOAD_FAILED = 'Failed to fetch reviews from database. Please check your connection and admin token.';
const STATUSES = ['pending', 'approved', 'rejected'] as const;

/** Review Management (R2.2). */
export default function ReviewsSection() {
  const address = useSectionAddress('reviews');
  const filter: ReviewFilter = {
    status: STATUSES.find((status) => status === address.get('status')) ?? 'all',
    rating: /^[1-5]$/.test(address.get('rating')) ? address.get('rating') : '',
    q: address.get('q'),
    page: address.page,
  };
  const list = usePagedQuery(reviewsQuery(filter), LOAD_FAILED, address.page, address.toPage);
  const { data: stats } = useQuery(reviewStatsQuery);
  const actions = useReviewActions();
  return (
    <>
      <ReviewFigures stats={stats} />
      <div className="admin-tools">
        <FilterTabs
          label="Status"
          tabs={[
            { value: 'all', label: 'All', count: stats?.totalReviews ?? null },
            { value: 'pending', label: 'Pending', count: stats?.pending ?? null },
            { value: 'approved', label: 'Approved', count: stats?.approved ?? null },
            { value: 'rejected', label: 'Rejected', count: stats?.rejected ?? null },
          ]}
          value={filter.status}
          onChange={(status) => address.change({ status: status === 'all' ? null : status, page: null })}
        />
        <SearchBox
          label="Find a review"
          placeholder="Name, product or words"
          value={filter.q}
          onChange={(q) => address.change({ q, page: null }, true)}
        />
        <Select
          label="Rating"
          admin
          value={filter.rating}
          onChange={(event) => address.change({ rating: event.target.value, page: null })}
        >
          <option value="">All ratings</option>
          {[5, 4, 3, 2, 1].map((rating) => (
            <option key={rating} value={rating}>
              {rating} {ratingLabel(rating)}
            </option>
          ))}
        </Select>
      </div>
      {list.failed && <LoadFailed message={LOAD_FAILED} onRetry={list.retry} retrying={list.fetching} />}
      <div className="admin-card">
        {list.data ? (
          <Reviews list={list.data} filter={filter} stale={list.stale} actions={actions} href={address.href} />
        ) : (
          !list.failed && <ListSkeleton label="Loading reviews" />
        )}
      </div>
      <ReviewDialogs actions={actions} />
    </>
  );
}

function ReviewFigures({ stats }: { stats: ResponseFor<'GET /reviews/stats'>['stats'] | undefined }) {
  return (
    <StatStrip
      label="Review figures"
      stats={[
        { label: 'Reviews', value: stats?.totalReviews, line: 'All products' },
        {
          label: 'Pending',
          value: stats?.pending,
          line: stats && (stats.pending > 0 ? 'Waiting for you' : 'Nothing waits'),
          hot: (stats?.pending ?? 0) > 0,
        },
        { label: 'Approved', value: stats?.approved, line: 'Shown in the shop' },
        {
          label: 'Average',
          value: stats && (stats.approved > 0 ? stats.averageRating.toFixed(1) : '—'),
          line: stats && stats.approved > 0 && `${ratingLabel(Math.round(stats.averageRating))}, approved only`,
        },
      ]}
    />
  );
}

function Reviews({
  list,
  filter,
  stale,
  actions,
  href,
}: {
  list: ResponseFor<'GET /reviews'>;
  filter: ReviewFilter;
  stale: boolean;
  actions: ReturnType<typeof useReviewActions>;
  href: (next: Record<string, string | null>) => string;
}) {
  const { currentPage, totalPages, totalReviews } = list.pagination;
  const rows = useSettled<HTMLUListElement>(list.reviews.map(({ id }) => id).join(' '), { stale });
  if (list.reviews.length === 0) {
    const narrowed = filter.status !== 'all' || filter.rating || filter.q;
    return <EmptyState title={narrowed ? 'No reviews match these filters' : 'No reviews yet'} />;
  }
  const first = (currentPage - 1) * PAGE_SIZE + 1;
  return (
    <>
      <ul ref={rows} className={`review-rows ${stale ? 'is-stale' : ''}`} aria-busy={stale || undefined}>
        {list.reviews.map((review) => (
          <ReviewRow key={review.id} review={review} actions={actions} />
        ))}
      </ul>
      <div className="admin-foot">
        <p className="num" role="status">
          {totalReviews === 1 ? '1 review' : `${first}–${first + list.reviews.length - 1} of ${totalReviews} reviews`}
        </p>
        <Pagination page={currentPage} pages={totalPages} to={(page) => href({ page: pageParameter(page) })} />
      </div>
    </>
  );
}
