import { NeedsScript } from '#web/ui/needs-script.tsx';
import './buy-panel.css';
import type { RefObject } from 'react';
import m from '#messages/product';
import { sizeLabel } from '#shop/catalogue/packs.ts';
import { filledStars, ratingLabel } from '#shop/catalogue/reviews.ts';
import { stockOf } from '#shop/catalogue/stock.ts';
import type { Announcements } from '#shop/content/content.ts';
import { formatPaise, formatUnitPrice, toPaise, unitSaving, type Weighed } from '#shop/money/money.ts';
import { clampQuantity } from '#shop/orders/cart.ts';
import type { ClosedWords } from '#shop/settings/opening.ts';
import { ClosedNote } from '#web/lib/closed-note.tsx';
import { DeliveryCheck } from '#web/lib/delivery-check.tsx';
import { WhatsAppLink } from '#web/lib/whatsapp-link.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { RotateCcw } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Banknote, Share2, Users } from '#web/ui/page-icons.ts';
import { PriceBlock } from '#web/ui/price.tsx';
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx';
import { RadioTiles } from '#web/ui/radio-tiles.tsx';
import { rich } from '#web/ui/rich.tsx';
import { Stars } from '#web/ui/stars.tsx';
import { StockMessage } from '#web/ui/stock-message.tsx';
import { toast } from '#web/ui/toast.tsx';
import { VegMark } from '#web/ui/veg-mark.tsx';
import { BuyNowButton } from './buy-now-button.tsx';
import type { Buying } from './buying.ts';
import type { ClockSettings } from './clocks.tsx';
import { Clocks } from './clocks.tsx';
import { NotifyMe } from './notify-me.tsx';
import { weightText } from './pack-facts.tsx';
import type { PageProduct } from './page-product.ts';

type BuyPanelProps = {
  product: PageProduct;
  buying: Buying;
  closed: ClosedWords | null;
  clocks: ClockSettings;
  promises: Announcements;
  /** The row with the page's own Buy Now: while it is in view the sticky bar is hidden. */
  buttons: RefObject<HTMLDivElement | null>;
};

const hidden = (text: string) => <span className="sr-only">{text}</span>;

/** Everything beside the pictures, from badge to promises (R1.2). */
export function BuyPanel({ product, buying, closed, clocks, promises, buttons }: BuyPanelProps) {
  const unit = formatUnitPrice({ price: toPaise(buying.price), grams: buying.grams });
  const weighed = product.sizes.map(({ price, netQuantityGrams: grams }) => ({ price: toPaise(price), grams }));
  return (
    <section className="buy md:row-span-2" aria-label={m.buy()}>
      <div className="flex flex-col">
        <div className="flex flex-wrap items-center gap-1 max-md:order-1 max-md:mt-3">
          {product.badges.map((badge) => (
            <Badge key={badge.text} {...badge} />
          ))}
          <VegMark vegetarian={product.vegetarian} />
          <span className="-ml-1 flex flex-wrap lg:ml-auto">
            <ShareButton id={product.id} name={product.name} />
            <WhatsAppLink share text={product.name} path={`/product/${product.id}`} className="share">
              {rich(m.shareWhatsapp({ name: product.name }), { hidden })}
            </WhatsAppLink>
          </span>
        </div>
        <h1 className="text-display-lg wrap-anywhere md:mt-3">{product.name}</h1>
        <RatingLine rating={product.rating} />
      </div>

      <div>
        <PriceBlock price={buying.price} mrp={buying.mrp} />
        {unit && (
          <p className="mt-1 text-small text-ink-soft">
            {weightText(buying.grams)} · {unit}
          </p>
        )}
      </div>

      {product.sizes.length > 0 && (
        <RadioTiles
          legend={m.size()}
          name="size"
          look="size"
          value={buying.label}
          onChange={buying.setLabel}
          tiles={product.sizes.map(({ size, price, netQuantityGrams: grams }) => {
            const soldOut = stockOf(product, size) <= 0;
            const one = { price: toPaise(price), grams };
            return {
              value: size,
              label: sizeLabel(size),
              soldOut,
              note: <SizeNote size={one} all={weighed} soldOut={soldOut} />,
            };
          })}
        />
      )}

      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        {/* Announced when the size or the stock changes: the page refreshes stock by itself. */}
        <div className="flex flex-wrap items-center gap-x-4" role="status">
          <StockMessage stock={buying.stock} />
          {buying.obstacle && <span className="text-small text-ink-soft">{buying.obstacle}</span>}
        </div>
        {!buying.obstacle && product.peopleOrdered > 0 && (
          <span className="flex items-center gap-1.5 text-small text-ink-soft">
            <Icon of={Users} /> {m.peopleOrdered({ count: product.peopleOrdered })}
          </span>
        )}
      </div>

      {/* Nothing is delivered of what cannot be ordered. */}
      {!closed && !buying.obstacle && buying.stock > 0 && <Clocks {...clocks} />}

      {closed && <ClosedNote closed={closed} />}
      <NeedsScript />
      {buying.soldOut ? (
        <NotifyMe key={buying.label ?? ''} productId={product.id} size={buying.label ?? ''} />
      ) : (
        <div className="buyrow" data-stays ref={buttons}>
          <QuantityStepper
            of={product.name}
            value={buying.quantity}
            onChange={buying.setQuantity}
            max={clampQuantity(buying.stock)}
          />
          <Button variant="line" disabled={buying.obstacle !== null} onClick={buying.addToCart}>
            {m.addToCart()}
          </Button>
          {!closed && <BuyNowButton buying={buying} className="buyrow-now" />}
        </div>
      )}

      {!closed && !buying.soldOut && <DeliveryCheck />}

      <ul className="promises">
        {promises.map(({ id, icon, title, text, link }) => (
          <li key={id} className="promise">
            <Icon of={icon === 'no-cod' ? Banknote : RotateCcw} />
            <b>{link ? <AppLink to={link}>{title}</AppLink> : title}</b>
            <span className="text-ink-soft">{text}</span>
          </li>
        ))}
      </ul>
      <WhatsAppLink text={m.question({ name: product.name })} path={`/product/${product.id}`}>
        {m.askWhatsapp()}
      </WhatsAppLink>
    </section>
  );
}

/** In a size's tile: price, unit price, and the saving against the smallest size. */
function SizeNote({ size, all, soldOut }: { size: Weighed; all: readonly Weighed[]; soldOut: boolean }) {
  const saving = unitSaving(size, all);
  return (
    <>
      <span className="tile-price">{formatPaise(size.price)}</span> <span>{formatUnitPrice(size)}</span>
      {soldOut ? (
        <span className="weight-650 text-bad"> {m.soldOut()}</span>
      ) : (
        saving > 0 && <span className="weight-650 text-raisin-700"> {m.save({ percent: saving })}</span>
      )}
    </>
  );
}

/** The phone's share sheet, or a link on the clipboard; the code is loaded on press. */
function ShareButton({ id, name }: { id: string; name: string }) {
  const press = () =>
    import('./share.ts').then(
      ({ share }) => share(name, `/product/${id}`),
      () => toast.error(m.shareFailed()),
    );
  return (
    <button type="button" className="share" aria-label={m.shareName({ name })} onClick={press}>
      <Icon of={Share2} /> {m.share()}
    </button>
  );
}

function RatingLine({ rating }: { rating: { average: number; count: number } }) {
  if (rating.count === 0) {
    return (
      <a href="#reviews" className="link-tap mt-1 text-ink-soft">
        {m.noReviews()}
      </a>
    );
  }
  return (
    <a href="#reviews" className="link-tap mt-1 flex-wrap gap-x-2.5">
      <Stars average={rating.average} className="text-[0.9375rem]" />
      <b className="weight-600">
        {rating.average} {ratingLabel(filledStars(rating.average))}
      </b>
      <span className="text-ink-soft">({rating.count})</span>
    </a>
  );
}
