import { Link, NavLink } from 'react-router';
import m from '#messages/frame';
import type { Navbar as NavbarContent } from '#shop/content/content.ts';
import type { Language } from '#shop/language.ts';
import { useCartCount } from '#web/lib/cart.ts';
import { otherLanguages } from '#web/lib/language.ts';
import { useWishlist } from '#web/lib/wishlist.ts';
import type { IconPath } from '#web/ui/icon.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Heart, ShoppingBag, Truck } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { ShopLogo } from '#web/ui/shop-logo.tsx';
import type { ListTitles } from './coming.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { SearchBox } from './search-box.tsx';

/**
 * Without the font of its name, 'हिन्दी' is twice as wide for a moment, and would move the icons
 * beside it.
 */
const linkWidth = (language: Language) => (language === 'en' ? 'w-auto min-w-tap px-1' : 'overflow-clip');

/**
 * The header of every shop page, sticky in a tall window. Desktop: one row of 76 px. Phone: logo and
 * icons, then links, then search and cart, which alone stay while the page scrolls; no hamburger
 * menu (G5). The wishlist and cart counts are read from the device after hydration, so the HTML is
 * the same for every shopper.
 */
export function Navbar({ navbar, lists }: { navbar: NavbarContent; lists: ListTitles }) {
  // The header has room for one language; the footer names all.
  const [other] = otherLanguages();
  return (
    <header className="nav">
      <div className="page nav-in">
        <Link className="nav-logo" to="/" aria-label={m.logoHome({ logo: navbar.logo.alt })}>
          <ShopLogo image={navbar.logo.image} alt="" width={212} height={38} />
        </Link>
        <div className="nav-row">
          <nav className="nav-links" aria-label={m.shopNav()}>
            {navbar.navigation.map(({ label, shortLabel, href }) => (
              <NavLink key={label + href} to={href} end>
                {shortLabel ? (
                  <>
                    <span className="long">{label}</span>
                    <span className="short">{shortLabel}</span>
                  </>
                ) : (
                  label
                )}
              </NavLink>
            ))}
          </nav>
          <SearchBox placeholder={navbar.searchPlaceholder} lists={lists} />
        </div>
        <div className="nav-icons">
          {other && <LanguageSwitch to={other} className={`iconbtn text-[0.9375rem] weight-600 ${linkWidth(other)}`} />}
          <AppLink className="iconbtn wide" to={navbar.trackOrder.href} aria-label={navbar.trackOrder.label}>
            <Icon of={Truck} />
            <span className="long">{navbar.trackOrder.label}</span>
          </AppLink>
          <WishlistLink />
        </div>
        <CartLink />
      </div>
    </header>
  );
}

function WishlistLink() {
  const count = useWishlist().length;
  return (
    <CountedLink to="/wishlist" label={count ? m.wishlistCount({ count }) : m.wishlist()} icon={Heart} count={count} />
  );
}

function CartLink() {
  const count = useCartCount();
  return <CountedLink to="/cart" label={count ? m.cartCount({ count }) : m.cart()} icon={ShoppingBag} count={count} />;
}

type CountedLinkProps = { to: string; label: string; icon: IconPath; count: number };

/** An icon with a count; `label` names both: 'Cart, 2 items'. */
function CountedLink({ to, label, icon, count }: CountedLinkProps) {
  return (
    <Link className="iconbtn" to={to} aria-label={label}>
      <Icon of={icon} />
      <span className="count" aria-hidden="true" hidden={count === 0}>
        {count > 99 ? '99+' : count}
      </span>
    </Link>
  );
}
