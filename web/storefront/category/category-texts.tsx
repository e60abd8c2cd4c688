import type { ReactNode } from 'react';
import m from '#messages/category';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Check } from '#web/ui/page-icons.ts';
import type { PageTexts } from './category-hero.tsx';
import { callToAction } from './category-products.tsx';

/**
 * Information about the category: education on the left; benefits, use, storage and nutrition on
 * the right. Empty parts are omitted.
 */
export function CategoryTexts({ page }: { page: PageTexts }) {
  const { educationalContent, benefits, usageInstructions, storageInstructions, nutritionalInfo } = page;
  const beside = [benefits.length > 0, usageInstructions, storageInstructions, nutritionalInfo].some(Boolean);
  if (!educationalContent && !beside) return null;
  return (
    <section className="later bg-paper-deep py-section" aria-label={m.about({ name: page.name })}>
      <div className="page two">
        <div>
          {educationalContent && (
            <>
              <h2 className="text-display-md">{m.goodToKnow()}</h2>
              {paragraphs(educationalContent).map((text) => (
                <p key={text} className="lead mt-4">
                  {text}
                </p>
              ))}
            </>
          )}
          <ButtonLink to="#products" className="mt-8" size="lg">
            {callToAction(page)}
          </ButtonLink>
        </div>
        {beside && (
          <div className="grid content-start gap-7">
            {benefits.length > 0 && (
              <Part title={m.whyLiked()}>
                <ul className="ticks">
                  {benefits.map((benefit) => (
                    <li key={benefit}>
                      <Icon of={Check} />
                      <span>{benefit}</span>
                    </li>
                  ))}
                </ul>
              </Part>
            )}
            <TextPart title={m.howToEat()} text={usageInstructions} />
            <TextPart title={m.storage()} text={storageInstructions} />
            <TextPart title={m.nutrition()} text={nutritionalInfo} />
          </div>
        )}
      </div>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1.5 text-display-sm">{title}</h3>
      {children}
    </div>
  );
}

function TextPart({ title, text }: { title: string; text: string }) {
  if (!text) return null;
  return (
    <Part title={title}>
      {paragraphs(text).map((part) => (
        <p key={part} className="text-ink-soft not-first-of-type:mt-3">
          {part}
        </p>
      ))}
    </Part>
  );
}

/** Content texts are plain; an empty line separates paragraphs (D46). */
function paragraphs(text: string): string[] {
  return text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter(Boolean);
}
