import { Link } from 'react-router';
import m from '#messages/frame';
import ui from '#messages/ui';
import type { Navbar } from '#shop/content/content.ts';
import { Icon } from '#web/ui/icon.tsx';
import { ShieldCheck } from '#web/ui/page-icons.ts';
import { ShopLogo } from '#web/ui/shop-logo.tsx';

/** The checkout header: the logo and 'Secure Payment', no links that leave checkout. */
export function CheckoutHeader({ logo }: { logo: Navbar['logo'] }) {
  return (
    <header className="nav">
      <div className="page-form flex flex-wrap items-center justify-between gap-x-3 min-h-14 lg:min-h-19">
        <Link className="nav-logo min-w-20 flex-[1_1_5rem]" to="/" aria-label={m.logoHome({ logo: logo.alt })}>
          <ShopLogo image={logo.image} alt="" width={212} height={38} />
        </Link>
        <p className="flex items-center gap-2 text-small weight-600 whitespace-nowrap text-leaf-700">
          <Icon of={ShieldCheck} /> {ui.securePayment()}
        </p>
      </div>
    </header>
  );
}
