import { upiApp } from '../money/upi.ts';
import { type Insight, type InsightTable, stepName, type Times } from './insight.ts';

/**
 * The tables of the insight as rows of cells, the first with the names of the columns. Amounts in
 * rupees, times in minutes.
 */

type Cell = string | number;

const NOT_YET = 'not yet';

export function insightTable(insight: Insight, table: InsightTable): Cell[][] {
  switch (table) {
    case 'funnel':
      return [
        ['Step', 'Times', '% of the step before'],
        ...insight.funnel.map(({ step, count, share }) => [
          stepName(step),
          count ?? NOT_YET,
          share === null ? '' : Math.round(share * 1_000) / 10,
        ]),
      ];
    case 'times':
      return [
        ['From', 'To', 'Up to minutes', 'Orders'],
        ...timeRows('UTR', 'Payment received', insight.verify),
        ...timeRows('Payment received', 'Shipped', insight.ship),
      ];
    case 'apps':
      return [
        ['App', 'Opened on a phone', 'Orders', 'With UTR', 'Payment received', 'Median minutes to verify'],
        ...insight.apps.map(({ app, opened, orders, utr, received, median }) => [
          appName(app),
          opened,
          orders,
          utr,
          received,
          median === null ? '' : minutes(median),
        ]),
      ];
    case 'coupons':
      return [
        ['Coupon', 'Orders', 'Payment received', 'Sales', 'Discount'],
        ...insight.coupons.map(({ label, orders, received, sales, discount }) => [
          label,
          orders,
          received,
          sales,
          discount,
        ]),
      ];
    case 'searches':
      return [['Words', 'Times'], ...insight.searches.words.map(({ words, times }) => [words, times])];
  }
}

function timeRows(from: string, to: string, { median, parts }: Times): Cell[][] {
  return [
    ...parts.map(({ upTo, orders }): Cell[] => [from, to, upTo === null ? 'longer' : minutes(upTo), orders]),
    [from, to, 'median', median === null ? NOT_YET : minutes(median)],
  ];
}

const minutes = (ms: number) => Math.round(ms / 6_000) / 10;

/**
 * What staff call an app; an order that was made over the API can name none, or one that the shop
 * does not know.
 */
export function appName(app: string): string {
  return app === '' ? 'Not named' : upiApp(app).name;
}
