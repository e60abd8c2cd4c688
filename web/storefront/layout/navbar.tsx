import { ShoppingBag, Truck } from 'lucide-react';
import { Link, NavLink } from 'react-router';
import type { Navbar as NavbarContent } from '#shop/content.ts';
import logoDrawing from '#web/assets/logo.svg';
import { useCartCount } from '#web/lib/cart.ts';
import { Icon } from '#web/ui/icon.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { imageUrl } from '#web/ui/picture.tsx';
import { SearchBox } from './search-box.tsx';

/** A logo kept in the content; the shop's own drawing needs no request of its own address. */
export function logoUrl(image: string): string {
  return image === 'logo.svg' || image === '' ? logoDrawing : imageUrl(image);
}

/**
 * The sticky head of every shop page. Desktop: one row of 76 px. Phone: logo and icons, then links and search; no hamburger
 * (GUIDE §5). The cart's count comes from the device after hydration, so the page itself stays the same for everybody.
 */
export function Navbar({ navbar }: { navbar: NavbarContent }) {
  return (
    <header className="nav">
      <div className="page nav-in">
        <Link className="nav-logo" to="/" aria-label={`${navbar.logo.alt}, home`}>
          <img src={logoUrl(navbar.logo.image)} alt="" width={170} height={38} />
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
          <SearchBox placeholder={navbar.searchPlaceholder} />
        </div>
        <div className="nav-icons">
          <AppLink className="iconbtn wide" to={navbar.trackOrder.href} aria-label={navbar.trackOrder.label}>
            <Icon of={Truck} />
            <span className="long">{navbar.trackOrder.label}</span>
          </AppLink>
          <CartLink />
        </div>
      </div>
    </header>
  );
}

function CartLink() {
  const count = useCartCount();
  const label = count === 0 ? 'Cart' : `Cart, ${count} ${count === 1 ? 'item' : 'items'}`;
  return (
    <Link className="iconbtn" to="/cart" aria-label={label}>
      <Icon of={ShoppingBag} />
      {count > 0 && (
        <span className="count" aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  );
}
