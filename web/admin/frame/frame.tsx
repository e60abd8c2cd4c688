import { Fragment, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Keyboard, LogOut } from '#web/admin/ui/icons.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Search } from '#web/ui/icons.ts';
import { ShopLogo } from '#web/ui/shop-logo.tsx';
import { type Figures, useFigures } from '../dashboard/figures.ts';
import { Palette } from '../dashboard/palette.tsx';
import { type AdminSection, navigation, sectionOf } from '../dashboard/sections.ts';
import { ShortcutsHelp } from '../dashboard/shortcuts-help.tsx';
import { useShortcuts } from '../dashboard/use-shortcuts.ts';
import { useBrand } from '../lib/brand.ts';
import { endPush } from '../lib/push.ts';
import { type AdminUser, signOut, useMay } from '../lib/session.ts';
import { CONTENT } from './content.ts';

/** The admin: navigation, header, and the section that the address names. */
export function Frame({ user }: { user: AdminUser }) {
  const [search] = useSearchParams();
  const may = useMay();
  const section = sectionOf(search.get('section'), may);
  const Content = CONTENT[section.id];
  const figures = useFigures();
  const brand = useBrand();
  const [open, setOpen] = useState<'palette' | 'help' | null>(null);
  const close = () => setOpen(null);
  useShortcuts({ onPalette: () => setOpen('palette'), onHelp: () => setOpen('help') });
  return (
    <div className="admin">
      <title>{`${section.title} · ${brand.name} admin`}</title>
      <Navigation current={section} figures={figures} />
      <div className="min-w-0">
        <header className="admin-top">
          <h1>{section.title}</h1>
          <Button
            variant="quiet"
            size="admin"
            className="text-ink-soft"
            aria-keyshortcuts="Control+K Meta+K /"
            onClick={() => setOpen('palette')}
          >
            <Icon of={Search} /> <span className="max-md:sr-only">Search</span>{' '}
            <span className="admin-key">Ctrl K</span>
          </Button>
          <Button
            variant="bare"
            size="admin"
            className="btn-admin-icon admin-help"
            aria-label="Keyboard shortcuts"
            onClick={() => setOpen('help')}
          >
            <Icon of={Keyboard} />
          </Button>
          <QuickStats figures={figures} />
          <div className="me">
            <span
              className="max-md:hidden grid place-items-center flex-none size-8 rounded-[50%] bg-leaf-800 text-white weight-700"
              aria-hidden="true"
            >
              {(user.name || user.email).charAt(0).toUpperCase()}
            </span>
            <div>
              <b>{user.name}</b>
              <small>{user.email}</small>
            </div>
            <Button variant="quiet" size="admin" onClick={leave}>
              <Icon of={LogOut} /> Logout
            </Button>
          </div>
        </header>
        <main className="min-w-0 p-4 lg:py-6 lg:px-7">
          <Suspense fallback={<p className="text-ink-soft">Loading…</p>}>
            <Content />
          </Suspense>
        </main>
      </div>
      <Palette open={open === 'palette'} onClose={close} />
      <ShortcutsHelp open={open === 'help'} onClose={close} />
    </div>
  );
}

/** Alerts end with the session of this browser; a failure must not keep anybody signed in. */
function leave(): void {
  void endPush().catch(() => {});
  void signOut();
}

function Navigation({ current, figures }: { current: AdminSection; figures: Figures }) {
  const brand = useBrand();
  const may = useMay();
  const rail = useRef<HTMLElement>(null);
  // On a phone the rail is a strip wider than the screen: the open section must be in view. It does
  // not move when a figure comes, or a press that has begun would end beside its link.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `current` is the signal to look again
  useEffect(() => {
    rail.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav ref={rail} className="rail" aria-label="Admin">
      <Link to="/" className="rail-logo" aria-label={`${brand.name}, the shop`}>
        <ShopLogo image={brand.logo} alt="" width={167} height={30} />
      </Link>
      {navigation(may).map(({ title, sections }) => (
        <Fragment key={title}>
          {title && <p className="rail-group">{title}</p>}
          {sections.map((section) => {
            const waiting = section.waiting?.(figures);
            return (
              <Link
                key={section.id}
                to={`/admin?section=${section.id}`}
                className="rail-link"
                aria-current={section === current ? 'page' : undefined}
              >
                <Icon of={section.icon} />
                {section.title}
                {section.waiting && (
                  // In the strip of a phone the room for three digits is kept, so that a figure
                  // moves no link.
                  <span className="flex justify-center ml-auto max-lg:min-w-10 text-[0.78125rem] num">
                    {waiting ? (
                      <span className="py-[0.05rem] px-[0.45rem] rounded-full bg-kesar-100 text-kesar-text weight-650">
                        {waiting}
                        <span className="sr-only"> waiting</span>
                      </span>
                    ) : null}
                  </span>
                )}
              </Link>
            );
          })}
        </Fragment>
      ))}
    </nav>
  );
}

/** Live figures (D37). One that is not known (yet) is left out, never guessed. */
function QuickStats({ figures }: { figures: Figures }) {
  const shown = [
    { label: 'products', value: figures.products },
    { label: 'active orders', value: figures.activeOrders },
    { label: 'pending reviews', value: figures.pendingReviews },
  ].filter((figure) => figure.value !== undefined);
  return (
    <section className="quick" aria-label="Quick Stats">
      {shown.map(({ label, value }) => (
        <span key={label}>
          <b>{value}</b> {label}
        </span>
      ))}
    </section>
  );
}
