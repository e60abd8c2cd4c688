import { inEachTranslation } from '#shop/language.ts';
import { closedAt } from '#shop/settings/opening.ts';
import { OpeningInput, type OpeningSettings } from '#shop/settings/opening-input.ts';
import { dispatchShopEvent } from '#web/lib/events.ts';
import { TextareaField, TextField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { RadioTiles } from '#web/ui/radio-tiles.tsx';
import { adminCall } from '../lib/session.ts';
import { firstErrors } from '../ui/first-errors.ts';
import { RecordForm } from '../ui/record-form.tsx';
import { TranslationFields } from '../ui/translation-fields.tsx';
import { type RecordOptions, useRecord } from '../ui/use-record.ts';

const LOAD_FAILED = 'Failed to load whether the shop is open';

const openingRecord: RecordOptions<OpeningSettings> = {
  queryKey: ['settings', 'opening'],
  load: async (signal) => {
    const { settings, ...stored } = await adminCall('GET /settings/opening', {}, { signal });
    return { ...stored, value: settings };
  },
  save: ({ state, backOn, text, translations }, version) =>
    adminCall('PUT /settings/opening', { body: { state, backOn, text, translations, version } }),
  check: (value) => firstErrors(OpeningInput, value),
  loadFailed: LOAD_FAILED,
  saveFailed: 'Failed to save whether the shop is open',
  onSaved: () => dispatchShopEvent('pageContentUpdated'),
};

/** Open, opening soon, or on holiday; and what shoppers read meanwhile. */
export function OpeningCard() {
  const record = useRecord(openingRecord);
  return (
    <RecordForm title="Open or closed" record={record} action="Save" loadFailed={LOAD_FAILED}>
      {(value, fields) => (
        <>
          <RadioTiles
            legend="The shop is"
            name="state"
            look="rows"
            value={value.state}
            error={record.errors.state}
            onChange={(state) => record.edit({ state })}
            tiles={[
              { value: 'open', label: 'Open', note: 'Shoppers can order.' },
              { value: 'soon', label: 'Opening soon', note: 'Shoppers can look around, but not order.' },
              { value: 'holiday', label: 'On holiday', note: 'The same; it opens by itself on the day you choose.' },
            ]}
          />
          {value.state !== 'open' && closedAt(value, Date.now()) === null && (
            <Note tone="ok">The holiday is over: the shop is open.</Note>
          )}
          {value.state === 'holiday' && (
            <TextField
              label="Orders again from"
              type="date"
              optional
              admin
              hint="The shop opens when this day begins in India. Without a day, open it here yourself."
              {...fields.text('backOn')}
            />
          )}
          {value.state !== 'open' && (
            <>
              <TextareaField
                label="Your words to shoppers"
                optional
                admin
                rows={3}
                maxLength={300}
                hint="On every page, in the cart and beside each product. Empty: a friendly sentence of the shop."
                {...fields.text('text')}
              />
              <TranslationFields
                texts={[{ key: 'text', label: 'Your words', english: value.text, rows: 3, most: 300 }]}
                value={inEachTranslation((code) => value.translations[code] ?? { text: '' })}
                errorOf={(path) => record.errors[path]}
                onChange={(translations) => record.edit({ translations })}
              />
              <Note tone="info">
                Payments that are under way still arrive: an order that a shopper has paid is always recorded.
              </Note>
            </>
          )}
        </>
      )}
    </RecordForm>
  );
}
