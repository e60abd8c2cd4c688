import { Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { isOwnLogo } from '#shop/media/pictures.ts';
import { Keyboard, LayoutDashboard } from '#web/admin/ui/icons.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Search } from '#web/ui/icons.ts';
import { Note } from '#web/ui/note.tsx';
import { useFigures } from '../dashboard/figures.ts';
import { Palette } from '../dashboard/palette.tsx';
import { sectionOf, whyClosed } from '../dashboard/sections.ts';
import { ShortcutsHelp } from '../dashboard/shortcuts-help.tsx';
import { useNextStep } from '../dashboard/use-next-step.ts';
import { useShortcuts } from '../dashboard/use-shortcuts.ts';
import { useBrand } from '../lib/brand.ts';
import { type AdminUser, useMay } from '../lib/session.ts';
import { Avatar } from './avatar.tsx';
import { CONTENT } from './content.ts';
import { LogoutButton } from './logout-button.tsx';
import { Places, Rail } from './navigation.tsx';
import { QuickStats } from './quick-stats.tsx';

/** The admin: navigation, header, and the section that the address names. */
export function Frame({ user }: { user: AdminUser }) {
  const [search] = useSearchParams();
  const may = useMay();
  const section = sectionOf(search.get('section'), may);
  const closed = whyClosed(search.get('section'), may);
  const Content = CONTENT[section.id];
  const figures = useFigures();
  const brand = useBrand();
  const [open, setOpen] = useState<'palette' | 'help' | null>(null);
  const close = () => setOpen(null);
  useNextStep();
  useShortcuts({ onPalette: () => setOpen('palette'), onHelp: () => setOpen('help') });
  return (
    <div className="admin">
      <title>{`${section.title} · ${brand.name} admin`}</title>
      <Rail current={section} figures={figures} />
      <div className="admin-page">
        <header className="admin-top">
          <OverviewLink />
          <h1>{section.title}</h1>
          <Button
            variant="quiet"
            size="admin"
            className="text-ink-soft max-lg:border-transparent max-lg:shadow-none"
            aria-keyshortcuts="Control+K Meta+K /"
            onClick={() => setOpen('palette')}
          >
            <Icon of={Search} /> <span className="max-lg:sr-only">Search</span>{' '}
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
          <QuickStats figures={figures} className="max-lg:hidden ml-auto" />
          <div className="me max-lg:hidden">
            <Avatar user={user} />
            <div>
              <b>{user.name}</b>
              <small>{user.email}</small>
            </div>
            <LogoutButton />
          </div>
        </header>
        <main className="min-w-0 py-2 px-3 sm:p-4 lg:py-6 lg:px-7">
          {closed && (
            <Note tone="warn" live="alert" className="mb-3">
              {closed}
            </Note>
          )}
          <Suspense fallback={<p className="text-ink-soft">Loading…</p>}>
            <Content />
          </Suspense>
        </main>
      </div>
      <Places current={section} figures={figures} />
      <Palette open={open === 'palette'} onClose={close} />
      <ShortcutsHelp open={open === 'help'} onClose={close} />
    </div>
  );
}

/** The shop's mark leads to the overview from everywhere on a phone. */
function OverviewLink() {
  const own = isOwnLogo(useBrand().logo);
  return (
    <Link className="grid place-items-center size-11 lg:hidden" to="/admin?section=overview" aria-label="Overview">
      {own ? <Icon of={LayoutDashboard} /> : <img src="/icon.svg" alt="" width={28} height={28} />}
    </Link>
  );
}
