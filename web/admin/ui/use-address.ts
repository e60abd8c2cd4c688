import { useLocation, useNavigate, useSearchParams } from 'react-router';

type Change = Record<string, string | null>;

/** The number of a page as a parameter of the URL; the first page has none. */
export const pageParameter = (page: number): string | null => (page > 1 ? String(page) : null);

/** The search that the last change asked for, while its navigation is under way. */
let asked: string | null = null;

/**
 * The filter of a section, kept in the URL (`?section=reviews&status=pending&page=2`, D7), so that
 * reload, Back and shared links restore it.
 */
export function useSectionAddress(section: string) {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const changed = (current: URLSearchParams, next: Change) => {
    const result = new URLSearchParams(current);
    result.set('section', section);
    for (const [name, value] of Object.entries(next)) {
      if (value) result.set(name, value);
      else result.delete(name);
    }
    return result;
  };
  const current = () => new URLSearchParams(asked ?? window.location.search);
  const page = Number(search.get('page'));
  /**
   * Begins from what was last asked for. `search` is what was last rendered, so that a filter
   * chosen before the one before it has been rendered would undo that one. Typing replaces the
   * history entry, selecting adds one. A response that comes when the person has gone to another
   * section, or has left the admin, changes nothing.
   */
  const change = (next: Change, replace = false) => {
    // A section is also shown for an address that does not name it: /admin, or one that this person
    // may not open.
    const here = [section, search.get('section')].includes(current().get('section'));
    if (!here || window.location.pathname !== pathname) return;
    const mine = `?${changed(current(), next)}`;
    asked = mine;
    Promise.resolve(navigate(mine, { replace, preventScrollReset: true })).finally(() => {
      if (asked === mine) asked = null;
    });
  };
  /** As `get`, at the time of the call: for a response that comes late. */
  const now = (name: string) => current().get(name) ?? '';
  return {
    get: (name: string) => search.get(name) ?? '',
    now,
    page: Number.isInteger(page) && page > 1 ? page : 1,
    change,
    /**
     * Closes what this parameter has opened, unless the person has gone on to something else
     * meanwhile.
     */
    close: (name: string, open: string) => {
      if (now(name) === open) change({ [name]: null });
    },
    /** For a page that does not exist any more (`usePagedQuery`). */
    toPage: (page: number) => change({ page: pageParameter(page) }, true),
    /** The URL with a change, for a link. */
    href: (next: Change) => `?${changed(search, next)}`,
  };
}
