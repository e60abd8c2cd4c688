import m from '#messages/frame';
import { discountPercent, formatPaise, formatRupees, toPaise } from '#shop/money/money.ts';

type Amounts = {
  /** Rupees, as in the API. */
  price: number;
  /** Rupees; struck through, and only displayed when higher than the price. */
  mrp?: number | null;
};

/** The original price if it is higher than the price, else null. */
const higherMrp = ({ price, mrp }: Amounts): number | null => (mrp != null && mrp > price ? mrp : null);

/**
 * A price, and the original price struck through when it is higher. Screen readers announce "MRP"
 * before it.
 */
export function Price({ price, mrp }: Amounts) {
  const struck = higherMrp({ price, mrp });
  return (
    <>
      <span className="price">{formatRupees(price)}</span>
      {struck !== null && (
        <s className="mrp">
          <span className="sr-only">MRP </span>
          {formatRupees(struck)}
        </s>
      )}
    </>
  );
}

/** '20% off', by default on a punched ticket; renders nothing without a discount. */
export function DiscountTicket({ price, mrp, className = 'ticket' }: Amounts & { className?: string }) {
  const percent = discountPercent(price, mrp ?? 0);
  return percent > 0 ? <span className={className}>{m.percentOff({ percent })}</span> : null;
}

/**
 * The product page's price: price, MRP, ticket, and below them the saving with the tax note (R1.1).
 */
export function PriceBlock({ price, mrp }: Amounts) {
  const struck = higherMrp({ price, mrp });
  return (
    <div className="price-block">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="price">{formatRupees(price)}</span>
        {struck !== null && (
          <span className="text-ink-faint">
            MRP <s className="mrp">{formatRupees(struck)}</s>
          </span>
        )}
        <DiscountTicket price={price} mrp={mrp} />
      </div>
      <p className="mt-2 text-small text-ink-soft">
        {struck !== null && (
          <>
            <span className="weight-650 text-raisin-700">
              {m.youSave({ amount: formatPaise(toPaise(struck) - toPaise(price)) })}
            </span>
            {' · '}
          </>
        )}
        <span>{m.mrpInclusive()}</span>
      </p>
    </div>
  );
}
