import { useRef } from 'react';
import { checkContent } from '#shop/content/content.ts';
import { Note } from '#web/ui/note.tsx';
import { RecordForm } from '../ui/record-form.tsx';
import { useRecord } from '../ui/use-record.ts';
import { contentRecord, LOAD_FAILED } from './content-api.ts';
import { ContentFields } from './content-fields.tsx';
import { contrastOf } from './contrast.ts';
import { getAt } from './paths.ts';
import { PreviewFrame } from './preview-frame.tsx';
import { PartPreview } from './previews.tsx';
import type { Part } from './spec.ts';

/**
 * The live preview and the form of one part of the content. Parts of one page are saved together.
 */
export function PartEditor({ part }: { part: Part }) {
  const record = useRecord(contentRecord(part.pageId));
  return (
    <>
      {record.value !== undefined && <LivePreview part={part} content={record.value} />}
      <RecordForm title={part.title} record={record} action="Save" loadFailed={LOAD_FAILED}>
        {(content) => (
          <>
            <ContentFields
              fields={part.fields}
              at={part.at}
              content={content}
              errors={record.errors}
              onEdit={record.change}
            />
            <Contrast content={content} />
          </>
        )}
      </RecordForm>
    </>
  );
}

/**
 * Previews the last valid state, because the shop's components do not accept half a link or an
 * empty title.
 */
function LivePreview({ part, content }: { part: Part; content: unknown }) {
  const last = useRef<unknown>(undefined);
  const checked = checkContent(part.pageId, content);
  if (checked.ok) last.current = checked.content;
  return (
    <PreviewFrame title={`Preview: ${part.title}`}>
      {last.current !== undefined && <PartPreview part={part} content={last.current} />}
    </PreviewFrame>
  );
}

/** The contrast between text and background of a bar (G9: 4.5 : 1). */
function Contrast({ content }: { content: unknown }) {
  const ground = getAt(content, ['backgroundColor']);
  const words = getAt(content, ['textColor']);
  if (typeof ground !== 'string' || typeof words !== 'string') return null;
  const contrast = contrastOf(ground, words);
  if (contrast === null) return null;
  const good = contrast >= 4.5;
  return (
    <Note tone={good ? 'ok' : 'warn'}>
      Contrast {contrast.toFixed(1)} : 1. {good ? 'Easy to read.' : 'Hard to read: 4.5 : 1 is the least.'}
    </Note>
  );
}
