import { Link, NavLink } from 'react-router';
import type { Navbar as NavbarContent } from '#shop/content/content.ts';
import { useCartCount } from '#web/lib/cart.ts';
import { useWishlist } from '#web/lib/wishlist.ts';
import type { IconPath } from '#web/ui/icon.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Heart, ShoppingBag, Truck } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { ShopLogo } from '#web/ui/shop-logo.tsx';
import type { ListTitles } from './coming.tsx';
import { SearchBox } from './search-box.tsx';

/**
 * The sticky header of every shop page. Desktop: one row of 76 px. Phone: logo and icons, then links and search; no
 * hamburger menu (G5). The wishlist and cart counts are read from the device after hydration, so the HTML is the same
 * for every shopper.
 */
export function Navbar({ navbar, lists }: { navbar: NavbarContent; lists: ListTitles }) {
  return (
    <header className="nav">
      <div className="page nav-in">
        <Link className="nav-logo" to="/" aria-label={`${navbar.logo.alt}, home`}>
          <ShopLogo image={navbar.logo.image} alt="" width={170} height={38} />
        </Link>
        <div className="nav-row">
          <nav className="nav-links" aria-label="Shop">
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
          <AppLink className="iconbtn wide" to={navbar.trackOrder.href} aria-label={navbar.trackOrder.label}>
            <Icon of={Truck} />
            <span className="long">{navbar.trackOrder.label}</span>
          </AppLink>
          <WishlistLink />
          <CartLink />
        </div>
      </div>
    </header>
  );
}

function WishlistLink() {
  return <CountedLink to="/wishlist" name="Wishlist" unit="product" icon={Heart} count={useWishlist().length} />;
}

function CartLink() {
  return <CountedLink to="/cart" name="Cart" unit="item" icon={ShoppingBag} count={useCartCount()} />;
}

type CountedLinkProps = { to: string; name: string; unit: string; icon: IconPath; count: number };

/** An icon with a count: 'Cart, 2 items'. */
function CountedLink({ to, name, unit, icon, count }: CountedLinkProps) {
  const label = count === 0 ? name : `${name}, ${count} ${unit}${count === 1 ? '' : 's'}`;
  return (
    <Link className="iconbtn" to={to} aria-label={label}>
      <Icon of={icon} />
      {count > 0 && (
        <span className="count" aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  );
}
