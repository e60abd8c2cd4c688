import { useQuery } from '@tanstack/react-query';
import type { Note } from '#shop/catalogue/import/other-shop.ts';
import { countOf } from '#web/admin/lib/count.ts';
import { SelectField } from '#web/ui/field.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { Note as Box } from '#web/ui/note.tsx';
import { categoriesQuery } from './products-api.ts';
import type { CsvFile } from './read-csv.ts';

/** Lines that are named of one note; the file is still with the person. */
const MOST_LINES = 12;

interface Props {
  file: CsvFile;
  fallback: string | null;
  /** Checks the file again with another category. */
  onFallback: (category: string | null) => void;
}

/** What is said of the file of another shop before it is imported; nothing of our own. */
export function OtherShop({ file, fallback, onFallback }: Props) {
  const categories = useQuery(categoriesQuery);
  if (!file.from) return null;
  const { from, products, withoutCategory, notes } = file;
  return (
    <>
      <Box tone="info">
        {countOf(products, 'product')} of {from}. All come hidden: the file has no ingredients, nutrition, maker or HSN
        code, which the law asks for. Fill them in, then activate the product. Pictures come as links; you copy them
        into this shop in the next step.
      </Box>
      {withoutCategory > 0 && (
        <SelectField
          admin
          label={`Category of ${countOf(withoutCategory, 'product')} whose own is not in this shop`}
          value={fallback ?? ''}
          onChange={(event) => onFallback(event.target.value || null)}
        >
          <option value="">None: leave them out</option>
          {(categories.data ?? []).map(({ id, name }) => (
            <option key={id}>{name}</option>
          ))}
        </SelectField>
      )}
      {notes.length > 0 && (
        <Fold open label={`What has no place here, or comes otherwise (${notes.length})`}>
          <ul className="import-list" aria-label="What has no place here">
            {notes.map((note) => (
              <li key={note.msg}>
                <NoteLine of={note} />
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </>
  );
}

function NoteLine({ of: { msg, lines } }: { of: Note }) {
  const named = lines.slice(0, MOST_LINES).join(', ');
  const more = lines.length - MOST_LINES;
  return (
    <>
      <b>{lines.length === 0 ? 'Column' : lines.length === 1 ? 'Line' : 'Lines'}</b>{' '}
      <span>{lines.length > 0 ? `${named}${more > 0 ? ` and ${more} more` : ''}: ${msg}` : msg}</span>
    </>
  );
}
