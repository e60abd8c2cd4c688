import './special-offer.css';
import type { Homepage } from '#shop/content/content.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ArrowRight } from '#web/ui/icons.ts';

/** The special-offer strip: the cards' ticket at page width. */
export function SpecialOffer({ offer }: { offer: Homepage['specialOffer'] }) {
  return (
    <section className="later page py-section">
      <div className="coupon on-dark">
        <div className="coupon-words">
          <h2 className="text-display-lg">{offer.text}</h2>
        </div>
        <div className="coupon-way">
          <ButtonLink variant="paper" size="hero" to={offer.ctaLink}>
            {offer.ctaText} <Icon of={ArrowRight} />
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
