import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Category } from '#shop/catalogue/catalogue.ts';
import type { AdminCategory } from '#shop/catalogue/category-input.ts';
import { nameOfRoute } from '#shop/content/product-pages.ts';
import { inEachTranslation } from '#shop/language.ts';
import { isSignedOut, newerOf, serverSentence } from '#web/admin/lib/session.ts';
import { OutdatedNote } from '#web/admin/ui/outdated-note.tsx';
import { TranslationFields } from '#web/admin/ui/translation-fields.tsx';
import { isApiError } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { categoryDrawing, drawingSlugs } from '#web/ui/category-drawing.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { SelectField, TextareaField, TextField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';
import { SAVE_FAILED, useSaveCategory } from './categories-api.ts';

const DRAWINGS = drawingSlugs();

/** A category as a 409 returns it. */
type StoredCategory = Omit<AdminCategory, 'products'>;

interface CategoryFormProps {
  /** Null for a new category. */
  category: AdminCategory | null;
  onCancel: () => void;
  onSaved: (category: Category) => void;
}

/** The form for name, description and drawing of a category. */
export function CategoryForm({ category, onCancel, onSaved }: CategoryFormProps) {
  const [form, setForm] = useState(formOf(category));
  /** The version that the edits are based on, and what somebody else has saved since. */
  const [base, setBase] = useState(category?.version);
  const [newer, setNewer] = useState<StoredCategory | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<string>();
  const box = useRef<HTMLFormElement>(null);
  const save = useSaveCategory();
  const edit = (patch: Partial<typeof form>) => {
    setForm({ ...form, ...patch });
    setErrors({});
    setRefusal(undefined);
  };
  useEffect(() => {
    if (Object.keys(errors).length > 0) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending || newer) return;
    if (!form.name.trim()) {
      setErrors({ name: 'Name is required' });
      return;
    }
    save.mutate(
      { id: category?.id ?? null, body: { ...form, ...(base === undefined ? {} : { version: base }) } },
      {
        onSuccess: ({ message, category: saved }) => {
          toast.success(message);
          onSaved(saved);
        },
        onError: (error) => {
          if (isSignedOut(error)) return;
          const fields = isApiError(error) ? error.errors : [];
          const stored = newerOf<StoredCategory>(error);
          if (stored) setNewer(stored);
          else if (fields.length > 0) setErrors(Object.fromEntries(fields.map(({ path, msg }) => [path, msg])));
          else setRefusal(serverSentence(error, SAVE_FAILED));
        },
      },
    );
  };
  /** Goes on from what is stored now, with the stored texts or those of the form. */
  const goOn = (next: StoredCategory, texts: typeof form) => {
    setForm(texts);
    setBase(next.version);
    setNewer(null);
  };
  const drawing = form.icon || category?.slug || '';
  return (
    <form ref={box} className="grid gap-4" noValidate onSubmit={submit}>
      {refusal && (
        <Note tone="bad" live="alert">
          {refusal}
        </Note>
      )}
      <TextField
        label="Category name"
        admin
        autoComplete="off"
        maxLength={80}
        value={form.name}
        error={errors.name}
        hint={
          category
            ? `Its address stays the same (${category.slug}), and its products stay in it.`
            : 'Shoppers see it as a filter above the products.'
        }
        onChange={(event) => edit({ name: event.target.value })}
      />
      <TextareaField
        label="Description"
        optional
        admin
        rows={3}
        maxLength={500}
        value={form.description}
        error={errors.description}
        onChange={(event) => edit({ description: event.target.value })}
      />
      <fieldset>
        <legend className="weight-600">Translations</legend>
        <TranslationFields
          texts={[
            { key: 'name', label: 'Category name', english: form.name, rows: 1, most: 80 },
            { key: 'description', label: 'Description', english: form.description, rows: 3, most: 500 },
          ]}
          value={form.translations}
          errorOf={(path) => errors[path]}
          onChange={(translations) => edit({ translations })}
        />
      </fieldset>
      <div className="category-drawing">
        <img src={categoryDrawing(drawing)} alt="" width={48} height={48} />
        <SelectField
          label="Drawing"
          admin
          value={DRAWINGS.includes(form.icon) ? form.icon : ''}
          error={errors.icon}
          onChange={(event) => edit({ icon: event.target.value })}
        >
          <option value="">Standard</option>
          {DRAWINGS.map((slug) => (
            <option key={slug} value={slug}>
              {nameOfRoute(slug)}
            </option>
          ))}
        </SelectField>
      </div>
      {newer && (
        <OutdatedNote what="category" onLatest={() => goOn(newer, formOf(newer))} onMine={() => goOn(newer, form)} />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" size="admin" onClick={onCancel}>
          Cancel
        </Button>
        {!newer && (
          <Button type="submit" size="admin" busy={save.isPending} busyText="Saving…">
            {category ? 'Save category' : 'Add category'}
          </Button>
        )}
      </div>
    </form>
  );
}

function formOf(category: StoredCategory | null) {
  const { name = '', description = '', icon = '', translations: stored } = category ?? {};
  const translations = inEachTranslation((code) => ({ name: '', description: '', ...stored?.[code] }));
  return { name, description, icon, translations };
}

/** Adds a category in a dialog on top of another form, which keeps its input. */
export function AddCategoryDialog({
  open,
  onClose,
  onAdded,
}: {
  open: boolean;
  onClose: () => void;
  onAdded: (category: Category) => void;
}) {
  return (
    <Dialog open={open} onClose={onClose} title="Add category">
      <CategoryForm category={null} onCancel={onClose} onSaved={onAdded} />
    </Dialog>
  );
}
