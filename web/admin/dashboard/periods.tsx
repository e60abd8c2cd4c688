import { OVERVIEW_DAYS, type OverviewDays } from '#shop/dashboard/overview.ts';
import { ReportsAge } from '../reports/reports-age.tsx';
import { FilterTabs } from '../ui/filter-tabs.tsx';
import { useSectionAddress } from '../ui/use-address.ts';

const PERIODS = OVERVIEW_DAYS.map((days) => ({
  value: String(days) as `${OverviewDays}`,
  label: days === 1 ? 'Today' : `${days} days`,
}));

/** The days that a section shows, kept in its URL, with the tabs that change them. */
export function usePeriod(section: 'overview' | 'insight', usual: OverviewDays) {
  const address = useSectionAddress(section);
  const days = (OVERVIEW_DAYS.find((one) => String(one) === address.get('days')) ?? usual) satisfies OverviewDays;
  const tabs = (
    <>
      <FilterTabs
        label="Period"
        tabs={PERIODS}
        value={`${days}`}
        onChange={(value) => address.change({ days: value })}
      />
      <ReportsAge />
    </>
  );
  return { days, tabs };
}

/** 'Today' or 'Last 30 days', of figures. */
export const periodName = (days: number) => (days === 1 ? 'Today' : `Last ${days} days`);
