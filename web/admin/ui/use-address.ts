import { useNavigate, useSearchParams } from 'react-router';

type Change = Record<string, string | null>;

/** The number of a page as a parameter of the URL; the first page has none. */
export const pageParameter = (page: number): string | null => (page > 1 ? String(page) : null);

/** The search that the last change asked for, while its navigation is under way. */
let asked: string | null = null;

/**
 * The filter of a section, kept in the URL (`?section=reviews&status=pending&page=2`, D7), so that reload, Back and shared links
 * restore it.
 */
export function useSectionAddress(section: string) {
  const [search] = useSearchParams();
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
  const page = Number(search.get('page'));
  /**
   * Begins from what was last asked for. `search` is what was last rendered, so that a filter chosen before the one before it has been
   * rendered would undo that one. Typing replaces the history entry, selecting adds one.
   */
  const change = (next: Change, replace = false) => {
    const mine = `?${changed(new URLSearchParams(asked ?? window.location.search), next)}`;
    asked = mine;
    Promise.resolve(navigate(mine, { replace, preventScrollReset: true })).finally(() => {
      if (asked === mine) asked = null;
    });
  };
  return {
    get: (name: string) => search.get(name) ?? '',
    page: Number.isInteger(page) && page > 1 ? page : 1,
    change,
    /** For a page that does not exist any more (`usePagedQuery`). */
    toPage: (page: number) => change({ page: pageParameter(page) }, true),
    /** The URL with a change, for a link. */
    href: (next: Change) => `?${changed(search, next)}`,
  };
}
