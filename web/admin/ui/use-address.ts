import { useSearchParams } from 'react-router';

type Change = Record<string, string | null>;

/**
 * The filter of a section, kept in the URL (`?section=reviews&status=pending&page=2`, D7), so that reload, Back and shared links
 * restore it.
 */
export function useSectionAddress(section: string) {
  const [search, setSearch] = useSearchParams();
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
  return {
    get: (name: string) => search.get(name) ?? '',
    page: Number.isInteger(page) && page > 1 ? page : 1,
    /** Typing replaces the history entry, selecting adds one. */
    change: (next: Change, replace = false) =>
      setSearch((current) => changed(current, next), { replace, preventScrollReset: true }),
    /** The URL with a change, for a link. */
    href: (next: Change) => `?${changed(search, next)}`,
  };
}
